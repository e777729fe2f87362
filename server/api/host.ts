import type { Context, MiddlewareHandler } from 'hono';
import { hostKind } from '../domain/address-kind.ts';

/**
 * Separates the hosts of the API and of the user application, so that the API never receives the cookies of users. Any
 * other host, such as the IP address in a health check, serves both.
 */
export function forHost(baseUrl: string, appUrl: string) {
  // Ignores ports, because cookies also ignore ports (RFC 6265, section 8.5).
  const api = new URL(baseUrl).hostname;
  const app = new URL(appUrl).hostname;
  return {
    isApi: (hostname: string): boolean => api === app || hostname !== app,
    isApp: (hostname: string): boolean => api === app || hostname !== api,
  };
}

/** Without this check, a website could read responses through DNS rebinding. `null` permits all hosts. */
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
