import type { Context, MiddlewareHandler } from 'hono';
import { problems } from '../../generated/operations.ts';
import { subscriberOf } from '../domain/client-address.ts';
import { requestOrigin } from '../http/origin.ts';
import type { Services } from '../services.ts';
import { pathIn } from './views/paths.ts';
import { TooManyPage } from './views/trouble-pages.tsx';
import { showPage } from './words/words.tsx';

/** Refuses what one address, or one session, asks for too often (`x-service/rate_limits/visits`). */
export function visitLimit(
  { sourceOf, visitRateLimits: { ofAddress, ofSession } }: Pick<Services, 'sourceOf' | 'visitRateLimits'>,
  /** Undefined before there is one. */
  sessionOf: (c: Context) => string | undefined,
  refuse: (c: Context, retryAfterSeconds: number) => Response | Promise<Response>,
): MiddlewareHandler {
  return async (c, next) => {
    const address = sourceOf(requestOrigin(c));
    const subscriber = address && subscriberOf(address);
    const session = sessionOf(c);
    const counted = await Promise.all([
      subscriber === undefined ? null : ofAddress(subscriber),
      session === undefined ? null : ofSession(session),
    ]);
    const seconds = Math.max(...counted.map((each) => each?.retryAfter ?? 0));
    return seconds > 0 ? refuse(c, seconds) : next();
  };
}

/** The page that says when to come back. */
export function showTooMany(c: Context, appUrl: string, seconds: number): Response | Promise<Response> {
  c.header('Retry-After', String(seconds));
  c.header('Cache-Control', 'no-store');
  const { pathname, search } = new URL(c.req.url);
  // A form cannot be sent again by a link: the page that it stands on is one step back.
  const againHref = c.req.method === 'GET' ? pathIn(appUrl, pathname + search) : null;
  return showPage(
    c,
    <TooManyPage appUrl={appUrl} seconds={seconds} againHref={againHref} />,
    problems.rate_limited.status,
  );
}
