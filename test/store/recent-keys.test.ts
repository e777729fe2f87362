import { expect, test } from 'vitest';
import { createRecentKeys } from '../../server/store/submissions/recent-keys.ts';

test('of any number of keys the newest 10,000 are remembered, and no more than twice as many', () => {
  const keys = createRecentKeys();
  for (let n = 0; n < 100_000; n++) keys.add(`key ${n}`);
  const remembered = Array.from({ length: 100_000 }, (_, n) => n).filter((n) => keys.has(`key ${n}`));
  expect(remembered).toEqual(expect.arrayContaining([90_000, 99_999]));
  expect(remembered[0]).toBeLessThanOrEqual(90_000);
  expect(remembered.length).toBeLessThanOrEqual(20_000);
});
