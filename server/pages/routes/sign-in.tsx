import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { notices, pages } from '../../../generated/pages.ts';
import { requestOrigin } from '../../api/call.ts';
import { type Micros, seconds } from '../../domain/clock.ts';
import { SANDBOX_ISSUER, signIn } from '../../storage/accounts.ts';
import { changeSubmission } from '../../storage/changes/change-submission.ts';
import { changeVerification } from '../../storage/changes/change-verification.ts';
import { createEncryptedText, type EncryptedContent } from '../../storage/encryption/encrypted-json.ts';
import { randomKey } from '../../storage/encryption/encryptor.ts';
import { askerOfLink } from '../content.ts';
import { csrfToken, type FormEnv, requireCsrf } from '../csrf.tsx';
import {
  CALLBACK_PATH,
  type IdentityProvider,
  type PendingSignIn,
  type SignedIn,
  SignInFailure,
  type SignInPrompt,
} from '../identity/identity-provider.ts';
import { carriedLink, continueWith, hrefWith, LINK_LIFETIME, type OpenedLink, writeLink } from '../opened-links.ts';
import { paths, showPage } from '../page.tsx';
import { logAction } from '../person.tsx';
import { servicesOf } from '../services.ts';
import { endSession, hasSessionCookie, isUserSession, openSession, readSession, startUserSession } from '../session.ts';
import { SandboxSignInPage } from '../views/entry-pages.tsx';
import { MessagePage, SignInFailedPage } from '../views/message-pages.tsx';

const PENDING_LIFETIME: Micros = seconds(600);

/** Content of the encrypted OAuth `state`, so that the server stores no data about sign-ins in progress. */
interface SignInState extends PendingSignIn, EncryptedContent {
  browser: string;
  link: OpenedLink | null;
  wish: SignInPrompt;
  /** Deadline for the sign-in. `expiresAt` is later, because the link stays valid after this deadline. */
  signInEndsAt: Micros;
}

const STATUS = { declined: 403, expired: 400, refused: 403, unavailable: 503 } as const;

export function signInRoutes(provider: IdentityProvider | null): Hono<FormEnv> {
  const routes = new Hono<FormEnv>();
  if (provider === null) addSandboxForm(routes);
  else addProvider(routes, provider);
  routes.post(paths.signOut, requireCsrf, signOut);
  return routes;
}

async function completeSignIn(c: Context, { name, ...account }: SignedIn, link: OpenedLink | null) {
  const { id } = await signIn(servicesOf(c), account);
  logAction(c, id, 'signed_in');
  await startUserSession(c, { id, account: name });
  return continueWith(c, link);
}

const unlessSignedIn: MiddlewareHandler = async (c, next) => {
  const session = readSession(c);
  return isUserSession(session) && !session.isStale ? continueWith(c, carriedLink(c)) : next();
};

async function signOut(c: Context<FormEnv>): Promise<Response> {
  const session = readSession(c);
  const link = carriedLink(c);
  const usesOther = c.get('form').get('account') === 'other';
  if (isUserSession(session)) {
    const { userId } = session;
    // Removes the user as the owner of an undecided resource, so that another account can become the owner.
    const release = { kind: 'release', userId } as const;
    if (usesOther && link?.kind === 'add') await changeSubmission(servicesOf(c), link, release);
    if (usesOther && link?.kind === 'verify') await changeVerification(servicesOf(c), link, release);
    logAction(c, userId, 'signed_out');
  }
  await endSession(c);
  // The form cannot redirect to the provider, because Chromium does not let a form redirect to another site.
  return c.redirect(hrefWith(c, notices[usesOther ? 'otherAccount' : 'signedOut'].path, link), 303);
}

/** Detects typing errors in an email address. Does not need to be exact, because the sandbox sends no email. */
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

function addSandboxForm(routes: Hono<FormEnv>): void {
  routes.get(paths.signIn, unlessSignedIn, (c) => showSandboxForm(c));
  // `unlessSignedIn` comes before `requireCsrf`, because a sign-in in another tab makes the CSRF token invalid.
  routes.post(paths.signIn, unlessSignedIn, requireCsrf, (c) => {
    const sent = c.get('form').get('email') ?? '';
    const subject = sent.trim().toLowerCase();
    if (!EMAIL.test(subject)) return showSandboxForm(c, sent);
    return completeSignIn(c, { issuer: SANDBOX_ISSUER, subject, name: subject }, carriedLink(c));
  });
}

async function showSandboxForm(c: Context, refused: string | null = null): Promise<Response> {
  const link = carriedLink(c);
  const page = (
    <SandboxSignInPage
      action={hrefWith(c, paths.signIn, link)}
      csrf={csrfToken(openSession(c))}
      refusedEmail={refused}
      asker={await askerOfLink(servicesOf(c), link)}
    />
  );
  return showPage(c, page, { status: refused === null ? pages.signIn.status : 422 });
}

const encryptedState = (c: Context) => createEncryptedText<SignInState>('sign-in-state:1', servicesOf(c));

const sentState = (c: Context): SignInState | null => encryptedState(c).decrypt(c.req.query('state') ?? '');

function addProvider(routes: Hono<FormEnv>, provider: IdentityProvider): void {
  routes.onError(showSignInFailure);
  routes.get(paths.signIn, unlessSignedIn, (c) =>
    beginSignIn(c, provider, isUserSession(readSession(c)) ? 'again' : null),
  );
  // Signs the person out at the provider. Without a logout URL, the provider asks the person to select an account.
  routes.get(paths.signInOther, unlessSignedIn, async (c) => {
    const link = carriedLink(c);
    const returnTo = servicesOf(c).appUrl + notices.signedOut.path;
    const url = await provider.signOutUrl(returnTo, link && writeLink(c, link));
    return url === null ? beginSignIn(c, provider, 'another_account') : c.redirect(url.href, 303);
  });
  routes.get(CALLBACK_PATH, (c) => finishSignIn(c, provider));
}

function showSignInFailure(error: Error, c: Context): Response | Promise<Response> {
  if (!(error instanceof SignInFailure)) throw error;
  const { log, security } = servicesOf(c);
  const { reason, fault } = error;
  if (reason === 'unavailable') log.error({ reason, ...fault }, 'sign-in failed');
  else log.info({ reason, ...fault }, 'sign-in failed');
  security({ event: 'sign_in_failed', actor: 'anyone', reason }, requestOrigin(c));
  const retryHref = hrefWith(c, paths.signIn, sentState(c)?.link ?? carriedLink(c));
  if (reason === 'expired' && !hasSessionCookie(c)) {
    const page = <MessagePage name="cookiesBlocked" links={[['signInFailed.again', retryHref]]} />;
    return showPage(c, page, { status: notices.cookiesBlocked.status });
  }
  return showPage(c, <SignInFailedPage reason={reason} retryHref={retryHref} />, { status: STATUS[reason] });
}

async function beginSignIn(c: Context, provider: IdentityProvider, wish: SignInPrompt): Promise<Response> {
  const { browser } = openSession(c);
  const now = servicesOf(c).clock.now();
  const state = { browser, link: carriedLink(c), wish, signInEndsAt: now + PENDING_LIFETIME };
  const url = await provider.begin(
    (pending) => encryptedState(c).encrypt({ ...pending, ...state, id: randomKey(), expiresAt: now + LINK_LIFETIME }),
    wish,
  );
  return c.redirect(url.href, 303);
}

async function finishSignIn(c: Context, provider: IdentityProvider): Promise<Response> {
  const { searchParams } = new URL(c.req.url);
  const state = sentState(c);
  const link = state?.link ?? null;
  const session = readSession(c);
  const isOurs = state !== null && state.browser === session?.browser && servicesOf(c).clock.now() < state.signInEndsAt;
  try {
    // A sign-in that started in a different browser can belong to another person (login CSRF).
    if (!isOurs) throw new SignInFailure('expired');
    return await completeSignIn(c, await provider.finish(searchParams, state), link);
  } catch (error) {
    const isOver = error instanceof SignInFailure && ['expired', 'refused'].includes(error.reason);
    // The person is already signed in, and has reloaded the callback page.
    if (isOver && isUserSession(session)) return continueWith(c, isOurs ? link : null);
    throw error;
  }
}
