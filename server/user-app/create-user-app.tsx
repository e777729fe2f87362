import { randomUUID } from 'node:crypto';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { problems } from '../../generated/operations.ts';
import { refusalOf } from '../http/refusal-of.ts';
import type { RequestEnv } from '../http/request-log.ts';
import type { Services } from '../services.ts';
import { createUserAppAssets } from './assets.ts';
import { createCsrf } from './csrf.ts';
import type { FormRefusal } from './form.ts';
import { mobileRoutes } from './mobile.ts';
import { noStore } from './no-store.ts';
import { createOpenedLinks, linkAt, type OpenedLink } from './opened-links.ts';
import { type AccountServices, accountRoutes } from './routes/account.tsx';
import { addLinkRoutes } from './routes/add-link.tsx';
import { type CredentialServices, credentialRoutes } from './routes/credentials.tsx';
import { fileRoutes } from './routes/files.tsx';
import { openRoutes } from './routes/open.tsx';
import { receiptRoutes } from './routes/receipts.tsx';
import { type VerificationServices, verificationRoutes } from './routes/verification.tsx';
import { securityHeaders } from './security-headers.ts';
import { createSessions, isUserSession, type UserSession } from './session.ts';
import { signInRoutes } from './sign-in.ts';
import { pathIn, paths } from './views/paths.ts';
import { OtherAccountPage, SignedOutPage, SignInAgainPage } from './views/sign-in-needed-page.tsx';
import { signInViews } from './views/sign-in-pages.tsx';
import { FailedPage, ForbiddenPage, NotFoundPage, SessionEndedPage } from './views/trouble-pages.tsx';
import { showTooMany, visitLimit } from './visit-limit.tsx';
import { showPage } from './words/words.tsx';

/** The page for an unknown address. */
export const showNotFound = (c: Context, appUrl: string) => showPage(c, <NotFoundPage appUrl={appUrl} />, 404);

const SIGNED_OUT = '/signed-out';
const OTHER_ACCOUNT = '/other-account';

type UserAppServices = CredentialServices &
  AccountServices &
  VerificationServices &
  Pick<Services, 'baseUrl' | 'appUrl' | 'identityProvider' | 'mobileTokens' | 'sourceOf' | 'visitRateLimits'>;

/** The pages that people see: links of partners, sign-in, consent, credentials, verification. */
export function createUserApp(services: UserAppServices): Hono<RequestEnv> {
  const { appUrl, log, identityProvider: provider, mobileTokens: tokens } = services;
  const sessions = createSessions(services);
  const links = createOpenedLinks(services);
  const signInHref = (c: Context, link: OpenedLink | null, account?: 'other') => {
    const text = link && links.write(link, sessions.openSession(c));
    return `${appUrl}/sign-in${account === 'other' ? '/other' : ''}${text === null ? '' : `?link=${text}`}`;
  };
  /** For whoever is not signed in: by the sign-in, or with another account, to the link in the address. */
  const signInHrefs = (c: Context) => {
    const link = links.read(c.req.query('link') ?? c.req.query('state'), sessions.readSession(c));
    const otherHref = provider === null ? null : signInHref(c, link, 'other');
    return { appUrl, signInHref: signInHref(c, link), otherHref };
  };
  const accountOf = (session: UserSession) => ({ csrf: csrf.csrfToken(session), name: session.account });
  const notYours = (session: UserSession, link: OpenedLink) => ({
    appUrl,
    account: accountOf(session),
    otherAction: `${pathIn(appUrl, paths.signOut)}?link=${links.write(link, session)}`,
  });
  const endedPage = (c: Context) => <SessionEndedPage appUrl={appUrl} signInHref={signInHref(c, linkAt(c))} />;
  const sessionEnded = (c: Context) => showPage(c, endedPage(c), 401);
  const signInAgain = (c: Context) =>
    showPage(c, <SignInAgainPage appUrl={appUrl} signInHref={signInHref(c, linkAt(c))} />, 401);
  const views = signInViews({ appUrl });
  const formRefused = (c: Context, { reason }: FormRefusal) => {
    // Who signs in has not been signed out.
    if (reason === 'expired' && c.req.path === paths.signIn)
      return views.signInFailed({ reason, retryUrl: signInHrefs(c).signInHref });
    const isEnded = reason === 'expired' && !isUserSession(sessions.readSession(c));
    return isEnded ? endedPage(c) : <ForbiddenPage appUrl={appUrl} />;
  };
  const csrf = createCsrf({ ...services, sessions, formRefused });
  const app = {
    ...services,
    sessions,
    csrf,
    links,
    signInHref,
    accountOf,
    notYours,
    sessionEnded,
    signInAgain,
    hasProvider: provider !== null,
  };
  const pages = new Hono<RequestEnv>();
  pages.use(securityHeaders(appUrl));
  pages.route('/', createUserAppAssets());
  const limited = visitLimit(
    services,
    (c) => sessions.readSession(c)?.browser,
    (c, seconds) => showTooMany(c, appUrl, seconds),
  );
  for (const path of ['/partner/*', '/open', '/sign-in/*']) pages.use(path, limited);
  pages.use(sessions.load);
  pages.route(
    '/',
    signInRoutes({
      ...app,
      provider,
      views,
      afterSignIn: '/credentials',
      continueAt: '/open',
      afterSignOut: SIGNED_OUT,
      otherAccount: OTHER_ACCOUNT,
    }),
  );
  /** Who has signed in since goes on: nobody is told of a sign-out that is over. */
  const unlessSignedIn: MiddlewareHandler = async (c, next) =>
    isUserSession(sessions.readSession(c)) ? c.redirect(`${appUrl}${paths.credentials}`, 303) : next();
  pages.get(SIGNED_OUT, noStore, unlessSignedIn, (c) => showPage(c, <SignedOutPage {...signInHrefs(c)} />));
  pages.get(OTHER_ACCOUNT, noStore, unlessSignedIn, (c) => {
    const hrefs = signInHrefs(c);
    if (hrefs.otherHref === null) return c.redirect(hrefs.signInHref, 303);
    return showPage(c, <OtherAccountPage appUrl={appUrl} otherHref={hrefs.otherHref} />);
  });
  pages.route('/', mobileRoutes({ ...app, tokens }));
  for (const routes of [accountRoutes, addLinkRoutes, openRoutes, credentialRoutes, fileRoutes, receiptRoutes])
    pages.route('/', routes(app));
  pages.route('/', verificationRoutes(app));
  pages.onError((err, c) => {
    const requestId = c.get('requestId') ?? randomUUID();
    const { code } = refusalOf(err).statement;
    log.error({ request_id: requestId, err }, 'page failed');
    const isTemporary = code === 'unavailable';
    const page = <FailedPage appUrl={appUrl} requestId={requestId} temporary={isTemporary} />;
    return showPage(c, page, isTemporary ? problems.unavailable.status : problems.internal_error.status);
  });
  return pages;
}
