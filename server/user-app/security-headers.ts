import type { Context, MiddlewareHandler } from 'hono';
import { commonHeaders } from '../http/common-headers.ts';

/** What a page may do beyond what every page may. */
export interface PagePolicy {
  /** Where the response to a form may redirect to, as an origin: Chromium applies `form-action` to redirects too. */
  formTarget?: string | undefined;
  /** Whether its script sends requests to this service. */
  asks?: boolean;
}

const POLICY = 'pagePolicy';

/** Allows this page more than every page may. */
export function allow(c: Context, policy: PagePolicy): void {
  c.set(POLICY, policy);
}

/** An origin as a policy has it. A host may hold `;` or `*` (URL Standard), which mean something else there. */
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

/** A page asks for nothing of the device. */
const NO_FEATURES = ['camera', 'geolocation', 'microphone', 'payment', 'usb'].map((name) => `${name}=()`).join(', ');

/**
 * The security headers of every response of the user application: nothing from other sites, no inline script, no frame,
 * and no Referer, because the addresses of links contain people's requests. A response with its own policy keeps it.
 */
export function securityHeaders(appUrl: string): MiddlewareHandler {
  const common = Object.entries(commonHeaders(appUrl));
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has('Content-Security-Policy'))
      headers.set('Content-Security-Policy', contentSecurityPolicy(c.get(POLICY) ?? {}));
    headers.set('Referrer-Policy', 'no-referrer');
    headers.set('Permissions-Policy', NO_FEATURES);
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    for (const [name, value] of common) headers.set(name, value);
  };
}
