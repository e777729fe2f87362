import type { MiddlewareHandler } from 'hono';

/** What a person is shown, and what sets a cookie, is for this one person and this one time. */
export const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('Cache-Control', 'no-store');
};
