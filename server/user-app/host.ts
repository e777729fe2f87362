import type { Context, MiddlewareHandler } from 'hono';
import { hostKind } from '../domain/addresses.ts';

/** The host names that serve the API, and those that serve the user application. */
export interface Hosts {
  /** Whether the API is served at this host name. */
  isApi(hostname: string): boolean;
  /** Whether the user application is served at this host name. */
  isApp(hostname: string): boolean;
}

/**
 * Where BASE_URL and APP_URL are on two hosts, each serves its own part alone, so that the user application's cookies
 * never reach the API. Any other host (a health check by IP address, a proxy that does not pass the name on) gets both:
 * no browser has cookies for it. Ports make no difference, because cookies ignore them (RFC 6265, section 8.5).
 */
export function forHost(baseUrl: string, appUrl: string): Hosts {
  const api = new URL(baseUrl).hostname;
  const app = new URL(appUrl).hostname;
  return {
    isApi: (hostname) => api === app || hostname !== app,
    isApp: (hostname) => api === app || hostname !== api,
  };
}

/**
 * Whether a host is one that the service was told of, or this machine; null stands for all. A page on the internet can
 * have its own name lead to this machine, or into this network (DNS rebinding), and then read what is served there.
 */
export const isOwnHost =
  (own: readonly string[] | null) =>
  (hostname: string): boolean =>
    own === null || own.includes(hostname) || hostKind(hostname) === 'loopback';

/** Responds with `elsewhere`, by default as to an unknown address, unless `answers` accepts the host name. */
export function onlyOnHost(
  answers: (hostname: string) => boolean,
  elsewhere: (c: Context) => Response | Promise<Response> = (c) => c.notFound(),
): MiddlewareHandler {
  return async (c, next) => (answers(new URL(c.req.url).hostname) ? next() : elsewhere(c));
}
