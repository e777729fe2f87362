import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Child } from 'hono/jsx';
import type { Sealer } from '../crypto/sealer.ts';
import { type Clock, type Micros, seconds } from '../domain/clock.ts';
import { requestOrigin } from '../http/origin.ts';
import { type Account, type AccountServices, signIn } from '../identity/accounts.ts';
import { CALLBACK_PATH, type IdentityProvider, type PendingSignIn } from '../identity/identity-provider.ts';
import { SignInFailure, type SignInFailureReason } from '../identity/sign-in-failure.ts';
import type { Logger } from '../log.ts';
import type { SecurityLog } from '../security-log.ts';
import type { Csrf } from './csrf.ts';
import { noStore } from './no-store.ts';
import { type CookieContent, createSealedCookie, newCookieId } from './sealed-cookie.ts';
import { isUserSession, type Sessions, type UserSession } from './session.ts';
import { showPage } from './words/words.tsx';

/** The sandbox's form: an e-mail address and no password. The page must say that nothing is checked. */
export interface SignInProps {
  /** Where the form posts to, with the fields `csrf` and `email`. */
  action: string;
  csrf: string;
  /** What was sent before and is not an e-mail address; empty at first. Untrusted text. */
  email: string;
  /** Whether to say that `email` is not an e-mail address. */
  isRefused: boolean;
}

/** Why the sign-in failed, and how to try again. */
export interface SignInFailedProps {
  reason: SignInFailureReason;
  /** A link that starts the sign-in again. */
  retryUrl: string;
}

export interface SignInViews {
  signIn(props: SignInProps): Child;
  signInFailed(props: SignInFailedProps): Child;
}

export interface SignInParts extends AccountServices {
  appUrl: string;
  clock: Clock;
  log: Logger;
  security: SecurityLog;
  sealer: Sealer;
  sessions: Sessions;
  csrf: Csrf;
  /** Null in the sandbox, which accepts any e-mail address; never in production: see `loadConfig`. */
  provider: IdentityProvider | null;
  views: SignInViews;
  /** The path in the user application to continue at. It must contain nothing from the request that signed in. */
  afterSignIn(session: UserSession): string;
  /** The path in the user application to continue at. */
  afterSignOut: string;
}

/** The issuer of the sandbox's accounts. No provider can have it, because an issuer is an https URL. */
export const SANDBOX_ISSUER = 'urn:sandbox';

/** How long a person may stay at the provider. */
export const PENDING_LIFETIME: Micros = seconds(600);

const STATUS = { declined: 403, expired: 400, refused: 403, unavailable: 503 } as const;

/**
 * The sign-in pages: OpenID Connect with a provider, else the sandbox's form. Each route has its own checks, so that
 * the routes can be mounted anywhere in the user application.
 */
export function signInRoutes(parts: SignInParts): Hono {
  const { appUrl, csrf, provider, sessions, views } = parts;
  const routes = new Hono();

  const continueAfter = (c: Context, session: UserSession) => c.redirect(`${appUrl}${parts.afterSignIn(session)}`, 303);
  const startSession = async (c: Context, account: Account) => {
    const { id } = await signIn(parts, account);
    parts.security({ event: 'signed_in', actor: `person:${id}` }, requestOrigin(c));
    return continueAfter(c, sessions.startUserSession(c, id));
  };

  /** A person who is signed in already pressed the button twice, or came back to an old page. */
  const unlessSignedIn: MiddlewareHandler = async (c, next) => {
    const session = sessions.readSession(c);
    return isUserSession(session) ? continueAfter(c, session) : next();
  };

  if (provider === null) addSandboxForm();
  else addProvider(provider);
  routes.post('/sign-out', noStore, csrf.requireCsrf, (c) => {
    const session = sessions.readSession(c);
    if (isUserSession(session))
      parts.security({ event: 'signed_out', actor: `person:${session.userId}` }, requestOrigin(c));
    sessions.endSession(c);
    return c.redirect(`${appUrl}${parts.afterSignOut}`, 303);
  });
  return routes;

  function addSandboxForm(): void {
    const form = (c: Context, refused: string | null) =>
      showPage(
        c,
        views.signIn({
          action: `${appUrl}/sign-in`,
          csrf: csrf.csrfToken(sessions.openSession(c)),
          email: refused ?? '',
          isRefused: refused !== null,
        }),
        refused === null ? 200 : 422,
      );
    routes.get('/sign-in', noStore, unlessSignedIn, (c) => form(c, null));
    routes.post('/sign-in', noStore, csrf.requireCsrf, (c) => {
      const sent = c.get('form').get('email') ?? '';
      const subject = emailAddress(sent);
      return subject === null ? form(c, sent) : startSession(c, { issuer: SANDBOX_ISSUER, subject });
    });
  }

  function addProvider(known: IdentityProvider): void {
    const cookie = createSealedCookie<PendingSignIn & CookieContent>({
      ...parts,
      name: 'sign-in',
      format: 1,
    });

    /** Renders a page for a `SignInFailure`; other errors are thrown on. */
    const withFailurePage = (handler: (c: Context) => Promise<Response>) => async (c: Context) => {
      try {
        return await handler(c);
      } catch (error) {
        if (!(error instanceof SignInFailure)) throw error;
        const { reason, fault } = error;
        parts.log[reason === 'unavailable' ? 'error' : 'info']({ reason, ...fault }, 'sign-in failed');
        parts.security({ event: 'sign_in_failed', actor: 'anyone', reason }, requestOrigin(c));
        return showPage(c, views.signInFailed({ reason, retryUrl: `${appUrl}/sign-in` }), STATUS[reason]);
      }
    };

    routes.get(
      '/sign-in',
      noStore,
      unlessSignedIn,
      withFailurePage(async (c) => {
        const { url, pending } = await known.begin();
        cookie.write(c, {
          ...pending,
          id: newCookieId(),
          expiresAt: parts.clock.now() + PENDING_LIFETIME,
        });
        return c.redirect(url.href, 303);
      }),
    );

    routes.get(
      CALLBACK_PATH,
      noStore,
      withFailurePage(async (c) => {
        const { searchParams } = new URL(c.req.url);
        const pending = cookie.read(c);
        // Checked first: the cookie stays for the window in which the last sign-in was started, and another site cannot
        // end that sign-in with an address that it made up.
        if (pending === null || searchParams.get('state') !== pending.state) {
          const session = sessions.readSession(c);
          if (isUserSession(session)) return continueAfter(c, session);
          throw new SignInFailure('expired');
        }
        cookie.remove(c);
        return startSession(c, await known.finish(searchParams, pending));
      }),
    );
  }
}

/** As browsers check it (HTML, "valid email address"). */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** The address with its domain, which has no case (RFC 5321, section 2.4), in lower case; null when it is invalid. */
function emailAddress(text: string): string | null {
  const address = text.trim();
  // RFC 5321, section 4.5.3.1.3, without the brackets.
  if (address.length > 254 || !EMAIL.test(address)) return null;
  const at = address.lastIndexOf('@');
  return address.slice(0, at) + address.slice(at).toLowerCase();
}
