import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { notices, pages } from '../../../generated/pages.ts';
import { requestOrigin } from '../../api/call.ts';
import { hours, type Micros, seconds } from '../../domain/clock.ts';
import { type AccountServices, SANDBOX_ISSUER, signIn } from '../../storage/accounts.ts';
import type { Store } from '../../storage/database/store.ts';
import { createEncryptedText, type EncryptedContent } from '../../storage/encryption/encrypted-text.ts';
import { randomKey } from '../../storage/encryption/encryptor.ts';
import { askerOfLink } from '../content.ts';
import { statusFor, takeFlash } from '../flash.ts';
import {
  CALLBACK_PATH,
  type IdentityProvider,
  type PendingSignIn,
  type SignedIn,
  type SignInPrompt,
} from '../identity/identity-provider.ts';
import { SignInFailure } from '../identity/sign-in-failure.ts';
import type { OpenedLink } from '../opened-links.ts';
import { paths, showPage } from '../page.tsx';
import type { PageServices } from '../services.ts';
import { isUserSession } from '../session.ts';
import type { UserApp } from '../user-app.tsx';
import { SignInPage } from '../views/entry-pages.tsx';
import { MessagePage, SignInFailedPage } from '../views/message-pages.tsx';

type SignInServices = AccountServices &
  Pick<PageServices, 'clock' | 'identityProvider' | 'log' | 'encryptor' | 'security'> & {
    store: Pick<Store, 'findPartner'>;
    /** Releases the undecided submission or request behind the link, so that another account can take it. */
    release(link: OpenedLink | null, userId: string): Promise<void>;
  };

/** Maximum time for a sign-in at the provider. */
const PENDING_LIFETIME: Micros = seconds(600);
/** Period from the start of a sign-in during which its error page links to the page that the person opened. */
const LINK_LIFETIME: Micros = hours(8);

/** The encrypted `state` that the provider sends back. Any number of sign-ins can be in progress. */
interface SignInState extends PendingSignIn, EncryptedContent {
  /** ID of the browser, from `Session.browser`. */
  browser: string;
  link: OpenedLink | null;
  wish: SignInPrompt;
  endsAt: Micros;
}

const STATUS = { declined: 403, expired: 400, refused: 403, unavailable: 503 } as const;

/** Adds the sign-in pages: OpenID Connect if there is a provider; otherwise, the form of the sandbox. */
export function signInRoutes(app: UserApp & SignInServices): Hono {
  const { appUrl, csrf, sessions, carriedLink, continueWith, hrefWith } = app;
  const routes = new Hono();

  const startSession = async (c: Context, { name, ...account }: SignedIn, link: OpenedLink | null) => {
    const { id } = await signIn(app, account);
    app.note(c, { userId: id }, 'signed_in');
    await sessions.startUserSession(c, { id, account: name });
    return continueWith(c, link);
  };

  /** Redirects a person who is already signed in, for example after a double click or in a second tab. */
  const unlessSignedIn: MiddlewareHandler = async (c, next) => {
    const session = sessions.readSession(c);
    return isUserSession(session) && !session.isStale ? continueWith(c, carriedLink(c)) : next();
  };

  if (app.identityProvider === null) addSandboxForm();
  else addProvider(app.identityProvider);
  routes.post(paths.signOut, csrf.requireCsrf, async (c) => {
    const session = sessions.readSession(c);
    const link = carriedLink(c);
    const usesOther = c.get('form').get('account') === 'other';
    if (isUserSession(session)) {
      if (usesOther) await app.release(link, session.userId);
      app.note(c, session, 'signed_out');
    }
    await sessions.endSession(c);
    // The form cannot redirect to the provider, because Chromium does not let a form redirect to another site.
    const { path } = notices[usesOther ? 'otherAccount' : 'signedOut'];
    return c.redirect(hrefWith(c, path, link), 303);
  });
  return routes;

  function addSandboxForm(): void {
    routes.get(paths.signIn, unlessSignedIn, async (c) => {
      const flash = takeFlash(c);
      const link = carriedLink(c);
      const page = (
        <SignInPage
          action={app.signInHref(c, link)}
          csrf={csrf.csrfToken(sessions.openSession(c))}
          refused={flash?.value ?? null}
          asker={await askerOfLink(app, link)}
        />
      );
      return showPage(c, page, { status: statusFor(flash) ?? pages.signIn.status });
    });
    // Checks the session before the form, which belongs to an older session if the person signed in in another tab.
    routes.post(paths.signIn, unlessSignedIn, csrf.requireCsrf, (c) => {
      const sent = c.get('form').get('email') ?? '';
      const subject = emailAddress(sent);
      const target = app.signInHref(c, carriedLink(c)).slice(appUrl.length);
      // The maximum length of a cookie limits what the form can show again.
      return subject === null
        ? app.flashes.redirectWith(c, target, { name: 'email', value: sent.slice(0, MAX_ADDRESS) })
        : startSession(c, { issuer: SANDBOX_ISSUER, subject, name: subject }, carriedLink(c));
    });
  }

  function addProvider(known: IdentityProvider): void {
    const states = createEncryptedText<SignInState>('sign-in-state:1', app);

    /** Returns the opened link in the query, or in the `state` that the provider sends back. */
    const linkOf = (c: Context): OpenedLink | null =>
      states.decrypt(c.req.query('state') ?? '')?.link ?? carriedLink(c);

    // Responds to a failed sign-in with a page that links to the opened link.
    routes.onError((error, c) => {
      if (!(error instanceof SignInFailure)) throw error;
      const { reason, fault } = error;
      app.log[reason === 'unavailable' ? 'error' : 'info']({ reason, ...fault }, 'sign-in failed');
      app.security({ event: 'sign_in_failed', actor: 'anyone', reason }, requestOrigin(c));
      const retryHref = app.signInHref(c, linkOf(c));
      if (reason === 'expired' && !sessions.hasCookie(c)) {
        const page = <MessagePage name="cookiesBlocked" links={[['signInFailed.again', retryHref]]} />;
        return showPage(c, page, { status: notices.cookiesBlocked.status });
      }
      return showPage(c, <SignInFailedPage reason={reason} retryHref={retryHref} />, { status: STATUS[reason] });
    });

    async function begin(c: Context, wish: SignInPrompt) {
      const { browser } = sessions.openSession(c);
      const now = app.clock.now();
      const url = await known.begin(
        (pending) =>
          states.encrypt({
            ...{ ...pending, browser, link: carriedLink(c), wish, id: randomKey() },
            ...{ endsAt: now + PENDING_LIFETIME, expiresAt: now + LINK_LIFETIME },
          }),
        wish,
      );
      return c.redirect(url.href, 303);
    }

    routes.get(paths.signIn, unlessSignedIn, (c) => begin(c, isUserSession(sessions.readSession(c)) ? 'again' : null));
    // If the provider cannot end its session, the person chooses the account at the provider.
    routes.get(paths.signInOther, unlessSignedIn, async (c) => {
      const link = carriedLink(c);
      const url = await known.signOutUrl(
        appUrl + notices.signedOut.path,
        link && app.links.write(link, sessions.openSession(c)),
      );
      return url === null ? begin(c, 'another_account') : c.redirect(url.href, 303);
    });

    routes.get(CALLBACK_PATH, async (c) => {
      const { searchParams } = new URL(c.req.url);
      const state = states.decrypt(searchParams.get('state') ?? '');
      const link = state?.link ?? null;
      const session = sessions.readSession(c);
      const isOurs = state !== null && state.browser === session?.browser && app.clock.now() < state.endsAt;
      try {
        // A sign-in that started in a different browser can belong to another person (login CSRF).
        if (!isOurs) throw new SignInFailure('expired');
        return await startSession(c, await known.finish(searchParams, state), link);
      } catch (error) {
        const isOver = error instanceof SignInFailure && ['expired', 'refused'].includes(error.reason);
        // If the person is signed in, they reloaded the page or went back to it.
        if (isOver && isUserSession(session)) return continueWith(c, isOurs ? link : null);
        throw error;
      }
    });
  }
}

/** Maximum length of an email address (RFC 5321, section 4.5.3.1.3, without the brackets). */
const MAX_ADDRESS = 254;

/** Pattern that browsers use for email addresses (HTML, "valid email address"). */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** Returns the address with its domain in lower case (RFC 5321, section 2.4); null when the address is invalid. */
function emailAddress(text: string): string | null {
  const address = text.trim();
  if (address.length > MAX_ADDRESS || !EMAIL.test(address)) return null;
  const at = address.lastIndexOf('@');
  return address.slice(0, at) + address.slice(at).toLowerCase();
}
