import { hours, type Micros, seconds } from './clock.ts';
import type { SubmissionHolding } from './submission.ts';

/**
 * `pending`: it is to be downloaded. `unavailable`: it could not be had, and nobody tries any more. `deleted`: it was stored,
 * and the retention rules have taken it away.
 */
export type DocumentState = 'pending' | 'stored' | 'unavailable' | 'deleted';

/** How long after a failed download the next one is due: soon at first, as most troubles pass, and then four times a day. */
const RETRY_DELAYS = [seconds(60), seconds(600), hours(1)];
const LAST_DELAY = hours(6);

/** `attemptsMade` counts the one that just failed. */
export const downloadDelay = (attemptsMade: number): Micros => RETRY_DELAYS[attemptsMade - 1] ?? LAST_DELAY;

/**
 * From when on no document of a submission is downloaded any more ("It tries again until the submission ends", guide on
 * submissions): the end of its window, a window after it was completed, or its cancellation.
 */
export function downloadsEnd(
  { state, createdAt, finalizedAt }: Omit<SubmissionHolding, 'ownerId'>,
  window: Micros,
): Micros {
  if (finalizedAt === null) return createdAt + window;
  return state === 'completed' ? finalizedAt + window : finalizedAt;
}
