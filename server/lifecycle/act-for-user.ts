import type { SubmissionRefusal } from '../domain/submission.ts';
import type { VerificationRefusal, VerificationStatus } from '../domain/verification.ts';
import { type RequestSource, type SecurityEvent, type SecurityLog, subjectOf } from '../security-log.ts';
import type { SubmissionId } from '../store/submissions/submission.ts';
import type { VerificationKey, VerificationStore } from '../store/verifications/verification-store.ts';
import { changeSubmission } from './change-submission.ts';
import { changeVerification, type UserAction } from './change-verification.ts';

/** Owner of submissions and requests that a partner decides in the sandbox before a user opens them. */
const NOBODY = 'sandbox-operator';

/** The partner that decides on behalf of the user. */
interface Decider {
  actor: Extract<SecurityEvent['actor'], `partner:${string}`>;
  origin: RequestSource;
}

type PartnerAction = UserAction extends infer Action
  ? Action extends { userId: string }
    ? Omit<Action, 'userId'>
    : never
  : never;

type Parts = Parameters<typeof changeVerification>[0] & {
  store: Pick<VerificationStore, 'findVerificationRequests'>;
  security: SecurityLog;
};

/**
 * Opens and decides a verification request in a sandbox on behalf of its user. Queues the same events as the user's
 * decision would. Resolves to null if the request does not exist.
 */
export async function actForUser(
  parts: Parts,
  key: VerificationKey,
  action: PartnerAction,
  { actor, origin }: Decider,
): Promise<{ status: VerificationStatus } | { refused: VerificationRefusal } | null> {
  const { clientId, requestId } = key;
  const [request] = await parts.store.findVerificationRequests(clientId, [requestId]);
  if (request === undefined) return null;
  const userId = request.ownerId ?? NOBODY;
  if (request.ownerId === null) await changeVerification(parts, key, { kind: 'open', userId });
  const decision = await changeVerification(parts, key, { ...action, userId });
  if (decision?.outcome === 'refused') return { refused: decision.reason };
  const event = action.kind === 'verify' ? 'identity_shared' : 'identity_declined';
  parts.security({ event, actor, client_id: clientId, subject: subjectOf(requestId) }, origin);
  return { status: decision?.outcome === 'changed' ? decision.next.status : request.status };
}

/**
 * Opens and decides a submission in a sandbox on behalf of its user. Queues the same event as the user's decision
 * would. `refused` is null after success. Resolves to null if the submission does not exist.
 */
export async function decideForUser(
  parts: Parameters<typeof changeSubmission>[0] & { security: SecurityLog },
  id: SubmissionId,
  kind: 'consent' | 'decline',
  { actor, origin }: Decider,
): Promise<{ refused: SubmissionRefusal | null } | null> {
  const submission = await parts.store.findLinkedSubmission(id);
  if (submission === null) return null;
  const userId = submission.ownerId ?? NOBODY;
  if (submission.ownerId === null) await changeSubmission(parts, id, { kind: 'open', userId });
  const decision = await changeSubmission(parts, id, { kind, userId });
  if (decision === null) return null;
  if (decision.outcome === 'refused') return { refused: decision.reason };
  const event = kind === 'consent' ? 'consent_given' : 'consent_declined';
  parts.security({ event, actor, client_id: id.clientId, subject: subjectOf(id.requestId) }, origin);
  return { refused: null };
}
