import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Sealer } from '../crypto/sealer.ts';
import { type Clock, type Micros, seconds } from '../domain/clock.ts';
import { type Account, type AccountServices, signIn } from '../identity/accounts.ts';
import { CALLBACK_PATH, type IdentityProvider, type PendingSignIn } from '../identity/identity-provider.ts';
import { SignInFailure, type SignInFailureReason } from '../identity/sign-in-failure.ts';
import type { Logger } from '../log.ts';
import type { Csrf } from './csrf.ts';
import { noStore } from './no-store.ts';
import type { Page } from './page.ts';
import { type CookieContent, createSealedCookie, newCookieId } from './sealed-cookie.ts';
import { isUserSession, type Sessions, type UserSession } from './session.ts';

/** The form of the sandbox: an e-mail address, and no password. The page must say that nothing is checked. */
export interface SignInProps {
  /** Where the form is sent to, by POST, with the fields `csrf` and `email`. */
  action: string;
  csrf: string;
  /** What was sent before and is no e-mail address; empty at first. It is a stranger's text. */
  email: string;
  /** Whether to say that `email` is no e-mail address. */
  isRefused: boolean;
}

/** That nobody was signed in, why, and what to do about it. */
export interface SignInFailedProps {
  reason: SignInFailureReason;
  /** A link that begins the sign-in anew. */
  retryUrl: string;
}

export interface SignInViews {
  signIn(props: SignInProps): Page;
  signInFailed(props: SignInFailedProps): Page;
}

export interface SignInParts extends AccountServices {
  appUrl: string;
  clock: Clock;
  log: Logger;
  sealer: Sealer;
  sessions: Sessions;
  csrf: Csrf;
  /** Null: the sandbox, which believes any e-mail address. Never null in production: see `loadConfig`. */
  provider: IdentityProvider | null;
  views: SignInViews;
  /** The path in the user application to go on with. Nothing of the request that signed in may be in it. */
  afterSignIn(session: UserSession): string;
  /** The path in the user application to go to. */
  afterSignOut: string;
}

/** What the issuer of the sandbox's accounts is. No provider can have it: an issuer is an https URL. */
export const SANDBOX_ISSUER = 'urn:sandbox';

/** For as long as a person may stay at the provider. */
export const PENDING_LIFETIME: Micros = seconds(600);

const STATUS = { declined: 403, expired: 400, refused: 403, unavailable: 503 } as const;

/**
 * The sign-in pages: with a provider by OpenID Connect, without one by the sandbox's form. Each route has its checks itself, so
 * that the routes can be mounted anywhere in the user application.
 */
export function signInRoutes(parts: SignInParts): Hono {
  const { appUrl, csrf, provider, sessions, views } = parts;
  const routes = new Hono();

  const goOn = (c: Context, session: UserSession) =>
    c.redirect(`${appUrl}${parts.afterSignIn(session)}`, 303);
  const enter = async (c: Context, account: Account) =>
    goOn(c, sessions.startUserSession(c, (await signIn(parts, account)).id));

  /** Who has signed in needs none of the pages: the button was pressed twice, or the page is one of before. */
  const unlessSignedIn: MiddlewareHandler = async (c, next) => {
    const session = sessions.readSession(c);
    return isUserSession(session) ? goOn(c, session) : next();
  };

  if (provider === null) addSandboxForm();
  else addProvider(provider);
  routes.post('/sign-out', noStore, csrf.requireCsrf, (c) => {
    sessions.endSession(c);
    return c.redirect(`${appUrl}${parts.afterSignOut}`, 303);
  });
  return routes;

  function addSandboxForm(): void {
    const form = (c: Context, refused: string | null) =>
      c.html(
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
      return subject === null ? form(c, sent) : enter(c, { issuer: SANDBOX_ISSUER, subject });
    });
  }

  function addProvider(known: IdentityProvider): void {
    const cookie = createSealedCookie<PendingSignIn & CookieContent>({
      ...parts,
      name: 'sign-in',
      format: 1,
    });

    /** A page for what can go wrong at a provider; anything else is thrown on. */
    const orFailed = (handler: (c: Context) => Promise<Response>) => async (c: Context) => {
      try {
        return await handler(c);
      } catch (error) {
        if (!(error instanceof SignInFailure)) throw error;
        const { reason, fault } = error;
        parts.log[reason === 'unavailable' ? 'error' : 'info']({ reason, ...fault }, 'sign-in failed');
        return c.html(views.signInFailed({ reason, retryUrl: `${appUrl}/sign-in` }), STATUS[reason]);
      }
    };

    routes.get(
      '/sign-in',
      noStore,
      unlessSignedIn,
      orFailed(async (c) => {
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
      orFailed(async (c) => {
        const { searchParams } = new URL(c.req.url);
        const pending = cookie.read(c);
        // Looked at before anything is done: the cookie stays for the window in which the sign-in was begun last, and no
        // other site can end it with an address of its own making.
        if (pending === null || searchParams.get('state') !== pending.state) {
          const session = sessions.readSession(c);
          if (isUserSession(session)) return goOn(c, session);
          throw new SignInFailure('expired');
        }
        cookie.remove(c);
        return enter(c, await known.finish(searchParams, pending));
      }),
    );
  }
}

/** As browsers check it (HTML, "valid email address"). */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** In one spelling: only the domain is known to make no difference between cases (RFC 5321, section 2.4). Null: none. */
function emailAddress(text: string): string | null {
  const address = text.trim();
  // RFC 5321, section 4.5.3.1.3, without the brackets.
  if (address.length > 254 || !EMAIL.test(address)) return null;
  const at = address.lastIndexOf('@');
  return address.slice(0, at) + address.slice(at).toLowerCase();
}
