import type { Context, MiddlewareHandler } from 'hono';
import { commonHeaders } from '../http/responses.ts';

interface PagePolicy {
  /** Origin that the response to a form can redirect to. Chromium applies `form-action` to redirects too. */
  formTarget?: string | undefined;
  /** True if the script of the page sends requests to this service. */
  asks?: boolean;
}

const POLICY = 'pagePolicy';

/** Extends the policy of the current page. */
export function allow(c: Context, policy: PagePolicy): void {
  c.set(POLICY, policy);
}

/** An origin that is safe in a policy. A host can contain `;` or `*` (URL Standard), which are special in a policy. */
const ORIGIN = /^https?:\/\/[a-z0-9._-]+(:\d+)?$/;

function contentSecurityPolicy({ formTarget = '', asks = false }: PagePolicy): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    ...(asks ? ["connect-src 'self'"] : []),
    `form-action 'self'${ORIGIN.test(formTarget) ? ` ${formTarget}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Disables device features, which the pages do not use. */
const NO_FEATURES = ['camera', 'geolocation', 'microphone', 'payment', 'usb'].map((name) => `${name}=()`).join(', ');

/**
 * Sets the security headers of every response of the pages: no content from other sites, no inline scripts, no frames,
 * no caching, and no referrer, because links contain IDs. A response can set its own policy and `Cache-Control`.
 */
export function securityHeaders(appUrl: string): MiddlewareHandler {
  const common = Object.entries(commonHeaders(appUrl));
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has('Content-Security-Policy'))
      headers.set('Content-Security-Policy', contentSecurityPolicy(c.get(POLICY) ?? {}));
    // A page shows personal data or sets a cookie, so no cache may store it.
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
    headers.set('Referrer-Policy', 'no-referrer');
    headers.set('Permissions-Policy', NO_FEATURES);
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    for (const [name, value] of common) headers.set(name, value);
  };
}
