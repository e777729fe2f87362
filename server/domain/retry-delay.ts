import { webhookDelivery } from '../../generated/operations.ts';
import { type Micros, seconds } from './clock.ts';

const delays: readonly number[] = webhookDelivery.retry_delays_seconds;
const { jitter, retry_after_max_seconds: retryAfterMax } = webhookDelivery;

export const RETRY_TIME: Micros = seconds(delays.reduce((sum, delay) => sum + delay, 0));

/** Returns null if no attempt remains. `random` is in [0, 1), and shifts the delay. `speed` divides the delay. */
export function nextDelay(
  attemptsMade: number,
  retryAfterSeconds: number | null,
  random: number,
  speed = 1,
): Micros | null {
  const scheduled = delays[attemptsMade - 1];
  if (scheduled === undefined) return null;
  const spread = (scheduled * (1 - jitter + 2 * jitter * random)) / speed;
  const requested = Math.min(retryAfterSeconds ?? 0, retryAfterMax);
  return Math.round(seconds(Math.max(spread, requested)));
}

/** Matches the formats of an HTTP-date (RFC 9110, section 5.6.7), because `Date.parse` also accepts `-5` and `1.5`. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? [\w -]{6,11} \d{2}:\d{2}:\d{2} (?:GMT|\d{4})$/;

/** Returns the delay in seconds. A date in the past is a delay of 0, and an invalid value is null. */
export function parseRetryAfter(value: string, now: Micros): number | null {
  if (/^\d+$/.test(value)) return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  if (!HTTP_DATE.test(value)) return null;
  // Adds the time zone, which the obsolete asctime format omits.
  const millis = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(millis) ? null : Math.max(0, Math.ceil((millis - now / 1000) / 1000));
}
