import { operations } from '../../../generated/operations.ts';
import type { Handlers } from '../../../generated/server.ts';
import { toTimestamp } from '../../domain/clock.ts';
import { addOperations } from '../../domain/credential-types.ts';
import { documentStateAt, downloadProblem, mayReferenceDocuments } from '../../domain/documents.ts';
import { NOBODY } from '../../domain/link-state.ts';
import { submissionProgress } from '../../domain/submission-lifecycle.ts';
import { subjectOf } from '../../platform/security-log.ts';
import { changeSubmission } from '../../storage/changes/change-submission.ts';
import type { Submission } from '../../storage/database/submissions/submission.ts';
import { insufficientScope } from '../authenticate.ts';
import { type Call, logAction, partnerOf, scopesOf } from '../call.ts';
import { alreadyVerified } from '../contract/problem.ts';
import { noteRead } from '../request-log.ts';
import type { ApiServices, StorageServices } from '../services.ts';

const noSubmission = {
  status: 404,
  problem: { code: 'not_found', detail: 'There is no submission with this id.' },
} as const;

const alreadyDecided = {
  status: 409,
  problem: { code: 'id_conflict', detail: 'The submission with this id is already verified or canceled.' },
} as const;

export function submissionStatusHandlers(services: ApiServices) {
  const { store } = services;
  const find = (id: string, call: Call) => store.findSubmission({ clientId: partnerOf(call).clientId, partnerRef: id });
  const get = async ({ path }: { path: { id: string } }, call: Call) => {
    const submission = await find(path.id, call);
    const [body] = await statusesOf(services, submission === null ? [] : [submission], call);
    return body === undefined ? noSubmission : ({ status: 200, body } as const);
  };
  const list: Handlers<Call>['listSubmissionStatusesV1'] = async ({ body }, call) => {
    const found = await Promise.all(body.ids.map((id) => find(id, call)));
    const submissions = found.filter((submission) => submission !== null);
    return { status: 200, body: { credentials: await statusesOf(services, submissions, call) } };
  };
  return {
    getSubmissionStatusV1: get,
    getSubmissionStatusV2: get,
    listSubmissionStatusesV1: list,
    listSubmissionStatusesV2: list,
    async cancelSubmission(request, call) {
      const submission = await find(request.path.id, call);
      if (submission === null) return noSubmission;
      const [{ scopes: needed }] = operations[addOperations[submission.kind]].security;
      const missing = needed.filter((scope) => !scopesOf(call).includes(scope));
      if (missing.length > 0) throw insufficientScope(missing);
      const change = await changeSubmission(services, submission, { kind: 'cancel' });
      if (change?.outcome === 'refused') return alreadyVerified;
      if (change?.outcome === 'changed')
        logAction(services, 'submission_canceled', call, { subject: subjectOf(submission.requestId) });
      return get(request, call);
    },
    async decideSubmission(request, call) {
      const submission = await find(request.path.id, call);
      if (!services.sandbox || submission === null) return noSubmission;
      const userId = (await store.findLinkedSubmission(submission))?.ownerId ?? NOBODY;
      const kind = request.body.status === 'verified' ? 'consent' : 'decline';
      const decision = await changeSubmission(services, submission, { kind, userId });
      if (decision?.outcome === 'refused') return alreadyDecided;
      const event = kind === 'consent' ? 'consent_given' : 'consent_declined';
      if (decision !== null) logAction(services, event, call, { subject: subjectOf(submission.requestId) });
      return get(request, call);
    },
  } satisfies Partial<Handlers<Call>>;
}

async function statusesOf(
  { store, clock, submissionWindow }: StorageServices,
  submissions: readonly Submission[],
  call: Call,
) {
  noteRead(call.record, { resources: submissions.map(({ partnerRef }) => partnerRef) });
  const now = clock.now();
  // Only these submissions can reference documents, so the query is often unnecessary.
  const withDocuments = submissions.filter(
    ({ kind, documentType, state }) => state !== 'canceled' && mayReferenceDocuments(kind, documentType),
  );
  const documents = withDocuments.length === 0 ? [] : await store.listDocuments(withDocuments);
  return submissions.map((submission) => {
    const { status, finalizedAt } = submissionProgress(submission, now, submissionWindow);
    return {
      id: submission.partnerRef,
      status,
      finalized_at: finalizedAt === null ? null : toTimestamp(finalizedAt),
      // A canceled submission has no documents, even if the sweep has not deleted them yet.
      documents:
        status === 'canceled'
          ? []
          : documents
              .filter(({ requestId }) => requestId === submission.requestId)
              .map(({ ref, state, error }) => ({
                id: ref,
                state: documentStateAt(state, submission, { now, window: submissionWindow }),
                ...(error !== null && { problem: downloadProblem(error) }),
              })),
    };
  });
}
