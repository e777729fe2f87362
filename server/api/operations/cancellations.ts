import { operations } from '../../../generated/operations.ts';
import type { Handlers } from '../../../generated/server.ts';
import { addOperations } from '../../domain/credential-types.ts';
import { type SecurityEvent, subjectOf } from '../../platform/security-log.ts';
import { changeSubmission } from '../../storage/changes/change-submission.ts';
import { changeVerification } from '../../storage/changes/change-verification.ts';
import type { RequestKey } from '../../storage/encryption/encrypted-json.ts';
import { insufficientScope } from '../authenticate.ts';
import { type Call, partnerOf, scopesOf } from '../call.ts';
import type { ApiServices, ReportServices } from '../services.ts';
import { submissionStatusHandlers } from './submission-status.ts';
import { verificationRequestHandlers } from './verification-requests.ts';

export const noSubmission = { code: 'not_found', detail: 'There is no submission with this id.' } as const;
const alreadyVerified = {
  code: 'already_verified',
  detail: 'A user has already accepted, so you can no longer cancel.',
} as const;

/** Creates the handlers with which partners cancel submissions and verification requests. */
export function cancellationHandlers(services: ApiServices) {
  const { getSubmissionStatusV2 } = submissionStatusHandlers(services);
  const { getVerificationRequest } = verificationRequestHandlers(services);
  return {
    async cancelSubmission(request, call) {
      const { clientId } = partnerOf(call);
      const submission = await services.store.findSubmission({ clientId, partnerRef: request.path.id });
      if (submission === null) return { status: 404, problem: noSubmission };
      const [{ scopes: needed }] = operations[addOperations[submission.kind]].security;
      const missing = needed.filter((scope) => !scopesOf(call).includes(scope));
      if (missing.length > 0) throw insufficientScope(missing);
      const change = await changeSubmission(services, submission, { kind: 'cancel' });
      if (change?.outcome === 'refused') return { status: 409, problem: alreadyVerified };
      if (change?.outcome === 'changed') logEnd(services, 'submission_canceled', submission, call);
      return getSubmissionStatusV2({ ...request, body: undefined }, call);
    },

    async cancelVerificationRequest(request, call) {
      const key = { clientId: partnerOf(call).clientId, requestId: request.path.id };
      const change = await changeVerification(services, key, { kind: 'cancel' });
      if (change?.outcome === 'refused') return { status: 409, problem: alreadyVerified };
      if (change?.outcome === 'changed') logEnd(services, 'verification_canceled', key, call);
      return getVerificationRequest({ ...request, body: undefined }, call);
    },
  } satisfies Partial<Handlers<Call>>;
}

/** Logs that a partner has ended a submission or a verification request. */
export function logEnd(
  { security }: ReportServices,
  event: SecurityEvent['event'],
  { clientId, requestId }: RequestKey,
  call: Call,
): void {
  security({ event, actor: `partner:${clientId}`, client_id: clientId, subject: subjectOf(requestId) }, call);
}
