import { service } from '../../generated/operations.ts';
import type { components } from '../../generated/types.ts';
import { type Micros, seconds } from './clock.ts';

export const RESULTS_KEPT: Micros = seconds(service.results_kept_seconds);

export type VerificationStatus = components['schemas']['VerificationStatus'];

export interface VerificationProgress {
  status: VerificationStatus;
  ownerId: string | null;
  createdAt: Micros;
  finalizedAt: Micros | null;
  lastEventAt: Micros | null;
}

/** `take` makes a user the owner, who decides later. `release` removes the owner, so that another user can decide. */
export type VerificationAction =
  | { kind: 'take' | 'release' | 'verify' | 'refuse'; userId: string }
  | { kind: 'expire' }
  | { kind: 'cancel' };

export type VerificationDecision =
  | { outcome: 'changed'; next: VerificationProgress; events: { status: VerificationStatus; createdAt: Micros }[] }
  | { outcome: 'unchanged' | 'refused' };

/**
 * Returns the next state and the events. A user's first action causes the event `incomplete`. Event times strictly
 * increase, even if the clocks of instances differ, because receivers sort events by time.
 */
export function decideVerification(
  request: VerificationProgress,
  action: VerificationAction,
  now: Micros,
  window: Micros,
): VerificationDecision {
  const changed = (
    change: Partial<VerificationProgress>,
    statuses: readonly VerificationStatus[],
    at = now,
  ): VerificationDecision => {
    let { lastEventAt } = request;
    const events: { status: VerificationStatus; createdAt: Micros }[] = [];
    for (const status of statuses) {
      lastEventAt = lastEventAt === null ? at : Math.max(at, lastEventAt + 1);
      events.push({ status, createdAt: lastEventAt });
    }
    const next = { ...request, ...change, lastEventAt };
    const finalizedAt = next.status === 'incomplete' ? null : lastEventAt;
    return { outcome: 'changed', next: { ...next, finalizedAt }, events };
  };

  if (request.status === 'verified') return { outcome: 'refused' };
  const end = request.createdAt + window;
  const canceled = { status: 'canceled', ownerId: null } as const;
  if (action.kind === 'cancel') {
    const hasEnded = request.status === 'canceled' || now >= end;
    return hasEnded ? { outcome: 'unchanged' } : changed(canceled, ['canceled']);
  }
  if (request.status === 'canceled') return { outcome: 'refused' };
  if (action.kind === 'expire') return now >= end ? changed(canceled, ['canceled'], end) : { outcome: 'refused' };
  const { ownerId } = request;
  const { userId } = action;
  if (now >= end || (ownerId !== null && ownerId !== userId)) return { outcome: 'refused' };
  const taken: VerificationStatus[] = request.lastEventAt === null ? ['incomplete'] : [];
  switch (action.kind) {
    case 'take':
      return ownerId === null ? changed({ ownerId: userId }, taken) : { outcome: 'unchanged' };
    case 'release':
      return ownerId === null ? { outcome: 'unchanged' } : changed({ ownerId: null }, []);
    case 'verify':
      return changed({ status: 'verified', ownerId: userId }, [...taken, 'verified']);
    case 'refuse':
      return changed(canceled, [...taken, 'canceled']);
  }
}

/** Returns `canceled` for an open request whose window has ended, even before the sweep updates the row. */
export function verificationStatus(
  { status, createdAt }: Pick<VerificationProgress, 'status' | 'createdAt'>,
  now: Micros,
  window: Micros,
): VerificationStatus {
  return status === 'incomplete' && now >= createdAt + window ? 'canceled' : status;
}
