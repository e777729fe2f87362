import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Child } from 'hono/jsx';
import type { Sealer } from '../crypto/sealer.ts';
import { type Clock, hours, type Micros, seconds } from '../domain/clock.ts';
import { requestOrigin } from '../http/origin.ts';
import { type AccountServices, signIn } from '../identity/accounts.ts';
import {
  CALLBACK_PATH,
  type IdentityProvider,
  type PendingSignIn,
  type SignedIn,
  type SignInWish,
} from '../identity/identity-provider.ts';
import { SignInFailure, type SignInFailureReason } from '../identity/sign-in-failure.ts';
import type { Logger } from '../log.ts';
import type { SecurityLog } from '../security-log.ts';
import type { Csrf } from './csrf.ts';
import { noStore } from './no-store.ts';
import type { OpenedLink, OpenedLinks } from './opened-links.ts';
import { createSealedText, newSealedId, type SealedContent } from './sealed-text.ts';
import { isUserSession, type Sessions } from './session.ts';
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
  links: OpenedLinks;
  views: SignInViews;
  /** The path in the user application to continue at when no link was opened. */
  afterSignIn: string;
  /** The path that goes on with an opened link, which it gets as `link`. */
  continueAt: string;
  /** The path in the user application to continue at; it gets the link as `link`, or from a provider as `state`. */
  afterSignOut: string;
  /** The same for who wants to sign in with another account. */
  otherAccount: string;
}

/** The issuer of the sandbox's accounts. No provider can have it, because an issuer is an https URL. */
export const SANDBOX_ISSUER = 'urn:sandbox';

/** How long a person may stay at the provider. */
export const PENDING_LIFETIME: Micros = seconds(600);
/** How long the page that says that it took too long still leads on to what the person had opened. */
const LINK_LIFETIME: Micros = hours(8);

/** What goes to the provider and back as the `state`, sealed, so that any number of sign-ins can be under way. */
interface SignInState extends PendingSignIn, SealedContent {
  /** `Session.browser`. */
  browser: string;
  link: OpenedLink | null;
  wish: SignInWish;
  endsAt: Micros;
}

const STATUS = { declined: 403, expired: 400, refused: 403, unavailable: 503 } as const;

/**
 * The sign-in pages: OpenID Connect with a provider, else the sandbox's form. Each route has its own checks, so that
 * the routes can be mounted anywhere in the user application.
 */
export function signInRoutes(parts: SignInParts): Hono {
  const { appUrl, csrf, links, provider, sessions, views } = parts;
  const routes = new Hono();

  /** `link` was written by `links`: nothing else from a request says where it goes on. */
  const withLink = (path: string, link: string | null) => `${appUrl}${path}${link === null ? '' : `?link=${link}`}`;
  /** The link that the request carries, for this browser anew; null when it carries none. */
  const linkOf = (c: Context): OpenedLink | null => links.read(c.req.query('link'), sessions.readSession(c));
  const written = (c: Context, link: OpenedLink | null) => link && links.write(link, sessions.openSession(c));

  const continueAfter = (c: Context, link: OpenedLink | null) => {
    const text = written(c, link);
    return c.redirect(withLink(text === null ? parts.afterSignIn : parts.continueAt, text), 303);
  };
  const startSession = async (c: Context, { name, ...account }: SignedIn, link: OpenedLink | null) => {
    const { id } = await signIn(parts, account);
    parts.security({ event: 'signed_in', actor: `person:${id}` }, requestOrigin(c));
    await sessions.startUserSession(c, { id, account: name });
    return continueAfter(c, link);
  };

  /** A person who is signed in already pressed the button twice, came back to an old page, or has two tabs. */
  const unlessSignedIn: MiddlewareHandler = async (c, next) => {
    const session = sessions.readSession(c);
    return isUserSession(session) && !session.isStale ? continueAfter(c, linkOf(c)) : next();
  };

  if (provider === null) addSandboxForm();
  else addProvider(provider);
  routes.post('/sign-out', noStore, csrf.requireCsrf, async (c) => {
    const session = sessions.readSession(c);
    if (isUserSession(session))
      parts.security({ event: 'signed_out', actor: `person:${session.userId}` }, requestOrigin(c));
    const link = linkOf(c);
    await sessions.endSession(c);
    const text = written(c, link);
    // The form cannot lead to the provider itself: Chromium lets no form redirect to another site.
    if (c.get('form').get('account') === 'other') return c.redirect(withLink(parts.otherAccount, text), 303);
    return c.redirect(withLink(parts.afterSignOut, text), 303);
  });
  return routes;

  function addSandboxForm(): void {
    const form = (c: Context, refused: string | null) =>
      showPage(
        c,
        views.signIn({
          action: withLink('/sign-in', written(c, linkOf(c))),
          csrf: csrf.csrfToken(sessions.openSession(c)),
          email: refused ?? '',
          isRefused: refused !== null,
        }),
        refused === null ? 200 : 422,
      );
    routes.get('/sign-in', noStore, unlessSignedIn, (c) => form(c, null));
    // Before the form is judged: it is of the session before, if the person signed in in another tab meanwhile.
    routes.post('/sign-in', noStore, unlessSignedIn, csrf.requireCsrf, (c) => {
      const sent = c.get('form').get('email') ?? '';
      const subject = emailAddress(sent);
      return subject === null
        ? form(c, sent)
        : startSession(c, { issuer: SANDBOX_ISSUER, subject, name: subject }, linkOf(c));
    });
  }

  function addProvider(known: IdentityProvider): void {
    const states = createSealedText<SignInState>('sign-in-state:1', parts);

    /** Renders a page for a `SignInFailure`, from which the link goes on; other errors are thrown on. */
    async function orFailurePage(c: Context, link: OpenedLink | null, work: () => Promise<Response>) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof SignInFailure)) throw error;
        const { reason, fault } = error;
        parts.log[reason === 'unavailable' ? 'error' : 'info']({ reason, ...fault }, 'sign-in failed');
        parts.security({ event: 'sign_in_failed', actor: 'anyone', reason }, requestOrigin(c));
        const retryUrl = withLink('/sign-in', written(c, link));
        return showPage(c, views.signInFailed({ reason, retryUrl }), STATUS[reason]);
      }
    }

    const begin = (c: Context, link: OpenedLink | null, wish: SignInWish) =>
      orFailurePage(c, link, async () => {
        const { browser } = sessions.openSession(c);
        const now = parts.clock.now();
        const url = await known.begin(
          (pending) =>
            states.seal({
              ...{ ...pending, browser, link, wish, id: newSealedId() },
              ...{ endsAt: now + PENDING_LIFETIME, expiresAt: now + LINK_LIFETIME },
            }),
          wish,
        );
        return c.redirect(url.href, 303);
      });

    routes.get('/sign-in', noStore, unlessSignedIn, (c) =>
      begin(c, linkOf(c), isUserSession(sessions.readSession(c)) ? 'again' : null),
    );
    // Where the provider cannot end its session, it is asked to let the person choose.
    routes.get('/sign-in/other', noStore, unlessSignedIn, (c) => {
      const link = linkOf(c);
      return orFailurePage(c, link, async () => {
        const url = await known.signOutUrl(`${appUrl}${parts.afterSignOut}`, written(c, link));
        return url === null ? begin(c, link, 'another_account') : c.redirect(url.href, 303);
      });
    });

    routes.get(CALLBACK_PATH, noStore, (c) => {
      const { searchParams } = new URL(c.req.url);
      const state = states.open(searchParams.get('state') ?? '');
      const link = state?.link ?? null;
      return orFailurePage(c, link, async () => {
        const session = sessions.readSession(c);
        const isOurs = state !== null && state.browser === session?.browser && parts.clock.now() < state.endsAt;
        try {
          // A sign-in that was begun in another browser may be somebody else's (login CSRF).
          if (!isOurs) throw new SignInFailure('expired');
          return await startSession(c, await known.finish(searchParams, state), link);
        } catch (error) {
          const isOver = error instanceof SignInFailure && ['expired', 'refused'].includes(error.reason);
          // The person took the same way twice: by loading the page again, or by going back.
          if (isOver && isUserSession(session)) return continueAfter(c, isOurs ? link : null);
          throw error;
        }
      });
    });
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
