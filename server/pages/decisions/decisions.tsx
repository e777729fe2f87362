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
import { askerOf } from '../content.ts';
import type { FormEnv } from '../csrf.tsx';
import { hrefWith, type OpenedLink, redirectToNotice, returnLink, sessionEnded } from '../opened-links.ts';
import { here, pathIn, paths, redirectWith, takeFlash } from '../page.tsx';
import { type Checked, forPerson, logAction, type PersonRoute, show, type Visit } from '../person.tsx';
import { allowFormTarget } from '../security-headers.ts';
import { servicesOf } from '../services.ts';
import type { DecisionCardProps } from '../views/decision-card.tsx';
import { ReceiptPage } from '../views/decision-pages.tsx';
import { ConfirmPage, LinkErrorPage, MessagePage, type PageMessage } from '../views/message-pages.tsx';
import { isCrossSite, showTooMany } from '../visit-limit.tsx';

// Pages, questions, and forms behind partners' links. The table in `spec/pages.yaml` selects the page, its status, and
// the actions that the person can take.

export type ActionName = keyof typeof actions;

/** A submission or a verification request that a person decides. Paths do not include the path of APP_URL. */
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
  /** Content of each page; null if it was erased. A page without a function shows only a message. */
  pages: { readonly [Name in PageName]?: Handler<T, Child | null> };
  /** Resolves to the values for messages and questions: the partner, and the time at which the subject ended. */
  values(c: Context, subject: T): Promise<{ partner: string; time: Child; title?: string }>;
  /** Stores the decision. Resolves to null on success, or to a response that explains the failure. */
  store(c: Context, visit: Visit, subject: Checked<T>, action: ActionName): Promise<Response | null>;
  /** Resolves to the partner's URL to which the person returns after the decision; undefined without such a URL. */
  callbackUrl?(c: Context, subject: T): Promise<string | undefined>;
  receipt: {
    path: string;
    /** Name of the page whose subject has a receipt. */
    of: PageName;
    /** Resolves to what the person accepted or shared; null if it was erased. */
    decision(c: Context, subject: T): Promise<DecisionCardProps | null>;
    /** Path of the page that the receipt links to. */
    back(subject: T): string;
  };
  /** Route for files. It responds with 404 unless the person currently sees one of the pages in `of`. */
  files: { path: string; of: readonly PageName[]; serve: Handler<T, Response> };
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

/** Returns the handlers of a route below a link's address. `handle` resolves to null for an unknown link. */
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

/** Statuses for pages that explain why a form had no effect: a changed file, or no chosen identity. */
const problemStatuses: Readonly<Record<string, 409 | 422>> = { changed: 409, notChosen: 422 };

const pageRoute = <T extends Subject>(flow: DecisionFlow<T>): PersonRoute =>
  forSelected(flow, async (c, visit, selected) => {
    const { name, subject } = selected;
    if (name === 'linkError' || subject === null) return null;
    if (offers(selected, 'later')) await allowCallback(flow, c, subject);
    const isRefused = name === 'declined' || name === 'refused';
    const message = async () => {
      const asker = isRefused ? await askerOf(servicesOf(c), subject.clientId) : undefined;
      return <MessagePage name={name as PageMessage} values={await flow.values(c, subject)} asker={asker} />;
    };
    const page = await (flow.pages[name] ?? message)(c, visit, subject);
    const status = problemStatuses[takeFlash(c) ?? ''] ?? pages[name].status;
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
    const values = await flow.values(c, subject);
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
    // A double click sends the form twice. The second response must lead to the same message as the first.
    if (selected.name === 'credential' && action === 'accept') return redirectWith(c, here(c), 'accepted');
    // After the first form, nothing is left behind the link. The account shows what the person still shares.
    if (selected.name === 'linkError' && action === 'stop') return c.redirect(appUrl + paths.account, 303);
    if (subject === null || !flow.actions.includes(action) || !offers(selected, action))
      return c.redirect(appUrl + here(c), 303);
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

/** Statuses that are reported to the partner's page when the person returns to it. */
const statuses: { readonly [Name in ActionName]?: VerificationStatus } = { verify: 'verified', refuse: 'canceled' };

/** Logs a stored decision, and sends the person back to the partner if there is a callback URL. */
async function afterDecision<T extends Subject>(
  flow: DecisionFlow<T>,
  c: Context,
  visit: Visit,
  subject: Checked<T>,
  action: ActionName,
): Promise<Response> {
  const services = servicesOf(c);
  const { userId } = visit.session;
  if (!(await eraseUnlessThere(services, userId))) return sessionEnded(c);
  const event = events[action];
  if (event !== undefined) logAction(c, userId, event, subject);
  const { clientId } = subject;
  if (action === 'stop') return c.redirect(hrefWith(c, outcomes.stop.path, { kind: 'stopped', clientId, userId }), 303);
  const url = await flow.callbackUrl?.(c, subject);
  if (url !== undefined) return c.redirect(returnUri(url, subject.requestId, statuses[action] ?? 'incomplete'), 303);
  if (action === 'later') return redirectWith(c, paths.credentials, 'later');
  if (action === 'accept') return redirectWith(c, subject.decidedPath, 'accepted');
  return c.redirect(services.appUrl + subject.decidedPath, 303);
}

const receiptRoute = <T extends Subject>(flow: DecisionFlow<T>): PersonRoute =>
  forSelected(flow, async (c, visit, { name, subject }) => {
    if (subject === null || name !== flow.receipt.of) return c.notFound();
    const decision = await flow.receipt.decision(c, subject);
    if (decision === null) return c.notFound();
    const backHref = pathIn(servicesOf(c).appUrl, flow.receipt.back(subject));
    return show(c, visit, <ReceiptPage {...decision} number={subject.requestId} backHref={backHref} />);
  });

const fileRoute = <T extends Subject>(flow: DecisionFlow<T>): PersonRoute =>
  forSelected(flow, async (c, visit, { name, subject }) =>
    subject !== null && flow.files.of.includes(name) ? flow.files.serve(c, visit, subject) : c.notFound(),
  );

/** Creates the routes of a flow: its page, questions, form, receipt, and files. */
export function decisionRoutes<T extends Subject>(flow: DecisionFlow<T>): Hono<FormEnv> {
  const asked = flow.actions.filter((action) => action in questions);
  return new Hono<FormEnv>()
    .get(flow.path, ...pageRoute(flow))
    .get(`${flow.path}/:question{${asked.join('|')}}`, ...questionRoute(flow))
    .post(flow.path, ...formRoute(flow))
    .get(flow.receipt.path, ...receiptRoute(flow))
    .get(flow.files.path, ...fileRoute(flow));
}
