import { parseRetryAfter } from '../../domain/retry.ts';
import type { Timing } from './timing.ts';

/**
 * How often and how long a call is tried. What the contract calls idempotent is tried again after 429, 502, 503, 504
 * and lost answers; everything else after 429 alone, which the service says before it does anything.
 */
export interface RetryPolicy {
  /** Number of attempts, including the first one. Default: 4. 1 switches retries off. */
  attempts: number;
  /** Longest pause before the second attempt, which doubles with each further attempt. Default: 500. */
  firstPauseMs: number;
  /** Limit of the longest pause. Default: 8,000. A `Retry-After` may ask for more. */
  maxPauseMs: number;
  /** Timeout of one attempt. Default: 30,000. */
  attemptTimeoutMs: number;
  /**
   * Timeout of a call with all its attempts and pauses. Default: 90,000. The client does not begin a pause that exceeds
   * it.
   */
  totalTimeoutMs: number;
}

export const DEFAULT_RETRY_POLICY: Readonly<RetryPolicy> = {
  attempts: 4,
  firstPauseMs: 500,
  maxPauseMs: 8_000,
  attemptTimeoutMs: 30_000,
  totalTimeoutMs: 90_000,
};

/** Throws `RangeError` for what is not a positive number. */
export function retryPolicy(given: Partial<RetryPolicy> = {}): Readonly<RetryPolicy> {
  const policy = { ...DEFAULT_RETRY_POLICY, ...given };
  for (const [name, value] of Object.entries(policy)) {
    if (!Number.isFinite(value) || value <= 0) throw new RangeError(`retry.${name} must be a positive number`);
  }
  return policy;
}

/** 429 and 503, and what a gateway says that had no answer itself. */
const PASSING = new Set([429, 502, 503, 504]);

export const isPassing = (status: number) => PASSING.has(status);

/**
 * Of an answer of the service, not of what is between it and here: 429, before which it does nothing. After 503 an
 * operation may have been done, where the database was lost while it said so.
 */
export const isRefusedUnread = (status: number) => status === 429;

/**
 * Milliseconds until the next attempt: anything up to the doubling limit ("full jitter"), so that clients which failed
 * together do not come back together; on top of what `Retry-After` asks for (RFC 9110, section 10.2.3).
 */
export function pauseAfter(
  attemptsMade: number,
  response: Response | undefined,
  policy: RetryPolicy,
  timing: Timing,
): number {
  const longest = Math.min(policy.maxPauseMs, policy.firstPauseMs * 2 ** (attemptsMade - 1));
  return retryAfterMs(response, timing) + timing.random() * longest;
}

/** Returns the wait that a response asks for with `Retry-After`; 0 when it asks for none. */
export function retryAfterMs(response: Response | undefined, timing: Timing): number {
  const asked = response?.headers.get('Retry-After') ?? '';
  return (parseRetryAfter(asked, timing.now() * 1000) ?? 0) * 1000;
}
