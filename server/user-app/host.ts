import type { Context, MiddlewareHandler } from 'hono';

/** Which host names answer for what. */
export interface Hosts {
  /** Whether the API is answered at this host name. */
  isApi(hostname: string): boolean;
  /** Whether the user application is answered at this host name. */
  isApp(hostname: string): boolean;
}

/**
 * Where BASE_URL and APP_URL are on two hosts, neither answers for the other: no page, and so no cookie, of the user
 * application is at the API's host, and nothing of the API is where a browser sends those cookies. A host that is neither
 * (a probe's, by its IP address, or that of a proxy that does not hand on the name) gets both: a person's browser has
 * no cookie for it. Ports make no difference, since cookies know none (RFC 6265, section 8.5).
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
 * Answers, where `answers` says no to the request's host name, as if there were nothing: with what `elsewhere` makes, or
 * else as the application does for any address that it does not know.
 */
export function onlyOnHost(
  answers: (hostname: string) => boolean,
  elsewhere: (c: Context) => Response | Promise<Response> = (c) => c.notFound(),
): MiddlewareHandler {
  return async (c, next) => (answers(new URL(c.req.url).hostname) ? next() : elsewhere(c));
}
