import { type Context, Hono } from 'hono';
import { problems } from '../../generated/operations.ts';
import { notices } from '../../generated/pages.ts';
import type { RequestEnv } from '../api/request-log.ts';
import { refusalOf } from '../api/responses.ts';
import { changeSubmission } from '../storage/changes/change-submission.ts';
import { changeVerification } from '../storage/changes/change-verification.ts';
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
import type { PageServices } from './services.ts';
import { isUserSession } from './session.ts';
import { createUserAppParts } from './user-app.tsx';
import { FailedPage, MessagePage, SignInLinksPage } from './views/message-pages.tsx';
import { visitLimit } from './visit-limit.tsx';

/** Responds with the page for an unknown address. */
export const showNotFound = (c: Context) => showPage(c, <MessagePage name="notFound" />, { status: 404 });

type NoticeName = keyof typeof notices;

/** Creates the pages for users: partners' links, sign-in, consent, credentials, and verification. */
export function createUserApp(services: PageServices): Hono<RequestEnv> {
  const { appUrl, log } = services;
  const app = { ...services, ...createUserAppParts(services) };
  const { sessions, signInHrefs } = app;
  const pages = new Hono<RequestEnv>();
  pages.use(securityHeaders(appUrl));
  pages.route('/', createUserAppAssets(services.brand));
  pages.on('GET', '*', rememberLanguage(appUrl));
  const limited = visitLimit(services, sessions.readSession);
  pages.on('GET', ['/partner/add/*', paths.verify, '/open', '/sign-in/*'], limited);
  pages.on('POST', '*', (c, next) => (isForm(c.req.raw.headers) ? limited(c, next) : next()));
  pages.use(sessions.load, app.flashes.load);
  pages.route('/', signInRoutes({ ...app, release }));
  addNotices();
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

  /** Adds the pages for people who are not signed in any more. A person who has signed in again continues. */
  function addNotices(): void {
    for (const [name, { path, status }] of Object.entries(notices) as [NoticeName, (typeof notices)[NoticeName]][])
      pages.get(path, (c) => {
        const session = sessions.readSession(c);
        const mustSignIn = name === 'signInAgain' && session?.isStale;
        if (isUserSession(session) && !mustSignIn) return app.continueWith(c, app.carriedLink(c));
        const hrefs = signInHrefs(c);
        const { signInHref, otherHref } = hrefs;
        if (name === 'signedOut') return showPage(c, <SignInLinksPage name={name} {...hrefs} />, { status });
        // The form of the sandbox asks for the account.
        if (name === 'otherAccount' && otherHref === null) return c.redirect(signInHref, 303);
        const link =
          name === 'otherAccount'
            ? (['account.other', otherHref ?? ''] as const)
            : (['signIn.button', signInHref] as const);
        return showPage(c, <MessagePage name={name} links={name === 'accountDeleted' ? [] : [link]} />, { status });
      });
  }

  async function release(link: OpenedLink | null, userId: string): Promise<void> {
    const action = { kind: 'release', userId } as const;
    if (link?.kind === 'add') await changeSubmission(services, link, action);
    if (link?.kind === 'verify') await changeVerification(services, link, action);
  }
}
