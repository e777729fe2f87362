import type { Hono, MiddlewareHandler } from 'hono';
import { FileStoreUnavailable, StoreUnavailable } from '../domain/unavailable.ts';
import { methodNotAllowed, problemResponse, Refusal, webResponse } from './contract/problem.ts';
import type { RequestEnv } from './request-log.ts';

/** Strict-Transport-Security for one year (RFC 6797, section 6.1.1). */
const HSTS = 'max-age=31536000';
/** `Retry-After` in seconds if the database or the file store is unavailable. */
const RETRY_AFTER_UNAVAILABLE = '5';

/** Returns headers for all responses: no media type sniffing and, if `url` is an https URL, HSTS. */
export function commonHeaders(url: string): Readonly<Record<string, string>> {
  const isHttps = new URL(url).protocol === 'https:';
  return { 'X-Content-Type-Options': 'nosniff', ...(isHttps && { 'Strict-Transport-Security': HSTS }) };
}

export function setCommonHeaders(url: string): MiddlewareHandler {
  const common = Object.entries(commonHeaders(url));
  return async (c, next) => {
    await next();
    for (const [name, value] of common) c.res.headers.set(name, value);
  };
}

/** Rejects all other methods of a route. Must be called after the allowed methods are registered. */
export function refuseOtherMethods(
  app: Hono<RequestEnv>,
  route: string,
  allowed: readonly string[],
  baseUrl: string,
): void {
  app.all(route, (c) => webResponse(problemResponse(methodNotAllowed(allowed), baseUrl, c.get('requestId'))));
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable || error instanceof FileStoreUnavailable) {
    const detail = 'The service is not available at the moment. Retry after the number of seconds in Retry-After.';
    return new Refusal({ code: 'unavailable', detail }, { 'Retry-After': RETRY_AFTER_UNAVAILABLE });
  }
  const detail = 'The service failed. You can retry the request. Quote the request_id when you ask for help.';
  return new Refusal({ code: 'internal_error', detail });
}
