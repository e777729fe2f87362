import type { Context, Hono, MiddlewareHandler } from 'hono';
import { FileStoreUnavailable, StoreUnavailable } from '../domain/unavailable.ts';
import { methodNotAllowed, problemResponse, Refusal, webResponse } from './contract/problem.ts';
import type { RequestEnv } from './request-log.ts';

/** Strict-Transport-Security for one year (RFC 6797, section 6.1.1). */
const HSTS = 'max-age=31536000';
const RETRY_AFTER_SECONDS = '5';

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

export const refusalResponse = (c: Context<RequestEnv>, refusal: Refusal, baseUrl: string): Response =>
  webResponse(problemResponse(refusal, baseUrl, c.get('requestId')));

/** Must be called after the allowed methods are registered, because the first matching route handles a request. */
export function refuseOtherMethods(
  app: Hono<RequestEnv>,
  route: string,
  baseUrl: string,
  allowed: readonly string[] = ['GET', 'HEAD'],
): void {
  app.all(route, (c) => refusalResponse(c, methodNotAllowed(allowed), baseUrl));
}

export const unavailable = (detail: string): Refusal =>
  new Refusal({ code: 'unavailable', detail }, { 'Retry-After': RETRY_AFTER_SECONDS });

export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable || error instanceof FileStoreUnavailable) {
    return unavailable('The service is not available at the moment. Retry after the number of seconds in Retry-After.');
  }
  const detail = 'The service failed. You can retry the request. Quote the request_id when you ask for help.';
  return new Refusal({ code: 'internal_error', detail });
}
