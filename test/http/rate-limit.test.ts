import { expect, test } from 'vitest';
import { createRateLimit } from '../../server/http/rate-limit.ts';

const admitted = async (limit: ReturnType<typeof createRateLimit>, key: string, requests: number) =>
  (await Promise.all(Array.from({ length: requests }, () => limit(key)))).filter((answer) => answer === null).length;

test('a burst is admitted up to its size, and the rest is told when to ask again', async () => {
  const limit = createRateLimit({ perSecond: 10, burst: 20 });
  expect(await admitted(limit, 'a', 30)).toBe(20);
  expect(await limit('a')).toBe(1);
});

test('keys have limits of their own', async () => {
  const limit = createRateLimit({ perSecond: 1, burst: 1 });
  expect(await admitted(limit, 'a', 5)).toBe(1);
  expect(await admitted(limit, 'b', 5)).toBe(1);
});

test('the rate comes back with the next second', async () => {
  const limit = createRateLimit({ perSecond: 2, burst: 2 });
  expect(await admitted(limit, 'a', 3)).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 1050));
  expect(await admitted(limit, 'a', 3)).toBe(2);
});

test('0 switches the limit off', async () => {
  expect(await admitted(createRateLimit({ perSecond: 0, burst: 1 }), 'a', 1000)).toBe(1000);
});
