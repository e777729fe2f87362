import { service } from '../../generated/operations.ts';
import type { components } from '../../generated/types.ts';
import { type Micros, seconds } from './clock.ts';

export const DOCUMENTS_KEPT: Micros = seconds(service.documents_kept_seconds);

export type SubmissionState = 'pending' | 'associated' | 'completed' | 'canceled';

interface SubmissionProgress {
  status: components['schemas']['SubmissionStatus']['status'];
  finalizedAt: Micros | null;
}

export interface SubmissionLifecycle {
  state: SubmissionState;
  ownerId: string | null;
  createdAt: Micros;
  finalizedAt: Micros | null;
}

/** `take` makes a user the owner, who decides later. `release` removes the owner, so that another user can decide. */
export type SubmissionAction =
  | { kind: 'take' | 'release' | 'consent' | 'decline'; userId: string }
  | { kind: 'expire' }
  | { kind: 'cancel' };

export type SubmissionTimes = Omit<SubmissionLifecycle, 'ownerId'>;

export type SubmissionDecision =
  | { outcome: 'changed'; next: SubmissionLifecycle }
  | { outcome: 'unchanged' | 'refused' };

/** Refuses user actions after the window, and the actions of other users if the submission has an owner. */
export function decideSubmission(
  submission: SubmissionLifecycle,
  action: SubmissionAction,
  now: Micros,
  window: Micros,
): SubmissionDecision {
  const { state, ownerId, createdAt } = submission;
  const changed = (change: Partial<SubmissionLifecycle>): SubmissionDecision => ({
    outcome: 'changed',
    next: { ...submission, ...change },
  });

  if (state === 'completed') return { outcome: 'refused' };
  const end = createdAt + window;
  if (action.kind === 'cancel') {
    const hasEnded = state === 'canceled' || now >= end;
    return hasEnded ? { outcome: 'unchanged' } : changed({ state: 'canceled', finalizedAt: now });
  }
  if (state === 'canceled') return { outcome: 'refused' };
  if (action.kind === 'expire') {
    return now >= end ? changed({ state: 'canceled', finalizedAt: end }) : { outcome: 'refused' };
  }
  const { userId } = action;
  if (now >= end || (ownerId !== null && ownerId !== userId)) return { outcome: 'refused' };
  switch (action.kind) {
    case 'take':
      return ownerId === null ? changed({ state: 'associated', ownerId: userId }) : { outcome: 'unchanged' };
    case 'release':
      return ownerId === null ? { outcome: 'unchanged' } : changed({ state: 'pending', ownerId: null });
    case 'consent':
      return changed({ state: 'completed', ownerId: userId, finalizedAt: now });
    case 'decline':
      return changed({ state: 'canceled', finalizedAt: now });
  }
}

/** Returns false if a sign-in in the mobile application within the retention time keeps the documents. */
export function mustDeleteDocuments(
  { state, finalizedAt }: Pick<SubmissionLifecycle, 'state' | 'finalizedAt'>,
  mobileSignedInAt: Micros | null,
  now: Micros,
): boolean {
  if (state !== 'completed' || finalizedAt === null) return false;
  const end = finalizedAt + DOCUMENTS_KEPT;
  return now >= end && (mobileSignedInAt === null || mobileSignedInAt >= end);
}

export function acceptsFiles(state: SubmissionState): boolean {
  return state === 'pending' || state === 'associated';
}

/** Returns `canceled` for an open submission whose window has ended, even before the sweep updates the row. */
export function submissionProgress(
  { state, createdAt, finalizedAt }: SubmissionTimes,
  now: Micros,
  window: Micros,
): SubmissionProgress {
  if (state === 'completed') return { status: 'verified', finalizedAt };
  if (state === 'canceled') return { status: 'canceled', finalizedAt };
  const end = createdAt + window;
  return now >= end ? { status: 'canceled', finalizedAt: end } : { status: 'incomplete', finalizedAt: null };
}
