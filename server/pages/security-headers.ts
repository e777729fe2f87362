import type { Context, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { commonHeaders } from '../api/responses.ts';
import { servicesOf } from './services.ts';

/** Adds an origin to `form-action`, because Chromium also applies this directive to redirects of a form. */
export const allowFormTarget = (c: Context, origin: string): void => c.set('formTarget', origin);

/** Excludes hosts with `;` or `*`, because these characters have a meaning in a Content Security Policy. */
const ORIGIN = /^https?:\/\/[a-z0-9._-]+(:\d+)?$/;

/** Sends no referrer, because links contain IDs. Keeps the headers that the handler has already set. */
export const setSecurityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  // The handler has set `formTarget` if a form on the page redirects to another origin.
  const formTarget: string = c.get('formTarget') ?? '';
  const setHeaders = secureHeaders({
    strictTransportSecurity: commonHeaders(servicesOf(c).appUrl)['Strict-Transport-Security'] ?? false,
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
    xFrameOptions: 'DENY',
    overwrite: false,
    // Omits this header like the API, because browsers warn if only some responses of an origin have the header.
    originAgentCluster: false,
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      scriptSrc: ["'self'"],
      imgSrc: ["'self'"],
      fontSrc: ["'self'"],
      formAction: ["'self'", ...(ORIGIN.test(formTarget) ? [formTarget] : [])],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  });
  await setHeaders(c, async () => {});
  // A page shows personal data or sets a cookie, so no cache may store it.
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
};
