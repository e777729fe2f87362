import type { MiddlewareHandler } from 'hono';

/** A year (RFC 6797, section 6.1.1). */
const HSTS = 'max-age=31536000';

/** What every response of a host has: no browser guesses its type or, where the host is https, asks for it by http. */
export function commonHeaders(url: string): Readonly<Record<string, string>> {
  const isHttps = new URL(url).protocol === 'https:';
  return { 'X-Content-Type-Options': 'nosniff', ...(isHttps && { 'Strict-Transport-Security': HSTS }) };
}

/** Sets them on what the routes answer. */
export function setCommonHeaders(url: string): MiddlewareHandler {
  const common = Object.entries(commonHeaders(url));
  return async (c, next) => {
    await next();
    for (const [name, value] of common) c.res.headers.set(name, value);
  };
}
