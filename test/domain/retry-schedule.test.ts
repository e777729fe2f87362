import { expect, test } from 'vitest';
import { nextDelay, parseRetryAfter } from '../../server/domain/retry-delay.ts';

const SECOND = 1_000_000;

test('each retry delay is a whole number of microseconds, and the delays vary randomly within the jitter range', () => {
  const delays = Array.from({ length: 1000 }, () => nextDelay(1, null, Math.random()));
  for (const delay of delays) {
    expect(delay).toSatisfy(Number.isSafeInteger);
    expect(delay).toBeGreaterThanOrEqual(8 * SECOND);
    expect(delay).toBeLessThanOrEqual(12 * SECOND);
  }
  expect(new Set(delays).size).toBeGreaterThan(900);
});

test.each([
  ['the largest Retry-After counts as 6 h', [4, Number.MAX_SAFE_INTEGER, 0.5], 21_600],
  ['a Retry-After of 6 h does not shorten a longer delay', [5, 21_600, 1], 25_920],
  ['a Retry-After within the jitter replaces a shorter delay', [1, 9, 0], 9],
  ['a sandbox can shorten the schedule', [1, null, 0.5, 1000], 0.01],
  ['a sandbox cannot shorten the delay in Retry-After', [1, 2, 0.5, 1000], 2],
] as const)('the delay before a retry follows the rule that %s', (_, given, delay) => {
  expect(nextDelay(...(given as unknown as Parameters<typeof nextDelay>))).toBe(delay * SECOND);
});

test.each<[string, number | null]>([
  ['30', 30],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 30],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 30],
  ['Sun Nov  6 08:49:37 1994', 30],
  ...['-5', '1.5', '6 Nov 1994', 'Sun, 06 Nov 1994', '1994-11-06T08:49:37Z', 'soon', ''].map((text): [string, null] => [
    text,
    null,
  ]),
])('the Retry-After header %j means a delay of %s seconds', (value, delay) => {
  expect(parseRetryAfter(value, Date.UTC(1994, 10, 6, 8, 49, 7) * 1000)).toBe(delay);
});
