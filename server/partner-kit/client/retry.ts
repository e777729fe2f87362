import { parseRetryAfter } from '../../domain/retry-after.ts';
import type { Timing } from './timing.ts';

/** How often and how long a call is tried. Only what may be repeated is tried again: see `may-repeat.ts`. */
export interface RetryPolicy {
  /** Attempts, with the first one. 1 switches retries off. */
  attempts: number;
  /** The longest pause before the second attempt; it doubles with each further one. */
  firstPauseMs: number;
  /** What the longest pause does not grow beyond. A `Retry-After` may ask for more. */
  maxPauseMs: number;
  /** After how long an attempt without an answer is given up. */
  attemptTimeoutMs: number;
  /** How long a call may take with all its attempts and pauses. A pause that would not fit in is not begun. */
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

/** What the answer asks to wait: 0 when it does not. */
export function retryAfterMs(response: Response | undefined, timing: Timing): number {
  const asked = response?.headers.get('Retry-After') ?? '';
  return (parseRetryAfter(asked, timing.now() * 1000) ?? 0) * 1000;
}
