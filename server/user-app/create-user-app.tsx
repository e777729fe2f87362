import { randomUUID } from 'node:crypto';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { problems } from '../../generated/operations.ts';
import type { RequestEnv } from '../http/request-log.ts';
import { refusalOf } from '../http/responses.ts';
import type { Services } from '../services.ts';
import { createUserAppAssets } from './assets.ts';
import { createCsrf, type FormEnv, type FormRefusal } from './csrf.ts';
import { createOpenedLinks, linkAt, type OpenedLink } from './opened-links.ts';
import { pathIn, paths, showPage } from './page.tsx';
import { type AccountServices, accountRoutes } from './routes/account.tsx';
import { type CredentialServices, credentialRoutes } from './routes/credentials.tsx';
import { fileRoutes } from './routes/files.tsx';
import { linkRoutes } from './routes/links.tsx';
import { mobileRoutes } from './routes/mobile.ts';
import { signInRoutes } from './routes/sign-in.tsx';
import { type VerificationServices, verificationRoutes } from './routes/verification.tsx';
import { securityHeaders } from './security-headers.ts';
import { createSessions, isUserSession, type UserSession } from './session.ts';
import type { UserApp } from './user-app.ts';
import { FailedPage, LinkErrorPage, MessagePage, SignInFailedPage, SignInLinksPage } from './views/message-pages.tsx';
import { showTooMany, visitLimit } from './visit-limit.tsx';

/** Responds with the page for an unknown address. */
export const showNotFound = (c: Context) => showPage(c, <MessagePage name="notFound" />, { status: 404 });

type UserAppServices = CredentialServices &
  AccountServices &
  VerificationServices &
  Pick<Services, 'baseUrl' | 'appUrl' | 'identityProvider' | 'mobileTokens' | 'sourceOf' | 'visitRateLimits'>;

/** The pages for people: links of partners, sign-in, consent, credentials, verification. */
export function createUserApp(services: UserAppServices): Hono<RequestEnv> {
  const { appUrl, log, identityProvider: provider, mobileTokens: tokens } = services;
  const sessions = createSessions(services);
  const links = createOpenedLinks(services);
  const signInHref = (c: Context, link: OpenedLink | null, account?: 'other') => {
    const text = link && links.write(link, sessions.openSession(c));
    return `${appUrl}${paths.signIn}${account === 'other' ? '/other' : ''}${text === null ? '' : `?link=${text}`}`;
  };
  /** Returns the links to the sign-in, which lead on to the link in the address. */
  const signInHrefs = (c: Context) => {
    const link = links.read(c.req.query('link') ?? c.req.query('state'), sessions.readSession(c));
    const otherHref = provider === null ? null : signInHref(c, link, 'other');
    return { signInHref: signInHref(c, link), otherHref };
  };
  const signInPage = (c: Context, name: 'sessionEnded' | 'signInAgain') => (
    <MessagePage name={name} links={[['signIn.button', signInHref(c, linkAt(c))]]} />
  );
  const formRefused = (c: Context, reason: FormRefusal) => {
    // A person who is signing in has not been signed out.
    if (reason === 'expired' && c.req.path === paths.signIn)
      return <SignInFailedPage reason={reason} retryHref={signInHrefs(c).signInHref} />;
    const isEnded = reason === 'expired' && !isUserSession(sessions.readSession(c));
    return isEnded ? signInPage(c, 'sessionEnded') : <MessagePage name="forbidden" />;
  };
  const csrf = createCsrf({ ...services, sessions, formRefused });
  const accountOf = (session: UserSession) => ({ csrf: csrf.csrfToken(session), name: session.account });
  const userApp: UserApp = {
    ...{ appUrl, sessions, csrf, links, signInHref, hasProvider: provider !== null },
    forPerson: (handler) => (c) => {
      const session = sessions.readSession(c);
      return isUserSession(session) ? handler(c, session) : c.redirect(signInHref(c, linkAt(c)), 303);
    },
    forPersonsForm: (handler) => (c: Context<FormEnv>) => {
      const session = sessions.readSession(c);
      return isUserSession(session) ? handler(c, session, c.get('form')) : userApp.sessionEnded(c);
    },
    show: (c, session, page, status = 200) => showPage(c, page, { status, account: accountOf(session) }),
    linkError(c, session, link) {
      const otherAction = `${pathIn(appUrl, paths.signOut)}?link=${links.write(link, session)}`;
      return userApp.show(c, session, <LinkErrorPage otherAction={otherAction} />, 404);
    },
    sessionEnded: (c) => showPage(c, signInPage(c, 'sessionEnded'), { status: 401 }),
    signInAgain: (c) => showPage(c, signInPage(c, 'signInAgain'), { status: 401 }),
  };
  const app = { ...services, ...userApp };
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
  pages.route('/', signInRoutes({ ...app, provider }));
  /** A person who has signed in since goes on, instead of reading about the sign-out before. */
  const unlessSignedIn: MiddlewareHandler = async (c, next) =>
    isUserSession(sessions.readSession(c)) ? c.redirect(`${appUrl}${paths.credentials}`, 303) : next();
  pages.get(paths.signedOut, unlessSignedIn, (c) =>
    showPage(c, <SignInLinksPage name="signedOut" {...signInHrefs(c)} />),
  );
  pages.get(paths.otherAccount, unlessSignedIn, (c) => {
    const { signInHref, otherHref } = signInHrefs(c);
    if (otherHref === null) return c.redirect(signInHref, 303);
    return showPage(c, <MessagePage name="otherAccount" links={[['account.other', otherHref]]} />);
  });
  pages.route('/', mobileRoutes({ ...app, tokens }));
  for (const routes of [accountRoutes, linkRoutes, credentialRoutes, fileRoutes, verificationRoutes])
    pages.route('/', routes(app));
  pages.onError((err, c) => {
    const requestId = c.get('requestId') ?? randomUUID();
    const isTemporary = refusalOf(err).statement.code === 'unavailable';
    log.error({ request_id: requestId, err }, 'page failed');
    const status = isTemporary ? problems.unavailable.status : problems.internal_error.status;
    return showPage(c, <FailedPage requestId={requestId} temporary={isTemporary} />, { status });
  });
  return pages;
}
