import type { Context, MiddlewareHandler } from 'hono';

/** What a page needs beside this service itself; each an origin such as `https://hiring.acme.example`. */
export interface PagePolicy {
  /** Where an image comes from. */
  image?: string | undefined;
  /** Where a form's answer may send the browser: Chromium holds redirects to `form-action` as well. */
  formTarget?: string | undefined;
  /** Its script asks this service for what is new. */
  asks?: boolean;
}

const POLICY = 'pagePolicy';

/** What this one page may use beside what every page may. */
export function allow(c: Context, policy: PagePolicy): void {
  c.set(POLICY, policy);
}

function contentSecurityPolicy({ image, formTarget, asks = false }: PagePolicy): string {
  const from = (origin: string | undefined) => (origin === undefined ? "'self'" : `'self' ${origin}`);
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    `img-src ${from(image)}`,
    ...(asks ? ["connect-src 'self'"] : []),
    `form-action ${from(formTarget)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A year, as browsers ask for before they keep it (RFC 6797, section 6.1.1). */
const HSTS = 'max-age=31536000';

/**
 * What browsers are told of every answer of the user application: nothing from anywhere else, no script in a page, no frame around
 * it, and no Referer, since addresses of links name people's requests. An answer that has a policy of its own keeps it.
 */
export function securityHeaders(appUrl: string): MiddlewareHandler {
  const isHttps = new URL(appUrl).protocol === 'https:';
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has('Content-Security-Policy'))
      headers.set('Content-Security-Policy', contentSecurityPolicy(c.get(POLICY) ?? {}));
    headers.set('Referrer-Policy', 'no-referrer');
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    if (isHttps) headers.set('Strict-Transport-Security', HSTS);
  };
}
