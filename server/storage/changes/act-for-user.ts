import { NOBODY } from '../../domain/link-state.ts';
import type { VerificationDecision } from '../../domain/verification-lifecycle.ts';
import type { ReportServices } from '../../platform/report-services.ts';
import { type RequestSource, type SecurityEvent, subjectOf } from '../../platform/security-log.ts';
import type { SubmissionId } from '../database/submissions/submission.ts';
import type { SubmissionChange } from '../database/submissions/submission-store.ts';
import type { VerificationKey } from '../database/verifications/verification-store.ts';
import type { DeliveryServices, StorageServices } from '../services.ts';
import { changeSubmission } from './change-submission.ts';
import { changeVerification, type UserAction } from './change-verification.ts';

/** The partner that decides on behalf of the user. */
interface Decider {
  actor: Extract<SecurityEvent['actor'], `partner:${string}`>;
  origin: RequestSource;
}

/**
 * Decides a verification request in a sandbox on behalf of its user. `actionOf` receives the ID of the user. Queues the
 * same events as the user's decision would. Resolves to null if the request does not exist.
 */
export async function actForUser(
  parts: StorageServices & DeliveryServices & ReportServices,
  key: VerificationKey,
  actionOf: (userId: string) => UserAction,
  { actor, origin }: Decider,
): Promise<VerificationDecision | null> {
  const { clientId, requestId } = key;
  const [request] = await parts.store.findVerificationRequests(clientId, [requestId]);
  if (request === undefined) return null;
  const userId = request.ownerId ?? NOBODY;
  const action = actionOf(userId);
  const decision = await changeVerification(parts, key, action);
  if (decision?.outcome === 'refused') return decision;
  const event = action.kind === 'verify' ? 'identity_shared' : 'identity_declined';
  parts.security({ event, actor, client_id: clientId, subject: subjectOf(requestId) }, origin);
  return decision;
}

/**
 * Decides a submission in a sandbox on behalf of its user. Queues the same event as the user's decision would. Resolves
 * to null if the submission does not exist.
 */
export async function decideForUser(
  parts: StorageServices & DeliveryServices & ReportServices,
  id: SubmissionId,
  kind: 'consent' | 'decline',
  { actor, origin }: Decider,
): Promise<SubmissionChange | null> {
  const submission = await parts.store.findLinkedSubmission(id);
  if (submission === null) return null;
  const userId = submission.ownerId ?? NOBODY;
  const decision = await changeSubmission(parts, id, { kind, userId });
  if (decision === null || decision.outcome === 'refused') return decision;
  const event = kind === 'consent' ? 'consent_given' : 'consent_declined';
  parts.security({ event, actor, client_id: id.clientId, subject: subjectOf(id.requestId) }, origin);
  return decision;
}
