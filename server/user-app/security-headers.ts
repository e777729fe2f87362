import type { Context, MiddlewareHandler } from 'hono';
import { commonHeaders } from '../http/responses.ts';

/** Permissions of a page beyond those of every page. */
interface PagePolicy {
  /** Origin that the response to a form may redirect to: Chromium applies `form-action` to redirects too. */
  formTarget?: string | undefined;
  /** Whether the script of the page sends requests to this service. */
  asks?: boolean;
}

const POLICY = 'pagePolicy';

/** Extends the policy of this page. */
export function allow(c: Context, policy: PagePolicy): void {
  c.set(POLICY, policy);
}

/** An origin that is safe in a policy. A host may contain `;` or `*` (URL Standard), which have a meaning there. */
const ORIGIN = /^https?:\/\/[a-z0-9._-]+(:\d+)?$/;

function contentSecurityPolicy({ formTarget = '', asks = false }: PagePolicy): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    ...(asks ? ["connect-src 'self'"] : []),
    `form-action 'self'${ORIGIN.test(formTarget) ? ` ${formTarget}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Pages use no feature of the device. */
const NO_FEATURES = ['camera', 'geolocation', 'microphone', 'payment', 'usb'].map((name) => `${name}=()`).join(', ');

/**
 * Sets the security headers of every response of the user application: nothing from other sites, no inline script, no
 * frame, no cache, and no Referer, because the addresses of links contain people's requests. A response keeps its own
 * policy and its own `Cache-Control`.
 */
export function securityHeaders(appUrl: string): MiddlewareHandler {
  const common = Object.entries(commonHeaders(appUrl));
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has('Content-Security-Policy'))
      headers.set('Content-Security-Policy', contentSecurityPolicy(c.get(POLICY) ?? {}));
    // A page shows the data of one person, or sets a cookie: no cache may keep it.
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
    headers.set('Referrer-Policy', 'no-referrer');
    headers.set('Permissions-Policy', NO_FEATURES);
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    for (const [name, value] of common) headers.set(name, value);
  };
}
