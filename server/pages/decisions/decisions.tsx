import { type Context, Hono } from 'hono';
import type { Child } from 'hono/jsx';
import {
  type actions,
  type LinkKind,
  links as linkPages,
  outcomes,
  type PageName,
  pages,
  questions,
  type Viewer,
} from '../../../generated/pages.ts';
import { requestOrigin } from '../../api/call.ts';
import { type StateForViewer, unknownLink } from '../../domain/link-state.ts';
import { returnUri } from '../../domain/redirect-uri.ts';
import type { VerificationStatus } from '../../domain/verification-lifecycle.ts';
import type { SecurityEvent } from '../../platform/security-log.ts';
import { eraseUnlessThere } from '../../storage/changes/delete-account.ts';
import type { FormEnv } from '../csrf.tsx';
import { hrefWith, type OpenedLink, redirectToNotice, redirectToSessionEnded, returnLink } from '../opened-links.ts';
import { here, pathIn, paths } from '../page.tsx';
import { type Checked, forPerson, logAction, type PersonRoute, show, type Visit } from '../person.tsx';
import { allowFormTarget } from '../security-headers.ts';
import { servicesOf } from '../services.ts';
import type { Asker } from '../views/decision-card.tsx';
import { ConfirmPage, LinkErrorPage, MessagePage, type PageMessage, SuccessPage } from '../views/message-pages.tsx';
import { isCrossSite, showTooMany } from '../visit-limit.tsx';

// Implements the table in `spec/pages.yaml`: the page, the HTTP status, and the actions for each state of a link.

export type ActionName = keyof typeof actions;

/** Submission or verification request that a person decides on. Paths do not include the path of APP_URL. */
export interface Subject {
  clientId: string;
  requestId: string;
  link: OpenedLink;
  path: string;
  decidedPath: string;
}

export interface Found<T> extends StateForViewer {
  subject: T;
}

type Handler<T, R> = (c: Context, visit: Visit, subject: Checked<T>) => R | Promise<R>;

export interface DecisionFlow<T extends Subject> {
  kind: LinkKind;
  path: string;
  actions: readonly ActionName[];
  /** Resolves to null for an unknown link. */
  find(c: Context, visit: Visit): Promise<Found<T> | null>;
  /** Functions that return the content of a page, or null if the data was erased. The default content is a message. */
  pages: { readonly [Name in PageName]?: Handler<T, Child | null> };
  messageValues(c: Context, subject: T): Promise<Readonly<Record<string, Child>>>;
  /** Stores the decision. Resolves to null on success, or to a response that explains the failure. */
  store(c: Context, visit: Visit, subject: Checked<T>, action: ActionName): Promise<Response | null>;
  callbackUrl?(c: Context, subject: T): Promise<string | undefined>;
  acceptedPage: PageName;
  success: 'accepted' | 'shared';
  documentsEnd?(c: Context, visit: Visit, subject: T): Promise<string | null>;
  asker(c: Context, subject: T): Promise<Asker>;
  /** Route for the files on a page. Responds with 404 unless the person can currently see the page. */
  files: { path: string; serve: Handler<T, Response> };
}

interface Selected<T> {
  name: Exclude<PageName, 'signIn'>;
  viewer: Viewer;
  subject: Checked<T> | null;
}

const offers = ({ name }: Selected<unknown>, action: ActionName): boolean =>
  (pages[name].actions as readonly ActionName[]).includes(action);

async function select<T extends Subject>(flow: DecisionFlow<T>, c: Context, visit: Visit): Promise<Selected<T>> {
  const { state, viewer, subject } = (await flow.find(c, visit)) ?? { ...unknownLink, subject: null };
  const isDecidable = state === 'notOpened' || (state === 'open' && viewer === 'owner');
  const isPaused =
    isDecidable && subject !== null && (await servicesOf(c).partners.findActive(subject.clientId)) === null;
  const name = linkPages[flow.kind][isPaused ? 'paused' : state][viewer];
  if (name === 'never') throw new Error(`spec/pages.yaml: ${flow.kind}, ${state}, ${viewer} occurred`);
  return { name, viewer, subject: subject as Checked<T> | null };
}

/** Shows the page for unknown links if `handle` resolves to null. */
const forSelected = <T extends Subject>(
  flow: DecisionFlow<T>,
  handle: (c: Context, visit: Visit, selected: Selected<T>) => Promise<Response | null>,
): PersonRoute =>
  forPerson(async (c, visit) => {
    const { sourceOf, unknownLinks } = servicesOf(c);
    const selected = await select(flow, c, visit);
    const [address, { userId }] = [sourceOf(requestOrigin(c)), visit.session];
    // Exempts owners, so that the limit never blocks access to a person's own credentials and requests.
    const seconds = selected.viewer === 'owner' ? null : unknownLinks.retryAfter(address, userId);
    if (seconds !== null) return showTooMany(c, seconds);
    if (selected.name === 'linkError') unknownLinks.count(address, userId, isCrossSite(c));
    const response = await handle(c, visit, selected);
    return response ?? show(c, visit, <LinkErrorPage />, { status: pages.linkError.status, link: returnLink(c) });
  });

/** HTTP statuses for the query parameter `problem`, which says why a form had no effect. */
const problemStatuses: Readonly<Record<string, 409 | 422>> = { changed: 409, notChosen: 422 };

const pageRoute = <T extends Subject>(flow: DecisionFlow<T>): PersonRoute =>
  forSelected(flow, async (c, visit, selected) => {
    const { name, subject } = selected;
    if (name === 'linkError' || subject === null) return null;
    const isUndecided = offers(selected, 'later');
    if (isUndecided) await allowCallback(flow, c, subject);
    const message = async () => {
      const asker = await flow.asker(c, subject);
      const values = { partner: asker.name, ...(await flow.messageValues(c, subject)) };
      const isRefused = name === 'declined' || name === 'refused';
      return <MessagePage name={name as PageMessage} values={values} asker={isRefused ? asker : undefined} />;
    };
    const page = await (flow.pages[name] ?? message)(c, visit, subject);
    const status = (isUndecided && problemStatuses[c.req.query('problem') ?? '']) || pages[name].status;
    const link = offers(selected, 'useAnotherAccount') ? subject.link : null;
    return page === null ? null : show(c, visit, page, { status, link });
  });

async function allowCallback<T extends Subject>(flow: DecisionFlow<T>, c: Context, subject: T): Promise<void> {
  const url = await flow.callbackUrl?.(c, subject);
  if (url !== undefined) allowFormTarget(c, new URL(url).origin);
}

const questionRoute = <T extends Subject>(flow: DecisionFlow<T>): PersonRoute =>
  forSelected(flow, async (c, visit, selected) => {
    const { appUrl } = servicesOf(c);
    const { subject } = selected;
    const name = c.req.param('question') as keyof typeof questions;
    if (subject === null || !offers(selected, name)) return c.redirect(appUrl + here(c).replace(`/${name}`, ''), 303);
    await allowCallback(flow, c, subject);
    const partner = (await flow.asker(c, subject)).name;
    const values = { partner, ...(await flow.messageValues(c, subject)) };
    const action = pathIn(appUrl, subject.path);
    const page = <ConfirmPage name={name} values={values} action={action} decision={`${name}_confirmed`} />;
    return show(c, visit, page, { link: subject.link });
  });

/** The field `decision` contains an action or, after a confirmation page, `<action>_confirmed`. */
const formRoute = <T extends Subject>(flow: DecisionFlow<T>): PersonRoute =>
  forSelected(flow, async (c, visit, selected) => {
    const { appUrl } = servicesOf(c);
    const { subject } = selected;
    const decision = visit.form.get('decision') ?? '';
    const action = decision.replace(/_confirmed$/, '') as ActionName;
    // The second form of a double click on `stop` finds no verification request, and leads to the account page.
    if (selected.name === 'linkError' && action === 'stop') return c.redirect(appUrl + paths.account, 303);
    if (subject === null || !flow.actions.includes(action)) return c.redirect(appUrl + here(c), 303);
    // If a double click sends the form twice, both responses lead to the same page.
    if (selected.name === flow.acceptedPage && successes.includes(action)) return leave(flow, c, subject, action);
    if (!offers(selected, action)) return c.redirect(appUrl + here(c), 303);
    if (action in questions && decision === action)
      return c.redirect(appUrl + here(c).replace(/(?=\?|$)/, `/${action}`), 303);
    if (action !== 'later' && visit.session.isStale) return redirectToNotice(c, 'signInAgain');
    const refusal = await flow.store(c, visit, subject, action);
    return refusal ?? afterDecision(flow, c, visit, subject, action);
  });

const events: { readonly [Name in ActionName]?: SecurityEvent['event'] } = {
  accept: 'consent_given',
  decline: 'consent_declined',
  delete: 'credential_deleted',
  verify: 'identity_shared',
  refuse: 'identity_declined',
  stop: 'sharing_stopped',
};

const successes: readonly ActionName[] = ['accept', 'verify'];

const DONE = '/done';

const statuses: { readonly [Name in ActionName]?: VerificationStatus } = { verify: 'verified', refuse: 'canceled' };

/** Redirects to a notice if the account was deleted during the decision; otherwise, logs the decision. */
async function afterDecision<T extends Subject>(
  flow: DecisionFlow<T>,
  c: Context,
  visit: Visit,
  subject: Checked<T>,
  action: ActionName,
): Promise<Response> {
  const { userId } = visit.session;
  if (!(await eraseUnlessThere(servicesOf(c), userId))) return redirectToSessionEnded(c);
  const event = events[action];
  if (event !== undefined) logAction(c, userId, event, subject);
  const { clientId } = subject;
  if (action === 'stop') return c.redirect(hrefWith(c, outcomes.stop.path, { kind: 'stopped', clientId, userId }), 303);
  return leave(flow, c, subject, action);
}

async function leave<T extends Subject>(
  flow: DecisionFlow<T>,
  c: Context,
  subject: T,
  action: ActionName,
): Promise<Response> {
  const url = await flow.callbackUrl?.(c, subject);
  if (url !== undefined) return c.redirect(returnUri(url, subject.requestId, statuses[action] ?? 'incomplete'), 303);
  const { decidedPath } = subject;
  const donePath = successes.includes(action) ? decidedPath.replace('?', `${DONE}?`) : decidedPath;
  return c.redirect(servicesOf(c).appUrl + (action === 'later' ? paths.credentials : donePath), 303);
}

const doneRoute = <T extends Subject>(flow: DecisionFlow<T>): PersonRoute =>
  forSelected(flow, async (c, visit, { name, subject }) => {
    const { appUrl } = servicesOf(c);
    if (subject === null || name !== flow.acceptedPage) return c.redirect(appUrl + here(c).replace(DONE, ''), 303);
    const asker = await flow.asker(c, subject);
    const end = await flow.documentsEnd?.(c, visit, subject);
    const values = { partner: asker.name, ...(await flow.messageValues(c, subject)) };
    const href = pathIn(appUrl, subject.path);
    const page = <SuccessPage name={flow.success} asker={asker} values={values} href={href} end={end} />;
    return show(c, visit, page);
  });

const fileRoute = <T extends Subject>(flow: DecisionFlow<T>): PersonRoute =>
  forSelected(flow, async (c, visit, { name, subject }) =>
    subject !== null && name in flow.pages ? flow.files.serve(c, visit, subject) : c.notFound(),
  );

export function decisionRoutes<T extends Subject>(flow: DecisionFlow<T>): Hono<FormEnv> {
  const asked = flow.actions.filter((action) => action in questions);
  return new Hono<FormEnv>()
    .get(flow.path, ...pageRoute(flow))
    .get(`${flow.path}/:question{${asked.join('|')}}`, ...questionRoute(flow))
    .post(flow.path, ...formRoute(flow))
    .get(flow.path + DONE, ...doneRoute(flow))
    .get(flow.files.path, ...fileRoute(flow));
}
