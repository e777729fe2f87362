import type { Context, MiddlewareHandler } from 'hono';
import { hostKind } from '../domain/address-kind.ts';

/**
 * Tells whether a host name serves the API or the user application. If BASE_URL and APP_URL have different hosts, each
 * host serves only its part, so that cookies of the user application never reach the API. Any other host, such as the
 * IP address in a health check, serves both. Ports are ignored, as in cookies (RFC 6265, section 8.5).
 */
export function forHost(baseUrl: string, appUrl: string) {
  const api = new URL(baseUrl).hostname;
  const app = new URL(appUrl).hostname;
  return {
    isApi: (hostname: string): boolean => api === app || hostname !== app,
    isApp: (hostname: string): boolean => api === app || hostname !== api,
  };
}

/**
 * Returns whether a host is in `own` or is a loopback host; null permits all hosts. Without this check, a website could
 * point its host name at this machine (DNS rebinding), and its scripts could read the responses.
 */
export const isOwnHost =
  (own: readonly string[] | null) =>
  (hostname: string): boolean =>
    own === null || own.includes(hostname) || hostKind(hostname) === 'loopback';

export function onlyOnHost(
  isServed: (hostname: string) => boolean,
  elsewhere: (c: Context) => Response | Promise<Response> = (c) => c.notFound(),
): MiddlewareHandler {
  return async (c, next) => (isServed(new URL(c.req.url).hostname) ? next() : elsewhere(c));
}
