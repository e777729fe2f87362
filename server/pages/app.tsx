import { type Context, Hono } from 'hono';
import { problems } from '../../generated/operations.ts';
import { notices } from '../../generated/pages.ts';
import type { RequestEnv } from '../api/request-log.ts';
import { refusalOf } from '../api/responses.ts';
import { isForm } from './csrf.tsx';
import { submissionRoutes } from './decisions/submissions.tsx';
import { verificationRoutes } from './decisions/verifications.tsx';
import { mobileRoutes } from './identity/mobile-sign-in.ts';
import { rememberLanguage } from './messages/messages.tsx';
import { carriedLink, continueWith, signInHrefs } from './opened-links.ts';
import { messagesFor, paths, showPage } from './page.tsx';
import { createUserAppAssets } from './page-assets.ts';
import { accountRoutes } from './routes/account.tsx';
import { linkRoutes } from './routes/links.tsx';
import { myCredentialsRoutes } from './routes/my-credentials.tsx';
import { signInRoutes } from './routes/sign-in.tsx';
import { setSecurityHeaders } from './security-headers.ts';
import { type PageServices, servicesOf } from './services.ts';
import { isUserSession, loadSession, readSession } from './session.ts';
import { type MessageLinks, MessagePage } from './views/message-pages.tsx';
import { limitVisits } from './visit-limit.tsx';

export const showNotFound = (c: Context) => showPage(c, <MessagePage name="notFound" />, { status: 404 });

export function createUserApp(services: PageServices): Hono<RequestEnv> {
  const pages = new Hono<RequestEnv>();
  pages.use(setSecurityHeaders);
  pages.route('/', createUserAppAssets(services.brand));
  pages.on('GET', '*', rememberLanguage);
  pages.on('GET', ['/partner/add/*', paths.verify, '/open', '/sign-in/*'], limitVisits);
  pages.on('POST', '*', (c, next) => (isForm(c.req.raw.headers) ? limitVisits(c, next) : next()));
  pages.use(loadSession);
  pages.route('/', signInRoutes(services.identityProvider));
  for (const name of Object.keys(notices) as NoticeName[]) pages.get(notices[name].path, (c) => showNotice(c, name));
  if (services.mobileTokens !== null) pages.route('/', mobileRoutes(services.mobileTokens));
  const all = [accountRoutes, myCredentialsRoutes, linkRoutes, submissionRoutes, verificationRoutes];
  for (const routes of all) pages.route('/', routes());
  pages.onError(showFailure);
  return pages;
}

type NoticeName = keyof typeof notices;

function showNotice(c: Context, name: NoticeName): Response | Promise<Response> {
  const { status } = notices[name];
  const session = readSession(c);
  const mustSignIn = name === 'signInAgain' && session?.isStale;
  if (isUserSession(session) && !mustSignIn) return continueWith(c, carriedLink(c));
  const { signInHref, otherHref } = signInHrefs(c);
  // In the sandbox, redirects to the sign-in form, which asks for the account.
  if (name === 'otherAccount' && otherHref === null) return c.redirect(signInHref, 303);
  const signIn = ['signIn.button', signInHref] as const;
  const other = otherHref === null ? [] : [['account.other', otherHref] as const];
  const links: { readonly [Name in NoticeName]?: MessageLinks } = {
    accountDeleted: [],
    otherAccount: other,
    signedOut: [signIn, ...other],
  };
  return showPage(c, <MessagePage name={name} links={links[name] ?? [signIn]} />, { status });
}

function showFailure(err: Error, c: Context): Response | Promise<Response> {
  const requestId = c.get('requestId');
  const { statement, headers } = refusalOf(err);
  const isTemporary = statement.code === 'unavailable';
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  servicesOf(c).log.error({ request_id: requestId, err }, 'a request for a page failed');
  const status = isTemporary ? problems.unavailable.status : problems.internal_error.status;
  const number = <p class="quiet">{messagesFor(c).say('failed.number', { id: requestId })}</p>;
  return showPage(c, <MessagePage name={isTemporary ? 'unavailable' : 'failed'}>{number}</MessagePage>, { status });
}
