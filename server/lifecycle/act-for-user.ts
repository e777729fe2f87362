import type { VerificationRefusal, VerificationStatus } from '../domain/verification.ts';
import { type SecurityLog, subjectOf } from '../security-log.ts';
import type { VerificationKey, VerificationStore } from '../store/verifications/verification-store.ts';
import { changeVerification, type UserAction } from './change-verification.ts';

/** The user id for a request that no user has opened. */
const OPERATOR = 'sandbox-operator';

export type OperatorAction = UserAction extends infer Action
  ? Action extends { userId: string }
    ? Omit<Action, 'userId'>
    : never
  : never;

type Parts = Parameters<typeof changeVerification>[0] & {
  store: Pick<VerificationStore, 'findVerificationRequests'>;
  security: SecurityLog;
};

/**
 * Does what a user does at the link of a verification request, for the operator of a sandbox: opens it, and decides.
 * Its events are queued as usual. Null when there is no such request.
 */
export async function actForUser(
  parts: Parts,
  key: VerificationKey,
  action: OperatorAction,
): Promise<{ status: VerificationStatus } | { refused: VerificationRefusal } | null> {
  const { clientId, requestId } = key;
  const [request] = await parts.store.findVerificationRequests(clientId, [requestId]);
  if (request === undefined) return null;
  const userId = request.ownerId ?? OPERATOR;
  if (request.ownerId === null) await changeVerification(parts, key, { kind: 'open', userId });
  const decision = await changeVerification(parts, key, { ...action, userId });
  if (decision?.outcome === 'refused') return { refused: decision.reason };
  const event = action.kind === 'verify' ? 'identity_shared' : 'identity_declined';
  parts.security({ event, actor: 'operator', client_id: clientId, subject: subjectOf(requestId) });
  return { status: decision?.outcome === 'changed' ? decision.next.status : request.status };
}
