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
import { hrefWith, type OpenedLink, redirectToNotice, returnLink, sessionEnded } from '../opened-links.ts';
import { here, pathIn, paths } from '../page.tsx';
import { type Checked, forPerson, logAction, type PersonRoute, show, type Visit } from '../person.tsx';
import { allowFormTarget } from '../security-headers.ts';
import { servicesOf } from '../services.ts';
import type { Asker } from '../views/decision-card.tsx';
import { ConfirmPage, LinkErrorPage, MessagePage, type PageMessage, SuccessPage } from '../views/message-pages.tsx';
import { isCrossSite, showTooMany } from '../visit-limit.tsx';

// Pages, questions, and forms behind partners' links. The table in `spec/pages.yaml` selects the page, its status, and
// the actions that the person can take.

export type ActionName = keyof typeof actions;

/** Submission or verification request that a person decides on. Paths do not include the path of APP_URL. */
export interface Subject {
  clientId: string;
  requestId: string;
  /** Link with which another account can continue. */
  link: OpenedLink;
  /** Path of the page for this person. */
  path: string;
  /** Path of the page after the decision. */
  decidedPath: string;
}

/** The subject behind a link, and the state of the link for the person. */
export interface Found<T> extends StateForViewer {
  subject: T;
}

type Handler<T, R> = (c: Context, visit: Visit, subject: Checked<T>) => R | Promise<R>;

/** One kind of link: how to find its subject, what its pages show, and how to store a decision. */
export interface DecisionFlow<T extends Subject> {
  kind: LinkKind;
  path: string;
  actions: readonly ActionName[];
  /** Finds the subject of a link. Resolves to null for an unknown link. */
  find(c: Context, visit: Visit): Promise<Found<T> | null>;
  /** Content of each page; null if the data was erased. A page without a function shows only a message. */
  pages: { readonly [Name in PageName]?: Handler<T, Child | null> };
  /** Resolves to the values in messages and questions, such as the time at which the subject ended. */
  values(c: Context, subject: T): Promise<Readonly<Record<string, Child>>>;
  /** Stores the decision. Resolves to null on success, or to a response that explains the failure. */
  store(c: Context, visit: Visit, subject: Checked<T>, action: ActionName): Promise<Response | null>;
  /** Resolves to the partner's URL to which the person returns after the decision; undefined without such a URL. */
  callbackUrl?(c: Context, subject: T): Promise<string | undefined>;
  /** Name of the page after the person accepted or shared. */
  accepted: PageName;
  /** Name of the messages on the page that follows after the person accepted or shared. */
  success: 'accepted' | 'shared';
  /** Resolves to the time at which the documents will be deleted; null or undefined if they will not be deleted. */
  documentsEnd?(c: Context, visit: Visit, subject: T): Promise<string | null>;
  /** Resolves to the data about the partner that the pages show. */
  asker(c: Context, subject: T): Promise<Asker>;
  /** Route for the files on the pages in `pages`. It responds with 404 unless the person currently sees such a page. */
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

/** Returns the handlers of a route at or below the page of a link. `handle` resolves to null for an unknown link. */
const forSelected = <T extends Subject>(
  flow: DecisionFlow<T>,
  handle: (c: Context, visit: Visit, selected: Selected<T>) => Promise<Response | null>,
): PersonRoute =>
  forPerson(async (c, visit) => {
    const { sourceOf, unknownLinks } = servicesOf(c);
    const selected = await select(flow, c, visit);
    const [address, { userId }] = [sourceOf(requestOrigin(c)), visit.session];
    // The limit never prevents people from using their own credentials and requests.
    const seconds = selected.viewer === 'owner' ? null : unknownLinks.retryAfter(address, userId);
    if (seconds !== null) return showTooMany(c, seconds);
    if (selected.name === 'linkError') unknownLinks.count(address, userId, isCrossSite(c));
    const response = await handle(c, visit, selected);
    return response ?? show(c, visit, <LinkErrorPage />, { status: pages.linkError.status, link: returnLink(c) });
  });

/** Statuses for `problem` in the query, which says why a form had no effect: a changed file, or no chosen identity. */
const problemStatuses: Readonly<Record<string, 409 | 422>> = { changed: 409, notChosen: 422 };

const pageRoute = <T extends Subject>(flow: DecisionFlow<T>): PersonRoute =>
  forSelected(flow, async (c, visit, selected) => {
    const { name, subject } = selected;
    if (name === 'linkError' || subject === null) return null;
    const isUndecided = offers(selected, 'later');
    if (isUndecided) await allowCallback(flow, c, subject);
    const message = async () => {
      const asker = await flow.asker(c, subject);
      const values = { partner: asker.name, ...(await flow.values(c, subject)) };
      const isRefused = name === 'declined' || name === 'refused';
      return <MessagePage name={name as PageMessage} values={values} asker={isRefused ? asker : undefined} />;
    };
    const page = await (flow.pages[name] ?? message)(c, visit, subject);
    const status = (isUndecided && problemStatuses[c.req.query('problem') ?? '']) || pages[name].status;
    const link = offers(selected, 'useAnotherAccount') ? subject.link : null;
    return page === null ? null : show(c, visit, page, { status, link });
  });

/** Lets the page's forms redirect to the partner's callback URL. */
async function allowCallback<T extends Subject>(flow: DecisionFlow<T>, c: Context, subject: T): Promise<void> {
  const url = await flow.callbackUrl?.(c, subject);
  if (url !== undefined) allowFormTarget(c, new URL(url).origin);
}

/** Returns the handlers of a confirmation question. Its path is the page's path, followed by the action. */
const questionRoute = <T extends Subject>(flow: DecisionFlow<T>): PersonRoute =>
  forSelected(flow, async (c, visit, selected) => {
    const { appUrl } = servicesOf(c);
    const { subject } = selected;
    const name = c.req.param('question') as keyof typeof questions;
    if (subject === null || !offers(selected, name)) return c.redirect(appUrl + here(c).replace(`/${name}`, ''), 303);
    await allowCallback(flow, c, subject);
    const partner = (await flow.asker(c, subject)).name;
    const values = { partner, ...(await flow.values(c, subject)) };
    const action = pathIn(appUrl, subject.path);
    const page = <ConfirmPage name={name} values={values} action={action} decision={`${name}_confirmed`} />;
    return show(c, visit, page, { link: subject.link });
  });

/** Handles the form. Its `decision` is an action or, after a page that asks for confirmation, `<action>_confirmed`. */
const formRoute = <T extends Subject>(flow: DecisionFlow<T>): PersonRoute =>
  forSelected(flow, async (c, visit, selected) => {
    const { appUrl } = servicesOf(c);
    const { subject } = selected;
    const decision = visit.form.get('decision') ?? '';
    const action = decision.replace(/_confirmed$/, '') as ActionName;
    // The second form of a double click on `stop` finds no request. The account lists what the person still shares.
    if (selected.name === 'linkError' && action === 'stop') return c.redirect(appUrl + paths.account, 303);
    if (subject === null || !flow.actions.includes(action)) return c.redirect(appUrl + here(c), 303);
    // A double click sends the form twice. The second response must lead to the same page as the first.
    if (selected.name === flow.accepted && successes.includes(action)) return leave(flow, c, subject, action);
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

/** Actions that lead to a page about what happens next. */
const successes: readonly ActionName[] = ['accept', 'verify'];

/** Path suffix of the page that follows an action in `successes`. */
const DONE = '/done';

/** Statuses that are reported to the partner's page when the person returns to it. */
const statuses: { readonly [Name in ActionName]?: VerificationStatus } = { verify: 'verified', refuse: 'canceled' };

/** Logs a stored decision, and redirects to the next page, or to a notice if the account has been deleted meanwhile. */
async function afterDecision<T extends Subject>(
  flow: DecisionFlow<T>,
  c: Context,
  visit: Visit,
  subject: Checked<T>,
  action: ActionName,
): Promise<Response> {
  const { userId } = visit.session;
  if (!(await eraseUnlessThere(servicesOf(c), userId))) return sessionEnded(c);
  const event = events[action];
  if (event !== undefined) logAction(c, userId, event, subject);
  const { clientId } = subject;
  if (action === 'stop') return c.redirect(hrefWith(c, outcomes.stop.path, { kind: 'stopped', clientId, userId }), 303);
  return leave(flow, c, subject, action);
}

/** Sends the person back to the partner if there is a callback URL, and otherwise to the page after the decision. */
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

/** Shows what happens next after the person accepted or shared. */
const doneRoute = <T extends Subject>(flow: DecisionFlow<T>): PersonRoute =>
  forSelected(flow, async (c, visit, { name, subject }) => {
    const { appUrl } = servicesOf(c);
    if (subject === null || name !== flow.accepted) return c.redirect(appUrl + here(c).replace(DONE, ''), 303);
    const asker = await flow.asker(c, subject);
    const end = await flow.documentsEnd?.(c, visit, subject);
    const values = { partner: asker.name, ...(await flow.values(c, subject)) };
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
