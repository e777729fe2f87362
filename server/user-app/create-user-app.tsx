import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { problems } from '../../generated/operations.ts';
import { refusalOf } from '../http/refusal-of.ts';
import type { RequestEnv } from '../http/request-log.ts';
import type { Services } from '../services.ts';
import { createUserAppAssets } from './assets.ts';
import { createCsrf } from './csrf.ts';
import type { FormRefusal } from './form.ts';
import { mobileRoutes } from './mobile.ts';
import { noStore } from './no-store.ts';
import { addLinkRoutes } from './routes/add-link.tsx';
import { type CredentialServices, credentialRoutes } from './routes/credentials.tsx';
import { fileRoutes } from './routes/files.tsx';
import { openRoutes } from './routes/open.tsx';
import { type VerificationServices, verificationRoutes } from './routes/verification.tsx';
import { securityHeaders } from './security-headers.ts';
import { createSessions, type UserSession } from './session.ts';
import { signInRoutes } from './sign-in.ts';
import { SignedOutPage } from './views/sign-in-needed-page.tsx';
import { signInViews } from './views/sign-in-pages.tsx';
import { FailedPage, ForbiddenPage, NotFoundPage, SessionEndedPage } from './views/trouble-pages.tsx';
import { showPage } from './words/words.tsx';

/** The page for an unknown address. */
export const showNotFound = (c: Context, appUrl: string) => showPage(c, <NotFoundPage appUrl={appUrl} />, 404);

const SIGNED_OUT = '/signed-out';

type UserAppServices = CredentialServices &
  VerificationServices &
  Pick<Services, 'baseUrl' | 'appUrl' | 'identityProvider' | 'mobileTokens'>;

/** The pages that people see: links of partners, sign-in, consent, credentials, verification. */
export function createUserApp(services: UserAppServices): Hono<RequestEnv> {
  const { appUrl, log, identityProvider: provider, mobileTokens: tokens } = services;
  const sessions = createSessions(services);
  const formRefused = ({ reason }: FormRefusal) =>
    reason === 'expired' ? <SessionEndedPage appUrl={appUrl} /> : <ForbiddenPage appUrl={appUrl} />;
  const csrf = createCsrf({ ...services, sessions, formRefused });
  const app = { ...services, sessions, csrf, hasProvider: provider !== null };
  const pages = new Hono<RequestEnv>();
  pages.use(securityHeaders(appUrl));
  pages.route('/', createUserAppAssets());
  pages.route(
    '/',
    signInRoutes({
      ...app,
      provider,
      views: signInViews({ appUrl }),
      afterSignIn: ({ link }: UserSession) => (link === null ? '/credentials' : '/open'),
      afterSignOut: SIGNED_OUT,
    }),
  );
  pages.get(SIGNED_OUT, noStore, (c) => showPage(c, <SignedOutPage appUrl={appUrl} />));
  pages.route('/', mobileRoutes({ ...app, tokens }));
  for (const routes of [addLinkRoutes, openRoutes, credentialRoutes, fileRoutes, verificationRoutes])
    pages.route('/', routes(app));
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
