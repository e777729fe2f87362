import { afterEach, expect, test, vi } from 'vitest';
import { orderedUuid, systemClock } from '../../server/domain/clock.ts';

test('a version 7 UUID contains the creation time, the version, and the variant, as in the example in RFC 9562', () => {
  expect(orderedUuid(0x017f22e279b0 * 1000 + 999)).toMatch(
    /^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(orderedUuid(0)).toMatch(/^00000000-0000-7/);
});

test('all UUIDs are unique, and a UUID with a later time sorts after all UUIDs with an earlier time', () => {
  const of = (at: number) => Array.from({ length: 1000 }, () => orderedUuid(at));
  const [before, after] = [of(1_700_000_000_000_000), of(1_700_000_000_001_000)];
  expect(new Set([...before, ...after]).size).toBe(2000);
  expect((before.toSorted().at(-1) ?? '') < (after.toSorted()[0] ?? '')).toBe(true);
});

afterEach(() => vi.useRealTimers());

test('the clock of the service returns a later time for each call, even within one millisecond', () => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  expect([1, 2, 3].map(() => systemClock.now() - 1_700_000_000_000_000)).toEqual([0, 1, 2]);
  vi.setSystemTime(1_700_000_000_001);
  expect(systemClock.now()).toBe(1_700_000_000_001_000);
});

test('the clock of the service goes back when the clock of the operating system is set back', () => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  systemClock.now();
  vi.setSystemTime(1_600_000_000_000);
  expect(systemClock.now()).toBe(1_600_000_000_000_000);
});
