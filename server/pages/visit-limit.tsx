import type { Context, MiddlewareHandler } from 'hono';
import { problems } from '../../generated/operations.ts';
import { requestOrigin } from '../api/call.ts';
import { showPage } from './page.tsx';
import { servicesOf } from './services.ts';
import { isUserSession, readSession } from './session.ts';
import { MessagePage } from './views/message-pages.tsx';

/** Returns false if the browser sends no `Sec-Fetch-Site` header. */
export const isCrossSite = (c: Context): boolean => c.req.header('sec-fetch-site') === 'cross-site';

const isEmbedded = (c: Context): boolean =>
  isCrossSite(c) && (c.req.header('sec-fetch-dest') ?? 'document') !== 'document';

/** Returns the kind of request. Each kind has a separate limit, so that links on other sites cannot block forms. */
function kindOf(c: Context): 'cross-site' | 'links' | 'forms' {
  if (isCrossSite(c)) return 'cross-site';
  return c.req.method === 'GET' || c.req.path.startsWith('/partner/add/') ? 'links' : 'forms';
}

/**
 * Limits requests per account or, before the sign-in, per browser and address (`x-service/rate_limits/visits`). Rejects
 * embedded requests without counting, because images on another site could use up a visitor's limit.
 */
export const limitVisits: MiddlewareHandler = async (c, next) => {
  if (isEmbedded(c)) return c.body(null, 403);
  const { sourceOf, visitRateLimits } = servicesOf(c);
  const { ofAddress, ofSession } = visitRateLimits;
  const session = readSession(c);
  const isSignedIn = isUserSession(session);
  const address = sourceOf(requestOrigin(c));
  const counted = session && ofSession(`${session.userId ?? session.browser} ${kindOf(c)}`);
  const seconds = (isSignedIn ? null : ofAddress.retryAfter(address)) ?? counted?.retryAfter;
  if (seconds != null) return showTooMany(c, seconds);
  if (!isSignedIn) ofAddress.count(address);
  return next();
};

export function showTooMany(c: Context, seconds: number): Response | Promise<Response> {
  c.header('Retry-After', String(seconds));
  return showPage(c, <MessagePage name="tooMany" values={{ seconds }} />, { status: problems.rate_limited.status });
}
