import type { Hono, MiddlewareHandler } from 'hono';
import { methodNotAllowed, problemResponse, Refusal, webResponse } from '../contract/problem.ts';
import { FileStoreUnavailable, StoreUnavailable } from '../domain/unavailable.ts';
import type { RequestEnv } from './request-log.ts';

/** A year, in seconds (RFC 6797, section 6.1.1). */
const HSTS = 'max-age=31536000';
/** Seconds to wait when the database or the file store is unavailable. */
const RETRY_AFTER_UNAVAILABLE = '5';

/** Returns the headers of every response. Browsers then guess no media types, and keep to https where it is used. */
export function commonHeaders(url: string): Readonly<Record<string, string>> {
  const isHttps = new URL(url).protocol === 'https:';
  return { 'X-Content-Type-Options': 'nosniff', ...(isHttps && { 'Strict-Transport-Security': HSTS }) };
}

/** Adds the common headers to the responses of all routes. */
export function setCommonHeaders(url: string): MiddlewareHandler {
  const common = Object.entries(commonHeaders(url));
  return async (c, next) => {
    await next();
    for (const [name, value] of common) c.res.headers.set(name, value);
  };
}

/** Rejects all other methods of a route. Call it after the route's own methods are bound. */
export function refuseOtherMethods(
  app: Hono<RequestEnv>,
  route: string,
  allowed: readonly string[],
  baseUrl: string,
): void {
  app.all(route, (c) => webResponse(problemResponse(methodNotAllowed(allowed), baseUrl, c.get('requestId'))));
}

/** Returns the refusal that the caller gets for an exception. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable || error instanceof FileStoreUnavailable) {
    const detail = 'The service is not available at the moment. Retry after the number of seconds in Retry-After.';
    return new Refusal({ code: 'unavailable', detail }, { 'Retry-After': RETRY_AFTER_UNAVAILABLE });
  }
  const detail = 'The service failed. The request may be sent again; quote the request_id when you ask for help.';
  return new Refusal({ code: 'internal_error', detail });
}
