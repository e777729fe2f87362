import { service } from '../../generated/operations.ts';
import type { components } from '../../generated/types.ts';
import { type Micros, seconds } from './clock.ts';

/** Time from the end of a verification request to its deletion, together with the shared identity. */
export const RESULTS_KEPT: Micros = seconds(service.results_kept_seconds);

/** Status of a verification request. `verified` and `canceled` are final. */
export type VerificationStatus = components['schemas']['VerificationStatus'];

/** The owner and the status of a verification request. */
export interface VerificationProgress {
  status: VerificationStatus;
  /** ID of the first user who signed in at the link; null until then, and after cancellation. */
  ownerId: string | null;
  createdAt: Micros;
  /** Time at which the status became `verified` or `canceled`; null until then. */
  finalizedAt: Micros | null;
  /** `created_at` of the request's newest event; null if the request has no events. */
  lastEventAt: Micros | null;
}

export type VerificationAction =
  /** The user signed in at the link. */
  | { kind: 'open'; userId: string }
  /** The user shared a digital identity. */
  | { kind: 'verify'; userId: string }
  | { kind: 'cancel'; userId: string }
  /** The window of the request ended. */
  | { kind: 'expire' };

export type VerificationRefusal = 'final' | 'expired' | 'not_expired' | 'not_opened' | 'other_user';

export type VerificationDecision =
  /** The store saves `next`, together with an event that has its status and the time `next.lastEventAt`. */
  | { outcome: 'changed'; next: VerificationProgress & { lastEventAt: Micros } }
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; reason: VerificationRefusal };

/**
 * Decides the effect of an action at `now`. The first user who opens a request owns it, and only the owner can verify
 * or cancel it. From `createdAt + window` on, the request can only expire. The times of a request's events strictly
 * increase, even if the clocks of instances differ, because receivers sort events by time.
 */
export function decideVerification(
  request: VerificationProgress,
  action: VerificationAction,
  now: Micros,
  window: Micros,
): VerificationDecision {
  const refused = (reason: VerificationRefusal): VerificationDecision => ({ outcome: 'refused', reason });
  const changed = (change: Partial<VerificationProgress>, at: Micros): VerificationDecision => {
    const eventAt = request.lastEventAt === null ? at : Math.max(at, request.lastEventAt + 1);
    const next = { ...request, ...change, lastEventAt: eventAt };
    return { outcome: 'changed', next: { ...next, finalizedAt: isFinal(next.status) ? eventAt : null } };
  };

  if (isFinal(request.status)) return refused('final');
  const end = request.createdAt + window;
  // A canceled request has no owner.
  const canceled = { status: 'canceled', ownerId: null } as const;
  if (action.kind === 'expire') return now >= end ? changed(canceled, end) : refused('not_expired');
  if (now >= end) return refused('expired');
  if (action.kind === 'open' && request.ownerId === null) return changed({ ownerId: action.userId }, now);
  if (request.ownerId === null) return refused('not_opened');
  if (request.ownerId !== action.userId) return refused('other_user');
  switch (action.kind) {
    case 'open':
      return { outcome: 'unchanged' };
    case 'verify':
      return changed({ status: 'verified' }, now);
    case 'cancel':
      return changed(canceled, now);
  }
}

const isFinal = (status: VerificationStatus) => status !== 'incomplete';

/** Returns the status at `now`: `canceled` from `createdAt + window` on, even before the row is updated. */
export function verificationStatus(
  { status, createdAt }: Pick<VerificationProgress, 'status' | 'createdAt'>,
  now: Micros,
  window: Micros,
): VerificationStatus {
  return status === 'incomplete' && now >= createdAt + window ? 'canceled' : status;
}

/** Returns the status, or `expired` for a request whose window ended before the user decided. */
export function verificationOutcome(
  request: Pick<VerificationProgress, 'status' | 'createdAt' | 'finalizedAt'>,
  now: Micros,
  window: Micros,
): VerificationStatus | 'expired' {
  const status = verificationStatus(request, now, window);
  const end = request.createdAt + window;
  return status === 'canceled' && (request.finalizedAt ?? end) >= end ? 'expired' : status;
}
