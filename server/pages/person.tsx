import type { Context, MiddlewareHandler } from 'hono';
import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { requestOrigin } from '../api/call.ts';
import { noteRead } from '../api/request-log.ts';
import { type SecurityEvent, subjectOf } from '../platform/security-log.ts';
import { csrfToken, type FormEnv, type FormFields, requireCsrf } from './csrf.tsx';
import { hrefWith, type OpenedLink, pathWith, redirectToSessionEnded, returnLink } from './opened-links.ts';
import { pathIn, paths, showPage } from './page.tsx';
import { servicesOf } from './services.ts';
import { isUserSession, readSession, type UserSession } from './session.ts';

type PageResponse = Response | Promise<Response>;

declare const checked: unique symbol;

/** A value that passed an access check. A handler that requires this type does not compile without the check. */
export type Checked<T> = T & { readonly [checked]: true };

/** A request of a signed-in person. `form` is empty for a GET request. */
export type Visit = Checked<{ session: UserSession; form: FormFields }>;

export type PersonRoute = [MiddlewareHandler<FormEnv>, (c: Context<FormEnv>) => Promise<Response>];

/** Checks the CSRF token of a form. A visitor without a session signs in first, and then returns. */
export const forPerson = (handle: (c: Context, visit: Visit) => PageResponse): PersonRoute => [
  requireCsrf,
  async (c) => {
    const session = readSession(c);
    if (isUserSession(session)) {
      noteRead((c as Context).get('record'), { userId: session.userId });
      return handle(c, { session, form: c.get('form') ?? new Map() } as Visit);
    }
    return c.req.method === 'POST'
      ? redirectToSessionEnded(c)
      : c.redirect(hrefWith(c, paths.signIn, returnLink(c)), 303);
  },
];

/** With `link`, the person can switch to another account and return to the page. */
export function show(
  c: Context,
  { session }: Visit,
  page: Child,
  { status = 200, link = null }: { status?: ContentfulStatusCode; link?: OpenedLink | null } = {},
): PageResponse {
  const signOutPath = pathIn(servicesOf(c).appUrl, pathWith(c, paths.signOut, link));
  const account = { csrf: csrfToken(session), name: session.account, signOutPath };
  return showPage(c, page, { status, account });
}

export function logAction(
  c: Context,
  userId: string,
  event: SecurityEvent['event'],
  about?: { clientId: string; requestId: string },
): void {
  const subject = about && { client_id: about.clientId, subject: subjectOf(about.requestId) };
  servicesOf(c).security({ event, actor: `person:${userId}`, ...subject }, requestOrigin(c));
}
