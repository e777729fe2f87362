import type { MiddlewareHandler } from 'hono';

/** For pages of one person and for responses that set a cookie: no cache may keep them. */
export const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('Cache-Control', 'no-store');
};
