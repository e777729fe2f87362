import type { Handlers } from '../../../generated/server.ts';
import { toTimestamp } from '../../domain/clock.ts';
import { NOBODY } from '../../domain/link-state.ts';
import { changeSubmission } from '../../storage/changes/change-submission.ts';
import { changeVerification, readRequest, type UserAction } from '../../storage/changes/change-verification.ts';
import { type Call, partnerOf } from '../call.ts';
import type { ApiServices } from '../services.ts';
import { logEnd, noSubmission } from './cancellations.ts';
import { submissionStatusHandlers } from './submission-status.ts';
import { verificationRequestHandlers } from './verification-requests.ts';

const noRequest = { code: 'not_found', detail: 'There is no verification request with this id.' } as const;
const decided = {
  code: 'id_conflict',
  detail: 'The verification request with this id is already verified or canceled.',
} as const;

/** Creates the handlers for decisions on behalf of the user. Outside a sandbox, they respond with 404. */
export function sandboxDecisionHandlers(
  services: ApiServices,
): Pick<Handlers<Call>, 'decideVerificationRequest' | 'decideSubmission'> {
  const { getVerificationRequest } = verificationRequestHandlers(services);
  const { getSubmissionStatusV2 } = submissionStatusHandlers(services);
  return {
    async decideVerificationRequest(request, call) {
      if (!services.sandbox) return { status: 404, problem: noRequest };
      const { path, body } = request;
      const { clientId } = partnerOf(call);
      const key = { clientId, requestId: path.id };
      const content = await readRequest(services, key);
      const [client_id = clientId] = content?.accepted_sources ?? [];
      const name = (await services.store.findPartner(client_id))?.name ?? client_id;
      const source = { client_id, name, accepted_at: toTimestamp(services.clock.now()) };
      const [found] = await services.store.findVerificationRequests(clientId, [path.id]);
      const userId = found?.ownerId ?? NOBODY;
      const action: UserAction =
        body.status === 'verified'
          ? { kind: 'verify', userId, identity: { ...body.digital_identity, source } }
          : { kind: 'refuse', userId };
      const decision = await changeVerification(services, key, action);
      if (decision?.outcome === 'refused') return { status: 409, problem: decided };
      const event = action.kind === 'verify' ? 'identity_shared' : 'identity_declined';
      if (decision !== null) logEnd(services, event, key, call);
      return getVerificationRequest({ ...request, body: undefined }, call);
    },

    async decideSubmission(request, call) {
      const { path, body } = request;
      const { clientId } = partnerOf(call);
      const submission = await services.store.findSubmission({ clientId, partnerRef: path.id });
      if (!services.sandbox || submission === null) return { status: 404, problem: noSubmission };
      const userId = (await services.store.findLinkedSubmission(submission))?.ownerId ?? NOBODY;
      const kind = body.status === 'verified' ? 'consent' : 'decline';
      const decision = await changeSubmission(services, submission, { kind, userId });
      if (decision?.outcome === 'refused') return { status: 409, problem: decided };
      const event = kind === 'consent' ? 'consent_given' : 'consent_declined';
      if (decision !== null) logEnd(services, event, submission, call);
      return getSubmissionStatusV2({ ...request, body: undefined }, call);
    },
  };
}
