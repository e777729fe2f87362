import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../server/domain/unavailable.ts';
import { WorkLoop } from '../../server/work/work-loop.ts';
import { openLog } from './delivery/support.ts';

function pending() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, ended };
}
type Job = ReturnType<typeof pending>;

/** Claims the jobs in `due`. Each job stays in flight until the test calls its `end`. */
class TestLoop extends WorkLoop<Job> {
  due: Job[] = [];
  claims = 0;
  closed = 0;
  failure: Error | null = null;
  /** Each claim awaits this promise, so that a test can delay claims. */
  gate: Promise<void> = Promise.resolve();
  concurrentClaims = 0;

  protected override async claim(): Promise<Job[]> {
    this.claims++;
    expect(++this.concurrentClaims).toBe(1);
    await this.gate;
    this.concurrentClaims--;
    if (this.failure) throw this.failure;
    return this.due.splice(0);
  }

  protected override perform(job: Job): Promise<void> {
    return job.ended;
  }

  protected override async close(): Promise<void> {
    this.closed++;
  }

  get running(): number {
    return this.inFlight.length;
  }
}

function startTest({ pollMs = 60_000, gapMs = 0 } = {}) {
  const { log, lines } = openLog();
  const loop = new TestLoop({ name: 'jobs', log, pollMs, gapMs });
  onTestFinished(async () => {
    await loop.stop(0);
  });
  return { loop, lines };
}

const eventually = (check: () => unknown) => expect.poll(check, { interval: 1, timeout: 5000 });

test('the rounds of a work loop never overlap, and each round starts all work that it claims', async () => {
  const { loop } = startTest();
  loop.due = [pending(), pending()];
  expect(await Promise.all([loop.round(), loop.round(), loop.round()])).toEqual([2, 0, 0]);
  expect([loop.claims, loop.running]).toEqual([3, 2]);
});

test('a wake-up starts a round at once, but all wake-ups within the minimum time between rounds share one later round', async () => {
  const { loop } = startTest({ gapMs: 1000 });
  loop.start();
  await eventually(() => loop.claims).toBe(1);
  for (let wakes = 0; wakes < 100; wakes++) loop.wake();
  await eventually(() => loop.claims).toBe(2);
  await sleep(1100);
  expect(loop.claims).toBe(2);
  const wokenAt = performance.now();
  loop.wake();
  await eventually(() => loop.claims).toBe(3);
  expect(performance.now() - wokenAt).toBeLessThan(900);
});

test('a work loop starts another round if it is woken during a round, or when a task ends', async () => {
  const { loop } = startTest();
  const gate = pending();
  loop.gate = gate.ended;
  const [first, second] = [pending(), pending()];
  loop.due = [first, second];
  loop.start();
  await eventually(() => loop.claims).toBe(1);
  loop.wake();
  gate.end();
  await eventually(() => loop.claims).toBe(2);
  first.end();
  await eventually(() => loop.claims).toBe(3);
  expect(loop.running).toBe(1);
});

test('draining a work loop completes when no work is due or in flight', async () => {
  const { loop } = startTest();
  const [first, second] = [pending(), pending()];
  loop.due = [first];
  let isDrained = false;
  const drained = loop.drain().then(() => {
    isDrained = true;
  });
  await eventually(() => loop.running).toBe(1);
  loop.due = [second];
  first.end();
  await eventually(() => loop.running).toBe(1);
  await sleep(5);
  expect(isDrained).toBe(false);
  second.end();
  await drained;
});

test('after a failed round, wake-ups start no round before the next poll, and the log has one line per database outage', async () => {
  const { loop, lines } = startTest({ pollMs: 300 });
  loop.failure = new StoreUnavailable('down');
  loop.start();
  await eventually(() => loop.claims).toBe(1);
  for (let wakes = 0; wakes < 10; wakes++) {
    loop.wake();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(loop.claims).toBe(1);
  await eventually(() => loop.claims).toBe(3);
  expect(lines).toMatchObject([{ level: 'error', msg: 'jobs are paused: the database does not respond' }]);
  loop.failure = new TypeError('broken');
  await eventually(() => lines[1]).toMatchObject({ level: 'error', msg: 'jobs could not be claimed' });
  lines.splice(1);
  loop.failure = null;
  await eventually(() => lines.at(-1)?.msg).toBe('jobs continue: the database responds again');
});

test('a work loop that stops waits for the work in flight, claims nothing more, and closes its connections', async () => {
  const { loop } = startTest();
  const job = pending();
  loop.due = [job];
  loop.start();
  await eventually(() => loop.running).toBe(1);
  const stopped = loop.stop(5000);
  loop.due = [pending()];
  await sleep(5);
  job.end();
  expect(await stopped).toBe(true);
  expect([loop.claims, loop.closed]).toEqual([1, 1]);
  loop.start();
  loop.wake();
  await sleep(5);
  expect(loop.claims).toBe(1);
});

test('if a work loop does not stop before the timeout, both of two concurrent stop calls return false', async () => {
  const { loop } = startTest();
  loop.due = [pending()];
  loop.start();
  await eventually(() => loop.running).toBe(1);
  expect(await Promise.all([loop.stop(10), loop.stop(5000)])).toEqual([false, false]);
  expect(loop.closed).toBe(1);
});

test('a work loop that did not stop before the timeout starts no further work, even after a late claim', async () => {
  const { loop } = startTest();
  const gate = pending();
  loop.gate = gate.ended;
  loop.due = [pending()];
  loop.start();
  await eventually(() => loop.claims).toBe(1);
  expect(await loop.stop(5)).toBe(false);
  gate.end();
  await sleep(5);
  expect(loop.running).toBe(0);
});
