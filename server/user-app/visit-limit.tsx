import type { Context, MiddlewareHandler } from 'hono';
import { problems } from '../../generated/operations.ts';
import { subscriberOf } from '../domain/addresses.ts';
import { requestOrigin } from '../http/operation-request.ts';
import type { Services } from '../services.ts';
import { pathIn, showPage } from './page.tsx';
import { TooManyPage } from './views/message-pages.tsx';

export type VisitServices = Pick<Services, 'sourceOf' | 'visitRateLimits'>;

/** Counts visits. Resolves to the seconds until a retry is permitted; 0 if the visits are within the limits. */
export async function secondsUntilRetry(
  { sourceOf }: Pick<VisitServices, 'sourceOf'>,
  { ofAddress, ofSession }: Services['visitRateLimits'],
  c: Context,
  session: string | undefined,
  count = 1,
): Promise<number> {
  const counted = await Promise.all([
    ofAddress(subscriberOf(sourceOf(requestOrigin(c))), count),
    session === undefined ? null : ofSession(session, count),
  ]);
  return Math.max(...counted.map((each) => each?.retryAfter ?? 0));
}

/** Limits the rate of requests by address and by session (`x-service/rate_limits/visits`). */
export function visitLimit(
  services: VisitServices,
  /** Returns the rate limit key of a session; undefined for a request without a session. */
  sessionOf: (c: Context) => string | undefined,
  refuse: (c: Context, retryAfterSeconds: number) => Response | Promise<Response>,
): MiddlewareHandler {
  return async (c, next) => {
    const seconds = await secondsUntilRetry(services, services.visitRateLimits, c, sessionOf(c));
    return seconds > 0 ? refuse(c, seconds) : next();
  };
}

/** Responds with the page that says when the person can try again. */
export function showTooMany(c: Context, appUrl: string, seconds: number): Response | Promise<Response> {
  c.header('Retry-After', String(seconds));
  const { pathname, search } = new URL(c.req.url);
  // A link cannot send a form again, so the person must go back to the page with the form.
  const againHref = c.req.method === 'GET' ? pathIn(appUrl, pathname + search) : null;
  const page = <TooManyPage seconds={seconds} againHref={againHref} />;
  return showPage(c, page, { status: problems.rate_limited.status });
}
