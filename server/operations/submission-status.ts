import type { Handlers } from '../../generated/server.ts';
import { toTimestamp } from '../domain/clock.ts';
import { submissionProgress } from '../domain/submission.ts';
import { type Call, partnerOf } from '../http/caller.ts';
import type { Services } from '../services.ts';
import type { Submission } from '../store/submissions/submission-store.ts';

type Operations =
  | 'getSubmissionStatusV1'
  | 'getSubmissionStatusV2'
  | 'listSubmissionStatusesV1'
  | 'listSubmissionStatusesV2';

/** The statuses of submissions; the same in both versions. */
export function submissionStatusHandlers(
  services: Pick<Services, 'store' | 'clock' | 'submissionWindow'>,
): Pick<Handlers<Call>, Operations> {
  const { store, clock, submissionWindow } = services;

  const statusOf = (submission: Submission) => {
    const { status, finalizedAt } = submissionProgress(submission, clock.now(), submissionWindow);
    return {
      id: submission.partnerRef,
      status,
      finalized_at: finalizedAt === null ? null : toTimestamp(finalizedAt),
    };
  };
  const get: Handlers<Call>['getSubmissionStatusV1'] = async ({ path }, call) => {
    const submission = await store.findSubmission({
      clientId: partnerOf(call).clientId,
      partnerRef: path.id,
    });
    if (submission !== null) return { status: 200, body: statusOf(submission) };
    return { status: 404, problem: { code: 'not_found', detail: 'There is no submission with this id.' } };
  };
  const list: Handlers<Call>['listSubmissionStatusesV1'] = async ({ body }, call) => {
    const { clientId } = partnerOf(call);
    const found = await Promise.all(body.ids.map((partnerRef) => store.findSubmission({ clientId, partnerRef })));
    return {
      status: 200,
      body: { credentials: found.filter((submission) => submission !== null).map(statusOf) },
    };
  };
  return {
    getSubmissionStatusV1: get,
    getSubmissionStatusV2: get,
    listSubmissionStatusesV1: list,
    listSubmissionStatusesV2: list,
  };
}
