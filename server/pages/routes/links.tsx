import { type Context, Hono } from 'hono';
import { outcomes, pages } from '../../../generated/pages.ts';
import { kindsOfSegment, verificationUri } from '../../domain/redirect-uri.ts';
import { askerOfLink } from '../content.ts';
import { csrfToken, type FormEnv, type FormFields, readOwnForm } from '../csrf.tsx';
import { hrefWith, type OpenedLink, readLink, redirectToNotice, signInHrefs } from '../opened-links.ts';
import { consentPath, pathIn, paths, showPage } from '../page.tsx';
import { servicesOf } from '../services.ts';
import { hasSessionCookie, isUserSession, openSession } from '../session.ts';
import { AskerIntroduction, OpenLinkPage } from '../views/entry-pages.tsx';
import { LinkErrorPage, MessagePage } from '../views/message-pages.tsx';

const unknownLinkPage = (c: Context) => showPage(c, <LinkErrorPage />, { status: pages.linkError.status });

/** Before the sign-in, the responses do not depend on whether the submission exists. */
export const linkRoutes = () =>
  new Hono<FormEnv>()
    .get('/partner/add/:type', (c) => {
      const type = c.req.param('type');
      if (kindsOfSegment(type).length === 0) return unknownLinkPage(c);
      const action = pathIn(servicesOf(c).appUrl, `/partner/add/${type}`);
      return showPage(c, <OpenLinkPage csrf={csrfToken(openSession(c))} action={action} />);
    })
    .post('/partner/add/:type', readOwnForm, (c) =>
      c.redirect(hrefWith(c, '/open', linkIn(c.req.param('type'), c.get('form'))), 303),
    )
    .get('/open', continueAfterSignIn);

async function continueAfterSignIn(c: Context): Promise<Response> {
  const services = servicesOf(c);
  const text = c.req.query('link');
  // The form that leads to this page sets a cookie, so a missing cookie means that the browser blocks cookies.
  if (text !== undefined && !hasSessionCookie(c)) return redirectToNotice(c, 'cookiesBlocked');
  const session = openSession(c);
  const link = readLink(c, text);
  if (link === null) return unknownLinkPage(c);
  if (isUserSession(session)) return c.redirect(services.appUrl + pathOf(link, text), 303);
  const { signInHref, otherHref } = signInHrefs(c, link);
  // Redirects only in the sandbox, because Chromium does not let a form redirect to a provider on another site.
  if (otherHref === null) return c.redirect(signInHref, 303);
  const links = [['signIn.button', signInHref] as const, ['account.other', otherHref] as const];
  const introduction = <AskerIntroduction asker={await askerOfLink(services, link)} />;
  return showPage(c, <MessagePage name="signInNeeded" links={links} header={introduction} />);
}

function pathOf(link: OpenedLink, encryptedLink: string | undefined): string {
  if (link.kind === 'account') return paths.account;
  if (link.kind === 'stopped') return `${outcomes.stop.path}?link=${encryptedLink}`;
  if (link.kind === 'verify') return verificationUri('', link);
  const { clientId, requestId } = link;
  if (link.kind === 'add') return `/credentials/${requestId}?link=${encryptedLink}`;
  return clientId ? consentPath({ clientId, requestId }) : `/credentials/${requestId}`;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function linkIn(type: string, fields: FormFields): OpenedLink | null {
  const pasted = fields.get('fragment')?.trim();
  const values = pasted ? new URLSearchParams(pasted.slice(pasted.indexOf('#') + 1)) : fields;
  const { clientId = '', content: requestId = '', documentType = '' } = Object.fromEntries(values);
  return UUID.test(requestId) ? { kind: 'add', type, clientId, requestId, documentType } : null;
}
