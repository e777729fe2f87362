import type { Context, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { commonHeaders } from '../api/responses.ts';
import { servicesOf } from './services.ts';

/** Lets the forms of the current page redirect to an origin. Chromium applies `form-action` to redirects too. */
export const allowFormTarget = (c: Context, origin: string): void => c.set('formTarget', origin);

/** Matches origins that are safe in a policy. A host can contain `;` and `*`, which a policy interprets. */
const ORIGIN = /^https?:\/\/[a-z0-9._-]+(:\d+)?$/;

/** Sends no referrer, because links contain IDs. A response can set its own policy and `Cache-Control`. */
export const setSecurityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  // The handler has set `formTarget` if a form on the page redirects to another origin.
  const formTarget: string = c.get('formTarget') ?? '';
  const setHeaders = secureHeaders({
    strictTransportSecurity: commonHeaders(servicesOf(c).appUrl)['Strict-Transport-Security'] ?? false,
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
    xFrameOptions: 'DENY',
    overwrite: false,
    // Browsers warn if only some responses of an origin have this header, and the API does not send it.
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
