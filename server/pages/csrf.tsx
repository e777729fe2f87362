import { hash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { problems } from '../../generated/operations.ts';
import { requestOrigin } from '../api/call.ts';
import { decodeUtf8, mediaTypeOf } from '../api/contract/parse-body.ts';
import { Refusal } from '../api/contract/problem.ts';
import type { InFlightBody } from '../api/in-flight-bodies.ts';
import { bodyStreamOf, readBody } from '../api/read-body.ts';
import { isEqualText } from '../domain/signature.ts';
import { carriedLink, hrefWith, redirectToNotice, redirectToSessionEnded } from './opened-links.ts';
import { paths, showPage } from './page.tsx';
import { servicesOf } from './services.ts';
import { hasSessionCookie, isUserSession, readSession, type Session } from './session.ts';
import { MessagePage, SignInFailedPage } from './views/message-pages.tsx';
import { showTooMany } from './visit-limit.tsx';

export type FormFields = ReadonlyMap<string, string>;

export interface FormEnv {
  Variables: { form: FormFields };
}

/** Works for anonymous sessions, too, because login CSRF could sign a visitor in to another person's account. */
export const csrfToken = ({ id }: Session): string => hash('sha256', `csrf:${id}`, 'base64url');

function hasToken(c: Context, fields: FormFields): boolean {
  const session = readSession(c);
  return session !== null && isEqualText(csrfToken(session), fields.get('csrf') ?? '');
}

const formMiddleware =
  (isAccepted: (c: Context, fields: FormFields) => boolean): MiddlewareHandler<FormEnv> =>
  async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const { appUrl, bodies, sourceOf } = servicesOf(c);
    if (!isFrom(new URL(appUrl).origin, c.req.raw.headers)) return showForbidden(c);
    const body = bodies.openAnonymous(sourceOf(requestOrigin(c)));
    try {
      const form = await readForm(c, body);
      if (form === 429) return await showTooMany(c, 1);
      if (typeof form === 'number') return await showForbidden(c, form);
      if (!isAccepted(c, form)) return await showExpired(c);
      c.set('form', form);
      return await next();
    } finally {
      body.release();
    }
  };

/** Rejects forms from other sites. Checks no CSRF token, so the form must not change stored data. */
export const readOwnForm = formMiddleware(() => true);

/** Rejects a form unless a page of this service sent it in the same session. GET requests pass. */
export const requireCsrf = formMiddleware(hasToken);

const showForbidden = (c: Context, status: ContentfulStatusCode = 403) =>
  showPage(c, <MessagePage name="forbidden" />, { status });

function showExpired(c: Context): Response | Promise<Response> {
  // On the sign-in form, a notice that the session has ended would be wrong: the person was not signed in.
  if (c.req.path === paths.signIn) {
    if (!hasSessionCookie(c)) return redirectToNotice(c, 'cookiesBlocked');
    const retryHref = hrefWith(c, paths.signIn, carriedLink(c));
    return showPage(c, <SignInFailedPage reason="expired" retryHref={retryHref} />, { status: 403 });
  }
  return isUserSession(readSession(c)) ? showForbidden(c) : redirectToSessionEnded(c);
}

/** Returns true if a page of `origin` sent the request, or if no header identifies the page. */
function isFrom(origin: string, headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  // Browsers send `none` if no page started the request, for example when a person restores a tab.
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const sender = headers.get('origin');
  // Pages with the policy `no-referrer` send `null` even to their own origin, so only `site` identifies the origin.
  if (sender === 'null') return site === 'same-origin';
  return sender === null || sender === origin;
}

const MAX_FORM_BYTES = 65_536;

export const isForm = (headers: Headers): boolean =>
  mediaTypeOf(headers.get('content-type')) === 'application/x-www-form-urlencoded';

async function readForm(c: Context, inFlight: InFlightBody): Promise<FormFields | ContentfulStatusCode> {
  const { headers } = c.req.raw;
  if (!isForm(headers)) return 415;
  try {
    const text = decodeUtf8(await readBody(bodyStreamOf(c), headers.get('content-length'), MAX_FORM_BYTES, inFlight));
    const pairs = [...new URLSearchParams(text ?? '')];
    const fields = new Map(pairs);
    return text !== null && fields.size === pairs.length ? fields : 400;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return problems[error.statement.code].status;
  }
}
