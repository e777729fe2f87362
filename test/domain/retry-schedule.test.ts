import { describe, expect, test } from 'vitest';
import { nextDelay, parseRetryAfter } from '../../server/domain/retry.ts';

const SECOND = 1_000_000;
const JUST_BELOW_1 = 1 - Number.EPSILON / 2;

describe('nextDelay', () => {
  test.each([
    [1, 10],
    [2, 60],
    [3, 600],
    [4, 3600],
    [5, 21_600],
  ])('after attempt %i comes the next in about %i s, 20 %% more or less', (attemptsMade, delay) => {
    expect(nextDelay(attemptsMade, null, 0)).toBe(delay * 0.8 * SECOND);
    expect(nextDelay(attemptsMade, null, 0.5)).toBe(delay * SECOND);
    expect(nextDelay(attemptsMade, null, JUST_BELOW_1)).toBe(delay * 1.2 * SECOND);
  });

  test('the delays spread over the whole range, in whole microseconds', () => {
    const delays = Array.from({ length: 1000 }, () => nextDelay(1, null, Math.random()));
    for (const delay of delays) {
      expect(delay).toSatisfy(Number.isSafeInteger);
      expect(delay).toBeGreaterThanOrEqual(8 * SECOND);
      expect(delay).toBeLessThanOrEqual(12 * SECOND);
    }
    expect(new Set(delays).size).toBeGreaterThan(900);
  });

  test.each([6, 7, 100])('after attempt %i comes none, whatever the receiver asks for', (attemptsMade) => {
    expect(nextDelay(attemptsMade, null, 0.5)).toBeNull();
    expect(nextDelay(attemptsMade, 30, 0.5)).toBeNull();
  });

  test.each([
    ['a later time is kept, without jitter', 1, 120, 120],
    ['an earlier time is not', 2, 59, 60],
    ['0 changes nothing', 1, 0, 10],
    ['6 h is kept', 1, 21_600, 21_600],
    ['more than 6 h counts as 6 h', 1, 21_601, 21_600],
    ['even the largest number', 4, Number.MAX_SAFE_INTEGER, 21_600],
  ])('Retry-After: %s', (_what, attemptsMade, retryAfter, delay) => {
    expect(nextDelay(attemptsMade, retryAfter, 0.5)).toBe(delay * SECOND);
  });

  test('a sandbox may shorten the schedule, and never what the receiver asks for', () => {
    expect(nextDelay(1, null, 0.5, 1000)).toBe(0.01 * SECOND);
    expect(nextDelay(1, 2, 0.5, 1000)).toBe(2 * SECOND);
  });

  test('Retry-After of 6 h does not shorten a scheduled delay that jitter has made longer', () => {
    expect(nextDelay(5, 21_600, JUST_BELOW_1)).toBe(25_920 * SECOND);
    expect(nextDelay(5, 21_600, 0)).toBe(21_600 * SECOND);
    expect(nextDelay(1, 9, 0)).toBe(9 * SECOND);
  });
});

describe('parseRetryAfter', () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 7) * 1000;

  test.each([
    '30',
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
  ])('reads %j as 30 seconds', (value) => {
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
  ])('ignores %j, which is neither seconds nor an HTTP-date', (value) => {
    expect(parseRetryAfter(value, now)).toBeNull();
  });
});
