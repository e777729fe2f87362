import type { Handlers } from '../../../generated/server.ts';
import { toTimestamp } from '../../domain/clock.ts';
import { documentStateAt, downloadProblem, mayReferenceDocuments } from '../../domain/documents.ts';
import { submissionProgress } from '../../domain/submission-lifecycle.ts';
import type { Submission } from '../../storage/database/submissions/submission.ts';
import { type Call, partnerOf } from '../call.ts';
import { noteRead } from '../request-log.ts';
import type { StorageServices } from '../services.ts';

export function submissionStatusHandlers({ store, clock, submissionWindow }: StorageServices) {
  const statusesOf = async (submissions: readonly Submission[], call: Call) => {
    noteRead(call.record, { resources: submissions.map(({ partnerRef }) => partnerRef) });
    const now = clock.now();
    // Most submissions cannot refer to documents by URL, so most calls skip the query.
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
        // A canceled submission has no documents, even before the sweep deletes them.
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
  };
  const get: Handlers<Call>['getSubmissionStatusV1'] = async ({ path }, call) => {
    const submission = await store.findSubmission({ clientId: partnerOf(call).clientId, partnerRef: path.id });
    const [body] = await statusesOf(submission === null ? [] : [submission], call);
    if (body !== undefined) return { status: 200, body };
    return { status: 404, problem: { code: 'not_found', detail: 'There is no submission with this id.' } };
  };
  const list: Handlers<Call>['listSubmissionStatusesV1'] = async ({ body }, call) => {
    const { clientId } = partnerOf(call);
    const found = await Promise.all(body.ids.map((partnerRef) => store.findSubmission({ clientId, partnerRef })));
    const submissions = found.filter((submission) => submission !== null);
    return { status: 200, body: { credentials: await statusesOf(submissions, call) } };
  };
  return {
    getSubmissionStatusV1: get,
    getSubmissionStatusV2: get,
    listSubmissionStatusesV1: list,
    listSubmissionStatusesV2: list,
  } satisfies Partial<Handlers<Call>>;
}
