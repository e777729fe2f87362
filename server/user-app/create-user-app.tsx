import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { problems } from '../../generated/operations.ts';
import type { RequestEnv } from '../http/request-log.ts';
import { refusalOf } from '../http/responses.ts';
import { changeSubmission } from '../lifecycle/change-submission.ts';
import { changeVerification } from '../lifecycle/change-verification.ts';
import type { Services } from '../services.ts';
import { createUserAppAssets } from './assets.ts';
import { isForm } from './csrf.ts';
import type { OpenedLink } from './opened-links.ts';
import { paths, rememberLanguage, showPage } from './page.tsx';
import { accountRoutes } from './routes/account.tsx';
import { credentialRoutes } from './routes/credentials.tsx';
import { fileRoutes } from './routes/files.tsx';
import { linkRoutes } from './routes/links.tsx';
import { mobileRoutes } from './routes/mobile.ts';
import { signInRoutes } from './routes/sign-in.tsx';
import { verificationRoutes } from './routes/verification.tsx';
import { securityHeaders } from './security-headers.ts';
import { isUserSession } from './session.ts';
import { createUserAppParts } from './user-app.tsx';
import { FailedPage, MessagePage, SignInLinksPage } from './views/message-pages.tsx';
import { showTooMany, visitLimit } from './visit-limit.tsx';

/** Responds with the page for an unknown address. */
export const showNotFound = (c: Context) => showPage(c, <MessagePage name="notFound" />, { status: 404 });

/** Creates the pages for users: partners' links, sign-in, consent, credentials, and verification. */
export function createUserApp(services: Services): Hono<RequestEnv> {
  const { appUrl, log } = services;
  const app = { ...services, ...createUserAppParts(services) };
  const { sessions, signInHrefs } = app;
  const pages = new Hono<RequestEnv>();
  pages.use(securityHeaders(appUrl));
  pages.route('/', createUserAppAssets(services.brand));
  pages.on('GET', '*', rememberLanguage(appUrl));
  const limited = visitLimit(
    services,
    (c) => sessions.readSession(c)?.browser,
    (c, seconds) => showTooMany(c, appUrl, seconds),
  );
  pages.on('GET', ['/partner/*', '/open', '/sign-in/*'], limited);
  pages.on('POST', '*', (c, next) => (isForm(c.req.raw.headers) ? limited(c, next) : next()));
  pages.use(sessions.load);
  pages.route('/', signInRoutes({ ...app, release }));
  /** Redirects people who have signed in again away from pages that say that they are signed out. */
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
  pages.route('/', mobileRoutes(app));
  for (const routes of [accountRoutes, linkRoutes, credentialRoutes, fileRoutes, verificationRoutes])
    pages.route('/', routes(app));
  pages.onError((err, c) => {
    const requestId = c.get('requestId');
    const { statement, headers } = refusalOf(err);
    const isTemporary = statement.code === 'unavailable';
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    log.error({ request_id: requestId, err }, 'a request for a page failed');
    const status = isTemporary ? problems.unavailable.status : problems.internal_error.status;
    return showPage(c, <FailedPage requestId={requestId} temporary={isTemporary} />, { status });
  });
  return pages;

  async function release(link: OpenedLink | null, userId: string): Promise<void> {
    const action = { kind: 'release', userId } as const;
    if (link?.kind === 'add') await changeSubmission(services, link, action);
    if (link?.kind === 'verify') await changeVerification(services, link, action);
  }
}
