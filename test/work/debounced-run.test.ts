import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDebouncedRun } from '../../server/work/worker.ts';

/** Returns a scheduler whose runs end when the test ends them. Each run resolves to its number. */
function controlledScheduler(gapMs = 0) {
  const ends: { resolve(): void; reject(error: unknown): void }[] = [];
  let inFlight = 0;
  const scheduler = createDebouncedRun(async () => {
    expect(++inFlight).toBe(1);
    const number = ends.length;
    try {
      await new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
    } finally {
      inFlight--;
    }
    return number;
  }, gapMs);
  onTestFinished(async () => {
    const stopped = scheduler.stop();
    for (let i = 0; i < 3; i++) {
      for (const { resolve } of ends) resolve();
      await sleep(1);
    }
    await stopped;
  });
  const nth = async (index: number) => {
    await expect.poll(() => ends.length, { interval: 1 }).toBeGreaterThan(index);
    return ends[index] as (typeof ends)[number];
  };
  return { scheduler, ends, nth };
}

describe('The scheduler of debounced runs', () => {
  test('now() starts a run at once, and all calls during the run share the next run', async () => {
    const { scheduler, ends, nth } = controlledScheduler();
    const first = scheduler.now();
    const others = [scheduler.now(), scheduler.now()];
    await sleep(5);
    expect(ends).toHaveLength(1);
    (await nth(0)).resolve();
    expect(await first).toBe(0);
    const late = scheduler.now();
    (await nth(1)).resolve();
    expect(await Promise.all(others)).toEqual([1, 1]);
    (await nth(2)).resolve();
    expect(await late).toBe(2);
  });

  test('calls between two runs never start two runs at the same time', async () => {
    const { scheduler, nth } = controlledScheduler();
    const calls = [scheduler.now(), scheduler.now()];
    (await nth(0)).resolve();
    for (let i = 0; i < 10; i++) {
      await Promise.resolve();
      calls.push(scheduler.now());
    }
    (await nth(1)).resolve();
    (await nth(2)).resolve();
    expect(new Set(await Promise.all(calls)).size).toBeLessThanOrEqual(3);
  });

  test('a failed run rejects the calls that wait for it, and the next run still starts', async () => {
    const { scheduler, nth } = controlledScheduler();
    const first = scheduler.now();
    const second = scheduler.now();
    const failed = expect(first).rejects.toThrow('broken');
    (await nth(0)).reject(new Error('broken'));
    await failed;
    (await nth(1)).resolve();
    expect(await second).toBe(1);
  });

  test('soon() starts a run at once when the scheduler is idle, and only one run after the gap', async () => {
    const { scheduler, ends, nth } = controlledScheduler(50);
    scheduler.soon();
    expect(ends).toHaveLength(1);
    const endedAt = performance.now();
    (await nth(0)).resolve();
    await sleep(1);
    for (let i = 0; i < 100; i++) scheduler.soon();
    expect(ends).toHaveLength(1);
    (await nth(1)).resolve();
    expect(performance.now() - endedAt).toBeGreaterThan(30);
    await sleep(60);
    expect(ends).toHaveLength(2);
  });

  test('a call of soon() during a run starts another run afterwards', async () => {
    const { scheduler, nth } = controlledScheduler(1);
    scheduler.soon();
    const first = await nth(0);
    scheduler.soon();
    await sleep(10);
    first.resolve();
    (await nth(1)).resolve();
  });

  test('the failure of a run that only soon() requested is ignored', async () => {
    const { scheduler, nth } = controlledScheduler();
    scheduler.soon();
    (await nth(0)).reject(new Error('broken'));
    await sleep(5);
    scheduler.soon();
    (await nth(1)).resolve();
  });

  test('stop() waits for the current run, and soon() starts no more runs', async () => {
    const { scheduler, ends, nth } = controlledScheduler(1);
    scheduler.soon();
    const first = await nth(0);
    scheduler.soon();
    let isStopped = false;
    const stopped = scheduler.stop().then(() => {
      isStopped = true;
    });
    scheduler.soon();
    await sleep(10);
    expect(isStopped).toBe(false);
    first.resolve();
    await stopped;
    scheduler.soon();
    await sleep(10);
    expect(ends).toHaveLength(1);
  });
});
