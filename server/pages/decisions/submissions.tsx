import type { Context } from 'hono';
import { assetMediaTypes } from '../../../generated/operations.ts';
import { noteRead } from '../../api/request-log.ts';
import type { Micros } from '../../domain/clock.ts';
import { canShowInline } from '../../domain/file-type.ts';
import { linkStateFor } from '../../domain/link-state.ts';
import { kindsOfSegment } from '../../domain/redirect-uri.ts';
import { DOCUMENTS_KEPT, submissionProgress } from '../../domain/submission-lifecycle.ts';
import { changeSubmission } from '../../storage/changes/change-submission.ts';
import { deleteOrphanedFiles } from '../../storage/changes/orphaned-files.ts';
import { isStorableText } from '../../storage/database/engine/storable-text.ts';
import type { HeldSubmission } from '../../storage/database/submissions/submission.ts';
import type { User } from '../../storage/database/users/user-store.ts';
import { askerOf, isoMinute, savedName, submissionDetails, submissionSummary } from '../content.ts';
import { filesOf, hasDocuments, type SubmissionView, submissionTitle } from '../credential-views.ts';
import { carriedLink, type OpenedLink } from '../opened-links.ts';
import { consentPath, messagesFor, pathIn } from '../page.tsx';
import { type Checked, show, type Visit } from '../person.tsx';
import { servicesOf } from '../services.ts';
import { ConsentPage, CredentialPage } from '../views/decision-pages.tsx';
import { Time } from '../views/layout.tsx';
import { MessagePage } from '../views/message-pages.tsx';
import { type ActionName, type DecisionFlow, decisionRoutes, type Found, type Subject } from './decisions.tsx';

/** A submission that the person owns, or an unowned submission whose link the person opened. */
interface LinkedSubmission extends HeldSubmission, Subject {
  fileQuery: string;
}

const PATH = '/credentials/:requestId';

async function find(c: Context, { session }: Visit): Promise<Found<LinkedSubmission> | null> {
  const { store, clock, submissionWindow: window } = servicesOf(c);
  const requestId = c.req.param('requestId') ?? '';
  const carried = carriedLink(c);
  const opened = carried?.kind === 'add' && carried.requestId === requestId ? carried : null;
  const clientId = opened?.clientId ?? c.req.query('clientId') ?? '';
  if (!isStorableText(clientId, requestId)) return null;
  const own = await store.findOwnSubmission(session.userId, requestId);
  const submission = own ?? (await store.findLinkedSubmission({ clientId, requestId }));
  if (submission === null || !fits(submission, opened)) return null;
  noteRead(c.get('record'), { clientId: submission.clientId, resources: [submission.partnerRef] });
  const progress = submissionProgress(submission, clock.now(), window);
  const found = linkStateFor({ ...submission, ...progress }, session.userId, window);
  // Hides a submission without an owner from people who have not opened the link.
  if (found.state === 'notOpened' && opened === null) return null;
  const link = { kind: 'add', clientId: submission.clientId, requestId } as const;
  const fileQuery = own === null ? `?link=${c.req.query('link')}` : '';
  const decidedPath = consentPath(submission);
  const path = own === null ? `/credentials/${requestId}${fileQuery}` : decidedPath;
  return { ...found, subject: { ...submission, path, decidedPath, fileQuery, link } };
}

const fits = ({ kind, documentType }: HeldSubmission, opened: Extract<OpenedLink, { kind: 'add' }> | null): boolean =>
  opened?.type === undefined ||
  (kindsOfSegment(opened.type).includes(kind) && (documentType ?? '') === opened.documentType);

const acceptedAt = ({ finalizedAt, createdAt }: HeldSubmission): Micros => finalizedAt ?? createdAt;

/** Returns null if the documents do not exist, are already deleted, or are kept because of a mobile sign-in. */
export function documentsEndOf(now: Micros, user: User | null, submission: HeldSubmission, given: SubmissionView) {
  const end = acceptedAt(submission) + DOCUMENTS_KEPT;
  const isKept = user?.mobileSignedInAt != null;
  return isKept || now >= end || !hasDocuments(given) ? null : isoMinute(end);
}

async function documentsEnd(c: Context, { session }: Visit, submission: LinkedSubmission) {
  const services = servicesOf(c);
  const summary = await submissionSummary(services, submission);
  const user = await services.store.findUser(session.userId);
  return summary && documentsEndOf(services.clock.now(), user, submission, summary);
}

const asker = (c: Context, { clientId }: LinkedSubmission) => askerOf(servicesOf(c), clientId);

async function consent(c: Context, _visit: Visit, submission: LinkedSubmission) {
  const services = servicesOf(c);
  const details = await submissionDetails(services, submission);
  if (details === null) return null;
  return (
    <ConsentPage
      action={pathIn(services.appUrl, submission.path)}
      asker={await asker(c, submission)}
      decideBy={isoMinute(submission.createdAt + services.submissionWindow)}
      submission={details.submission}
      digest={details.digest}
      hasChanged={c.req.query('problem') === 'changed'}
    />
  );
}

async function credential(c: Context, visit: Visit, submission: LinkedSubmission) {
  const services = servicesOf(c);
  const details = await submissionDetails(services, submission);
  if (details === null) return null;
  const { documentsDeletedAt } = submission;
  return (
    <CredentialPage
      action={pathIn(services.appUrl, submission.path)}
      asker={await asker(c, submission)}
      given={details.submission}
      decidedAt={isoMinute(acceptedAt(submission))}
      receiptNumber={submission.requestId}
      documentsDeleted={documentsDeletedAt === null ? null : isoMinute(documentsDeletedAt)}
      documentsEnd={await documentsEnd(c, visit, submission)}
    />
  );
}

async function messageValues(c: Context, submission: LinkedSubmission) {
  const services = servicesOf(c);
  const end = submission.documentsDeletedAt ?? acceptedAt(submission);
  const summary = await submissionSummary(services, submission);
  const messages = messagesFor(c);
  return {
    time: <Time date={isoMinute(end)} />,
    title: summary === null ? '' : messages.text(...submissionTitle(messages, summary)),
  };
}

const kinds = { accept: 'consent', decline: 'decline', later: 'take' } as const;

async function store(c: Context, visit: Visit, submission: Checked<LinkedSubmission>, action: ActionName) {
  const services = servicesOf(c);
  const { userId } = visit.session;
  const hasChanged = () => c.redirect(`${services.appUrl}${submission.path}&problem=changed`, 303);
  // Redirects to the page of the submission, which explains why a decision is no longer possible.
  const tooLate = () => c.redirect(services.appUrl + submission.path, 303);
  if (action === 'delete') {
    const files = await services.store.eraseSubmission(submission, { userId, window: services.submissionWindow });
    if (files === null) return tooLate();
    await deleteOrphanedFiles(services, files);
    return null;
  }
  const details = action === 'accept' ? await submissionDetails(services, submission) : null;
  // Requires the digest of the content that the page showed, because the partner can change files in the meantime.
  if (details !== null && visit.form.get('shown') !== details.digest) return hasChanged();
  const kind = kinds[action as keyof typeof kinds];
  const change = await changeSubmission(services, submission, { kind, userId }, details?.fileKeys);
  if (change?.outcome === 'other_files') return hasChanged();
  return change === null || change.outcome === 'refused' ? tooLate() : null;
}

const flow: DecisionFlow<LinkedSubmission> = {
  kind: 'submission',
  path: PATH,
  actions: ['accept', 'decline', 'later', 'delete'],
  find,
  pages: { consent, credential },
  messageValues,
  store,
  acceptedPage: 'credential',
  success: 'accepted',
  documentsEnd,
  asker,
  files: { path: `${PATH}/:folder{files|documents}/:name`, serve: serveFile },
};

/** Content Security Policy for untrusted files. Browsers fit images into the window with inline styles. */
const FILE_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

async function serveFile(c: Context, visit: Visit, submission: LinkedSubmission): Promise<Response> {
  const services = servicesOf(c);
  const details = await submissionDetails(services, submission);
  const href = pathIn(services.appUrl, c.req.path + submission.fileQuery);
  const found = details && filesOf(details.submission).find(({ file }) => file.href === href);
  if (!found) return c.notFound();
  const bytes = await found.file.read?.();
  if (!bytes) return show(c, visit, <MessagePage name="noFile" />, { status: 404 });
  const { kind } = found.file;
  const disposition = canShowInline(kind) ? 'inline' : 'attachment';
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': assetMediaTypes[kind],
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(savedName(messagesFor(c), found))}`,
    'Content-Security-Policy': FILE_POLICY,
  });
}

export const submissionRoutes = () => decisionRoutes(flow);
