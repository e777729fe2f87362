import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../server/domain/unavailable.ts';
import { createBatcher } from '../../server/platform/batcher.ts';

/** Creates a fake `run` function. Each batch runs until the test calls `finish` or `fail`. */
function controlledRuns() {
  const started: { items: number[]; finish(): void; fail(error: unknown): void }[] = [];
  const run = (items: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      started.push({ items, finish: () => resolve(items.map((item) => `<${item}>`)), fail: reject });
    });
  const nth = async (index: number) => {
    await expect.poll(() => started.length, { interval: 1 }).toBeGreaterThan(index);
    return started[index] as (typeof started)[number];
  };
  return { run, started, nth };
}

const nextImmediate = () => new Promise((resolve) => setImmediate(resolve));

test('the batcher queues items that arrive during a run, and processes the queued items together in the next run', async () => {
  const { run, started, nth } = controlledRuns();
  const call = createBatcher(run, { max: 10 });
  const one = call(1);
  const first = await nth(0);
  const two = call(2);
  await nextImmediate();
  const three = call(3);
  await nextImmediate();
  expect(started).toHaveLength(1);
  first.finish();
  const second = await nth(1);
  expect(second.items).toEqual([2, 3]);
  second.finish();
  expect(await Promise.all([one, two, three])).toEqual(['<1>', '<2>', '<3>']);
});

test('the batcher processes every item, and no run contains more than the maximum number of items', async () => {
  const sizes: number[] = [];
  let inFlight = 0;
  const call = createBatcher(
    async (items: number[]) => {
      expect(++inFlight).toBe(1);
      sizes.push(items.length);
      await nextImmediate();
      inFlight--;
      return items.map((item) => item * 2);
    },
    { max: 4 },
  );
  const results = await Promise.all(Array.from({ length: 10 }, (_, item) => call(item)));
  expect(results).toEqual(Array.from({ length: 10 }, (_, item) => item * 2));
  expect(sizes).toEqual([4, 4, 2]);
});

const byteLimits = { sizeOf: (item: number) => item, maxBytes: 10, maxWaitingBytes: 30 };

test('the batcher keeps each run within the byte limit, runs an oversized item alone, and preserves the order of the items', async () => {
  const runs: number[][] = [];
  const call = createBatcher(
    async (items: number[]) => {
      runs.push(items);
      return items;
    },
    { max: 3, ...byteLimits },
  );
  const items = [4, 6, 1, 11, 1, 1, 1, 1];
  expect(await Promise.all(items.map(call))).toEqual(items);
  expect(runs).toEqual([[4, 6], [1], [11], [1, 1, 1], [1]]);
});

test('the batcher rejects an item when the queue is full, and accepts items again when the queue has space', async () => {
  const { run, nth } = controlledRuns();
  const call = createBatcher(run, { max: 10, ...byteLimits });
  const inFlight = call(10);
  const first = await nth(0);
  const waiting = [10, 10, 9].map(call);
  await expect(call(2)).rejects.toBeInstanceOf(StoreUnavailable);
  waiting.push(call(1));
  await expect(call(1)).rejects.toBeInstanceOf(StoreUnavailable);
  first.finish();
  const second = await nth(1);
  waiting.push(call(10));
  await expect(call(1)).rejects.toBeInstanceOf(StoreUnavailable);
  second.finish();
  for (const index of [2, 3, 4]) (await nth(index)).finish();
  expect(await Promise.all([inFlight, ...waiting])).toEqual(['<10>', '<10>', '<10>', '<9>', '<1>', '<10>']);
});

test('rejected and failed items do not count towards the queue limit of the batcher', async () => {
  const { run, nth } = controlledRuns();
  const call = createBatcher(run, { max: 10, ...byteLimits });
  const down = new StoreUnavailable('down');
  for (let round = 0; round < 10; round++) {
    const answer = expect(call(30)).rejects.toBe(down);
    await expect(call(1)).rejects.not.toBe(down);
    (await nth(round)).fail(down);
    await answer;
    await nextImmediate();
  }
});

test('if a run fails because the database is unavailable, the batcher rejects all items of the run without a retry', async () => {
  const { run, started, nth } = controlledRuns();
  const call = createBatcher(run, { max: 10 });
  const results = Promise.allSettled([call(1), call(2)]);
  const down = new StoreUnavailable('down');
  (await nth(0)).fail(down);
  expect(await results).toEqual([
    { status: 'rejected', reason: down },
    { status: 'rejected', reason: down },
  ]);
  expect(started).toHaveLength(1);
});

test('if the database fails while the batcher splits and retries a failed batch, the batcher rejects the remaining items', async () => {
  const { run, started, nth } = controlledRuns();
  const call = createBatcher(run, { max: 10 });
  const results = Promise.allSettled([call(1), call(2), call(3)]);
  (await nth(0)).fail(new Error('poison'));
  (await nth(1)).finish();
  (await nth(2)).fail(new StoreUnavailable('down'));
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(started.map(({ items }) => items)).toEqual([[1, 2, 3], [1], [2, 3]]);
});

test('if a run fails, the batcher rejects only the failing item, and retries the other items in halves', async () => {
  const runs: number[][] = [];
  const call = createBatcher(
    async (items: number[]) => {
      runs.push(items);
      if (items.includes(3)) throw new Error('poison');
      return items;
    },
    { max: 10 },
  );
  const results = await Promise.allSettled([1, 2, 3, 4].map(call));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(runs).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [4]]);
});

test('if a run returns fewer results than items, the batcher rejects the items of the run', async () => {
  const call = createBatcher(async (items: number[]) => items.slice(1), { max: 10 });
  await expect(call(1)).rejects.toThrow('A batch of 1 items returned 0 results');
});
