import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { pathIn } from './page.tsx';
import { servicesOf } from './services.ts';

const COOKIE = 'flash';

/** Redirects to a page, which then shows a message once. `target` is a path, and can have a query. */
export function redirectWith(c: Context, target: string, flash: string): Response {
  const { protocol, pathname, href } = new URL(servicesOf(c).appUrl + target);
  const secure = protocol === 'https:';
  setCookie(c, COOKIE, flash, { path: pathname, maxAge: 60, httpOnly: true, sameSite: 'Lax', secure });
  return c.redirect(href, 303);
}

/** Returns the message for the page of the request, and removes its cookie; null if there is none. */
export function takeFlash(c: Context): string | null {
  const flash = getCookie(c, COOKIE) ?? null;
  if (flash !== null) deleteCookie(c, COOKIE, { path: pathIn(servicesOf(c).appUrl, c.req.path) });
  return flash;
}
