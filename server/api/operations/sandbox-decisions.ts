import type { Handlers } from '../../../generated/server.ts';
import { toTimestamp } from '../../domain/clock.ts';
import { actForUser, decideForUser } from '../../storage/changes/act-for-user.ts';
import { readRequest, type UserAction } from '../../storage/changes/change-verification.ts';
import { type Call, partnerOf } from '../call.ts';
import type { ApiServices } from '../services.ts';
import { submissionStatusHandlers } from './submission-status.ts';
import { verificationRequestHandlers } from './verification-requests.ts';

const noRequest = { code: 'not_found', detail: 'There is no verification request with this id.' } as const;
const noSubmission = { code: 'not_found', detail: 'There is no submission with this id.' } as const;
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
      const actionOf = (userId: string): UserAction =>
        body.status === 'verified'
          ? { kind: 'verify', userId, identity: { ...body.digital_identity, source } }
          : { kind: 'cancel', userId };
      const by = { actor: `partner:${clientId}`, origin: call } as const;
      const decision = await actForUser(services, key, actionOf, by);
      if (decision?.outcome === 'refused') return { status: 409, problem: decided };
      return getVerificationRequest({ ...request, body: undefined }, call);
    },

    async decideSubmission(request, call) {
      const { path, body } = request;
      const { clientId } = partnerOf(call);
      const submission = await services.store.findSubmission({ clientId, partnerRef: path.id });
      if (!services.sandbox || submission === null) return { status: 404, problem: noSubmission };
      const by = { actor: `partner:${clientId}`, origin: call } as const;
      const kind = body.status === 'verified' ? 'consent' : 'decline';
      const decision = await decideForUser(services, submission, kind, by);
      if (decision?.outcome === 'refused') return { status: 409, problem: decided };
      return getSubmissionStatusV2({ ...request, body: undefined }, call);
    },
  };
}
