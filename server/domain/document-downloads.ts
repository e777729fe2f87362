import { hours, type Micros, seconds } from './clock.ts';
import type { SubmissionLifecycle } from './submission.ts';

/**
 * `pending`: to be downloaded. `unavailable`: it could not be downloaded and is not tried again. `deleted`: it was
 * stored, and the retention rules deleted it.
 */
export type DocumentState = 'pending' | 'stored' | 'unavailable' | 'deleted';

/** Delays after failed downloads: short at first, since most faults pass quickly, then four attempts a day. */
const RETRY_DELAYS = [seconds(60), seconds(600), hours(1)];
const LAST_DELAY = hours(6);

/** The delay after a failed download. `attemptsMade` includes it. */
export const downloadDelay = (attemptsMade: number): Micros => RETRY_DELAYS[attemptsMade - 1] ?? LAST_DELAY;

/**
 * The time from which no document of a submission is downloaded any more ("It tries again until the submission ends",
 * guide on submissions): the end of its window, one window after its completion, or its cancellation.
 */
export function downloadDeadline(
  { state, createdAt, finalizedAt }: Omit<SubmissionLifecycle, 'ownerId'>,
  window: Micros,
): Micros {
  if (finalizedAt === null) return createdAt + window;
  return state === 'completed' ? finalizedAt + window : finalizedAt;
}
