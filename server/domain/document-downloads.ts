import { service } from '../../generated/operations.ts';
import type { components } from '../../generated/types.ts';
import { type Micros, seconds } from './clock.ts';
import { DOCUMENTS_KEPT, type SubmissionLifecycle } from './submission.ts';

/**
 * `pending`: to be downloaded. `unavailable`: it could not be downloaded and is not tried again. `deleted`: it was
 * stored, and the retention rules deleted it.
 */
export type DocumentState = 'pending' | 'stored' | 'unavailable' | 'deleted';

const delays: readonly number[] = service.document_download.retry_delays_seconds;

/** The delay after a failed download. `attemptsMade` includes it. */
export const downloadDelay = (attemptsMade: number): Micros => seconds(delays[attemptsMade - 1] ?? delays.at(-1) ?? 0);

/**
 * The time from which no document of a submission is downloaded any more: the end of its window, the end of its
 * documents after its completion, or its cancellation.
 */
export function downloadDeadline(
  { state, createdAt, finalizedAt }: Omit<SubmissionLifecycle, 'ownerId'>,
  window: Micros,
): Micros {
  if (finalizedAt === null) return createdAt + window;
  return state === 'completed' ? finalizedAt + DOCUMENTS_KEPT : finalizedAt;
}

/** The state at `now`: also before it is noted that the time is over. */
export function documentStateAt(
  state: DocumentState,
  submission: Omit<SubmissionLifecycle, 'ownerId'>,
  { now, window }: { now: Micros; window: Micros },
): DocumentState {
  return state === 'pending' && now >= downloadDeadline(submission, window) ? 'unavailable' : state;
}

type Problem = NonNullable<components['schemas']['SubmittedDocument']['problem']>;

/** Returns the `problem` of a failed download that the partner sees (schema SubmittedDocument). */
export function downloadProblem(error: string): Problem {
  return error.startsWith('status_') ? 'error_status' : (PROBLEMS[error] ?? 'other');
}

const PROBLEMS: Readonly<Record<string, Problem>> = {
  timeout: 'unreachable',
  dns_failure: 'unreachable',
  connection_failed: 'unreachable',
  refused_address: 'refused_address',
  redirected_elsewhere: 'redirected',
  too_many_redirects: 'redirected',
  too_large: 'too_large',
  wrong_type: 'wrong_type',
};
