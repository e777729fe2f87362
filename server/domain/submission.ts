import type { components } from '../../generated/types.ts';
import type { Micros } from './clock.ts';

export type SubmissionKind =
  | 'education'
  | 'english_proficiency'
  | 'microcredential'
  | 'right_to_work'
  | 'microcredential_batch'
  | 'credential_batch';

/** Lifecycle of a submission: see "What is stored, and for how long" in the reference. */
export type SubmissionState = 'pending' | 'associated' | 'completed' | 'canceled';

/** What a partner is told of a submission. */
export interface SubmissionProgress {
  status: components['schemas']['SubmissionStatus']['status'];
  finalizedAt: Micros | null;
}

/** Until the user consents, assets may be uploaded, and uploaded again. */
export function takesFiles(state: SubmissionState): boolean {
  return state === 'pending' || state === 'associated';
}

/**
 * The progress at `now`. A submission whose window has passed counts as canceled from that moment, also while its row has
 * not been swept yet: `now === createdAt + window` is canceled.
 */
export function submissionProgress(
  submission: { state: SubmissionState; createdAt: Micros; finalizedAt: Micros | null },
  now: Micros,
  window: Micros,
): SubmissionProgress {
  const { state, createdAt, finalizedAt } = submission;
  if (state === 'completed') return { status: 'verified', finalizedAt };
  if (state === 'canceled') return { status: 'canceled', finalizedAt };
  const end = createdAt + window;
  return now >= end ? { status: 'canceled', finalizedAt: end } : { status: 'incomplete', finalizedAt: null };
}
