import { type Context, Hono } from 'hono';
import { kindsOfSegment, verificationUri } from '../../domain/redirect-uri.ts';
import { wasDeclined } from '../../domain/submission.ts';
import type { Services } from '../../services.ts';
import type { HeldSubmission } from '../../store/submissions/submission.ts';
import type { FormEnv, FormFields } from '../csrf.ts';
import type { OpenedLink } from '../opened-links.ts';
import { consentPath, pathIn, paths, showPage } from '../page.tsx';
import { isUserSession } from '../session.ts';
import type { Checked, PersonHandler, UserApp, Visit } from '../user-app.tsx';
import { OpenLinkPage } from '../views/entry-pages.tsx';
import { LinkErrorPage, MessagePage, SignInLinksPage } from '../views/message-pages.tsx';

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

type State = 'undecided' | 'completed' | keyof typeof closed;

/** Pages for submissions that nobody can accept now, with their statuses. */
const closed = { expired: ['linkExpired', 410], declined: ['linkDeclined', 410], paused: ['linkPaused', 403] } as const;

/** Creates the wrapper for pages and forms of the submission in the path (`:requestId`). */
export function submissionWrapper(app: UserApp & Services) {
  const { store, clock, submissionWindow: window } = app;

  async function find(c: Context, { session }: Visit): Promise<{ state: State; resource: FoundSubmission } | null> {
    const requestId = c.req.param('requestId') ?? '';
    const carried = app.carriedLink(c);
    const opened = carried?.kind === 'add' && carried.requestId === requestId ? carried : null;
    const own = await store.findOwnSubmission(session.userId, requestId);
    const clientId = opened?.clientId ?? c.req.query('clientId') ?? '';
    const submission = own ?? (await store.findLinkedSubmission({ clientId, requestId }));
    if (submission === null || !fits(submission, opened)) return null;
    const link = { kind: 'add', clientId: submission.clientId, requestId } as const;
    const query = own === null ? `?link=${c.req.query('link')}` : '';
    const path = own === null ? `/credentials/${requestId}${query}` : consentPath(submission);
    const inState = (state: State) => ({ state, resource: { ...submission, path, query, link } });
    if (submission.state === 'completed') return own && inState('completed');
    if (clock.now() >= submission.createdAt + window) return inState('expired');
    if (wasDeclined(submission, window)) return inState('declined');
    if (own === null && (opened === null || submission.state !== 'pending')) return null;
    return inState((await app.partners.findActive(submission.clientId)) === null ? 'paused' : 'undecided');
  }

  const forSubmission = app.forResource(find);
  type Handlers = Parameters<typeof forSubmission>[0];
  type Otherwise = PersonHandler<[{ state: State } | null]>;

  /** Says why nobody can accept the submission. The visitor already knows that the submission exists. */
  const showClosed: Otherwise = (c, visit, found) => {
    if (found === null || !(found.state in closed)) return app.linkError(c, visit);
    const [name, status] = closed[found.state as keyof typeof closed];
    return app.show(c, visit, <MessagePage name={name} />, { status });
  };
  return (handlers: Handlers, otherwise: Otherwise = showClosed) => forSubmission(handlers, otherwise);
}

/** Returns whether the type and the document type in a partner's link are those of the submission. */
const fits = ({ kind, documentType }: HeldSubmission, opened: Extract<OpenedLink, { kind: 'add' }> | null): boolean =>
  opened?.type === undefined ||
  (kindsOfSegment(opened.type).includes(kind) && (documentType ?? '') === opened.documentType);

const unknownLinkPage = (c: Context) => showPage(c, <LinkErrorPage />, { status: 404 });

/**
 * Adds `/partner/add/<type>`, the link that a partner receives for a submission. Its parameters are in the fragment,
 * which the page sends in a form. Before the sign-in, the response does not depend on whether the submission exists.
 *
 * `/open` continues after the sign-in with the page behind a link.
 */
export function linkRoutes(app: UserApp & Services): Hono<FormEnv> {
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
    return text === null ? unknownLinkPage(c) : c.redirect(`${appUrl}/open?link=${text}`, 303);
  });

  routes.get('/open', (c) => {
    const session = sessions.openSession(c);
    const link = links.read(c.req.query('link'), session);
    if (link === null) return unknownLinkPage(c);
    if (isUserSession(session)) return c.redirect(appUrl + pathOf(link, c.req.query('link')), 303);
    const hrefs = app.signInHrefs(c, link);
    // Chromium does not let the form redirect to another site, but a link on the page can point to it.
    if (hrefs.otherHref === null) return c.redirect(hrefs.signInHref, 303);
    return showPage(c, <SignInLinksPage name="signInNeeded" {...hrefs} />);
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
