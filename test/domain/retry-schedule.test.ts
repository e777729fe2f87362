import { describe, expect, test } from 'vitest';
import { nextDelay, parseRetryAfter } from '../../server/domain/retry-delay.ts';

const SECOND = 1_000_000;
const JUST_BELOW_1 = 1 - Number.EPSILON / 2;

describe('The retry schedule of a delivery', () => {
  test.each([
    [1, 10],
    [2, 60],
    [3, 600],
    [4, 3600],
    [5, 21_600],
  ])('after attempt %i, the delay before the next attempt is %i s, plus or minus 20 %%', (attemptsMade, delay) => {
    expect(nextDelay(attemptsMade, null, 0)).toBe(delay * 0.8 * SECOND);
    expect(nextDelay(attemptsMade, null, 0.5)).toBe(delay * SECOND);
    expect(nextDelay(attemptsMade, null, JUST_BELOW_1)).toBe(delay * 1.2 * SECOND);
  });

  test('the delays cover the whole jitter range, in whole microseconds', () => {
    const delays = Array.from({ length: 1000 }, () => nextDelay(1, null, Math.random()));
    for (const delay of delays) {
      expect(delay).toSatisfy(Number.isSafeInteger);
      expect(delay).toBeGreaterThanOrEqual(8 * SECOND);
      expect(delay).toBeLessThanOrEqual(12 * SECOND);
    }
    expect(new Set(delays).size).toBeGreaterThan(900);
  });

  test.each([6, 7, 100])('there is no further attempt after attempt %i, whatever Retry-After says', (attemptsMade) => {
    expect(nextDelay(attemptsMade, null, 0.5)).toBeNull();
    expect(nextDelay(attemptsMade, 30, 0.5)).toBeNull();
  });

  test.each([
    ['a later time replaces the delay, without jitter', 1, 120, 120],
    ['an earlier time is ignored', 2, 59, 60],
    ['0 is ignored', 1, 0, 10],
    ['6 h replaces the delay', 1, 21_600, 21_600],
    ['more than 6 h counts as 6 h', 1, 21_601, 21_600],
    ['the largest number counts as 6 h', 4, Number.MAX_SAFE_INTEGER, 21_600],
  ])('the schedule handles the Retry-After header: %s', (_what, attemptsMade, retryAfter, delay) => {
    expect(nextDelay(attemptsMade, retryAfter, 0.5)).toBe(delay * SECOND);
  });

  test('a sandbox can shorten the schedule, but never the delay in Retry-After', () => {
    expect(nextDelay(1, null, 0.5, 1000)).toBe(0.01 * SECOND);
    expect(nextDelay(1, 2, 0.5, 1000)).toBe(2 * SECOND);
  });

  test('a Retry-After of 6 h does not shorten a longer scheduled delay', () => {
    expect(nextDelay(5, 21_600, JUST_BELOW_1)).toBe(25_920 * SECOND);
    expect(nextDelay(5, 21_600, 0)).toBe(21_600 * SECOND);
    expect(nextDelay(1, 9, 0)).toBe(9 * SECOND);
  });
});

describe('The parser of the Retry-After header', () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 7) * 1000;

  test.each([
    '30',
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
  ])('the parser reads %j as 30 seconds', (value) => {
    expect(parseRetryAfter(value, now)).toBe(30);
  });

  test.each([
    '-5',
    '1.5',
    '6 Nov 1994',
    'Sun, 06 Nov 1994',
    '1994-11-06T08:49:37Z',
    'soon',
    '',
  ])('the parser ignores %j, which is neither seconds nor an HTTP-date', (value) => {
    expect(parseRetryAfter(value, now)).toBeNull();
  });
});
