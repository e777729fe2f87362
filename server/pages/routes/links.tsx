import { type Context, Hono } from 'hono';
import { pages } from '../../../generated/pages.ts';
import { noteRead } from '../../api/request-log.ts';
import { linkStateFor, unknownLink } from '../../domain/link-state.ts';
import { kindsOfSegment, verificationUri } from '../../domain/redirect-uri.ts';
import { submissionProgress } from '../../domain/submission.ts';
import type { HeldSubmission } from '../../storage/database/submissions/submission.ts';
import { askerOfLink } from '../content.ts';
import type { FormEnv, FormFields } from '../csrf.ts';
import type { OpenedLink } from '../opened-links.ts';
import { consentPath, pathIn, paths, showPage } from '../page.tsx';
import type { PageServices } from '../services.ts';
import { isUserSession } from '../session.ts';
import type { Checked, Found, UserApp, Visit } from '../user-app.tsx';
import { OpenLinkPage } from '../views/entry-pages.tsx';
import { LinkErrorPage, SignInLinksPage } from '../views/message-pages.tsx';

/** A submission that the person can see: their own, or one that nobody owns and whose link they opened. */
export type VisibleSubmission = Checked<FoundSubmission>;

interface FoundSubmission extends HeldSubmission {
  /** URL of its page for this person, without the path of APP_URL. */
  path: string;
  /** Query of its files' URLs. */
  query: string;
  /** Link with which another account can continue. */
  link: OpenedLink;
}

/** Creates the functions for the pages, forms, and parts of the submission in the path (`:requestId`). */
export function forSubmission(app: UserApp & PageServices) {
  const { store, clock, submissionWindow: window } = app;

  async function find(c: Context, { session }: Visit): Promise<Found<FoundSubmission>> {
    const unknown = { ...unknownLink, resource: null };
    const requestId = c.req.param('requestId') ?? '';
    const carried = app.carriedLink(c);
    const opened = carried?.kind === 'add' && carried.requestId === requestId ? carried : null;
    const own = await store.findOwnSubmission(session.userId, requestId);
    const clientId = opened?.clientId ?? c.req.query('clientId') ?? '';
    const submission = own ?? (await store.findLinkedSubmission({ clientId, requestId }));
    if (submission === null || !fits(submission, opened)) return unknown;
    noteRead(c.get('record'), { clientId: submission.clientId, resources: [submission.partnerRef] });
    const progress = submissionProgress(submission, clock.now(), window);
    const found = linkStateFor({ ...submission, ...progress }, session.userId, window);
    // Only people who opened the link can see a submission that nobody owns.
    if (found.state === 'notOpened' && opened === null) return unknown;
    const link = { kind: 'add', clientId: submission.clientId, requestId } as const;
    const query = own === null ? `?link=${c.req.query('link')}` : '';
    const path = own === null ? `/credentials/${requestId}${query}` : consentPath(submission);
    return app.whilePartnerIsActive({ ...found, resource: { ...submission, path, query, link } });
  }
  return app.forLink('submission', find);
}

/** Returns whether the type and the document type in a partner's link are those of the submission. */
const fits = ({ kind, documentType }: HeldSubmission, opened: Extract<OpenedLink, { kind: 'add' }> | null): boolean =>
  opened?.type === undefined ||
  (kindsOfSegment(opened.type).includes(kind) && (documentType ?? '') === opened.documentType);

const unknownLinkPage = (c: Context) => showPage(c, <LinkErrorPage />, { status: pages.linkError.status });

/**
 * Adds `/partner/add/<type>`, the link that a partner receives for a submission. Its parameters are in the fragment,
 * which the page sends in a form. Before the sign-in, the response does not depend on whether the submission exists.
 *
 * `/open` continues after the sign-in with the page behind a link.
 */
export function linkRoutes(app: UserApp & PageServices): Hono<FormEnv> {
  const { appUrl, sessions, csrf, links } = app;
  const routes = new Hono<FormEnv>();

  routes.get('/partner/add/:type', (c) => {
    const type = c.req.param('type');
    if (kindsOfSegment(type).length === 0) return unknownLinkPage(c);
    const token = csrf.csrfToken(sessions.openSession(c));
    return showPage(c, <OpenLinkPage csrf={token} action={pathIn(appUrl, `/partner/add/${type}`)} />);
  });

  routes.post('/partner/add/:type', csrf.readOwnForm, (c) => {
    const link = linkIn(c.req.param('type') ?? '', c.get('form'));
    const text = link && links.write(link, sessions.openSession(c));
    return c.redirect(`${appUrl}/open${text === null ? '' : `?link=${text}`}`, 303);
  });

  routes.get('/open', async (c) => {
    const text = c.req.query('link');
    // The form that redirects to this page sets a cookie.
    if (text !== undefined && !sessions.hasCookie(c)) return app.notify(c, 'cookiesBlocked');
    const session = sessions.openSession(c);
    const link = links.read(text, session);
    if (link === null) return unknownLinkPage(c);
    if (isUserSession(session)) return c.redirect(appUrl + pathOf(link, text), 303);
    const hrefs = app.signInHrefs(c, link);
    // Chromium does not let the form redirect to another site, but a link on the page can point to it.
    if (hrefs.otherHref === null) return c.redirect(hrefs.signInHref, 303);
    return showPage(c, <SignInLinksPage name="signInNeeded" {...hrefs} asker={await askerOfLink(app, link)} />);
  });
  return routes;
}

/** Returns the URL of the page behind a link, without the path of APP_URL. `text` is the encrypted link. */
function pathOf(link: OpenedLink, text: string | undefined): string {
  if (link.kind === 'account') return paths.account;
  if (link.kind === 'verify') return verificationUri('', link);
  const { clientId, requestId } = link;
  if (link.kind === 'add') return `/credentials/${requestId}?link=${text}`;
  return clientId ? consentPath({ clientId, requestId }) : `/credentials/${requestId}`;
}

/** Form of the ID of a submission. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the link in the fields that the script filled, or in the pasted fragment. Returns null if it cannot be the
 * link of a submission.
 */
function linkIn(type: string, fields: FormFields): OpenedLink | null {
  const fragment = fields.get('fragment')?.trim();
  const text = new URLSearchParams(fragment ? fragment.slice(fragment.indexOf('#') + 1) : [...fields]);
  const [clientId = '', requestId = '', documentType = ''] = ['clientId', 'content', 'documentType'].map(
    (name) => text.get(name) ?? '',
  );
  return UUID.test(requestId) ? { kind: 'add', type, clientId, requestId, documentType } : null;
}
