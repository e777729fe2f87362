import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { createPostgresCounter } from '../../server/limits/postgres-counter.ts';
import { createRateLimit } from '../../server/limits/rate-limit.ts';
import { createRedisCounter } from '../../server/limits/redis-counter.ts';
import { countWhileItAnswers, type SharedCounter } from '../../server/limits/shared-counter.ts';
import { createLogger } from '../../server/log.ts';
import { noTelemetry } from '../../server/telemetry/telemetry.ts';
import { startProxy } from '../faults/tcp-proxy.ts';
import { createTestDatabase, migratePostgres, queryPostgres, type TestDatabase } from '../support/postgres.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';
import { startService } from '../support/service.ts';

/** What tells of how limits are counted, and what it told. */
function listener() {
  const told: string[] = [];
  const log = createLogger('silent');
  const telemetry = { ...noTelemetry, limitsCounted: (how: string) => void told.push(how) };
  return { told, parts: { log, telemetry } };
}

/** As many instances, with what they tell. */
function instances(count: number, open: () => SharedCounter, figures = { count: 20, burst: 20 }) {
  const { told, parts } = listener();
  const counters = Array.from({ length: count }, open);
  onTestFinished(async () => {
    await Promise.all(counters.map((counter) => counter.close()));
  });
  const patience = { answerMs: 1000, aloneMs: 50 };
  const limits = counters.map((counter) => createRateLimit(figures, countWhileItAnswers(counter, parts, patience)));
  return { limits, counters, told };
}

/** Of so many requests to each, how many pass. */
async function admitted(limits: readonly ReturnType<typeof createRateLimit>[], key: string, each: number) {
  const asked = await Promise.all(Array.from({ length: each }, () => limits.map((limit) => limit(key))).flat());
  return asked.filter(({ retryAfter }) => retryAfter === null).length;
}

const answers = async (counter: SharedCounter): Promise<void> => {
  for (let tries = 0; tries < 500; tries++) {
    const isThere = await counter.count('there', 1, 1000).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await sleep(20);
  }
  throw new Error('The counter never answered');
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migratePostgres(database.url);
});
afterAll(() => database.drop());

const places = [
  {
    place: 'PostgreSQL',
    isThere: true,
    async start() {
      const proxy = await startProxy(database.url);
      const open = () => createPostgresCounter(proxy.url);
      return { open, down: () => proxy.cut(), up: () => proxy.restore(), stop: () => proxy.close() };
    },
  },
  {
    place: hasRedis() ? 'Redis' : "Redis, where Debian's redis-server is installed,",
    isThere: hasRedis(),
    async start() {
      const server = await startRedis();
      return { ...server, open: () => createRedisCounter(server.url), stop: () => server.down() };
    },
  },
];

for (const { place, isThere, start } of places) {
  describe.skipIf(!isThere)(`limits that ${place} counts`, () => {
    let running: Awaited<ReturnType<typeof start>>;
    beforeAll(async () => {
      running = await start();
    });
    afterAll(() => running.stop());

    test('hold for all instances, each of which lets less than a tenth more pass', async () => {
      const { limits, counters, told } = instances(3, running.open);
      await Promise.all(counters.map(answers));
      const startedAt = performance.now();
      const passed = await admitted(limits, 'a', 60);
      const seconds = 1 + Math.floor((performance.now() - startedAt) / 1000);
      expect(passed).toBeGreaterThanOrEqual(20);
      expect(passed).toBeLessThanOrEqual(seconds * (20 + 3));
      expect(told).toEqual([]);
      const [first] = limits;
      expect(await admitted(first === undefined ? [] : [first], 'b', 1)).toBe(1);
    });

    test('begin anew when a window has ended', async () => {
      const counter = running.open();
      onTestFinished(() => counter.close());
      await answers(counter);
      const { msLeft } = await counter.count('short', 7, 60);
      await sleep(msLeft + 20);
      expect((await counter.count('short', 1, 60)).points).toBe(1);
    });

    test('are asked about for each request where a tenth is less than one, bursts too', async () => {
      const { limits, counters } = instances(2, running.open, { count: 1, burst: 5 });
      await Promise.all(counters.map(answers));
      const startedAt = performance.now();
      const passed = await admitted(limits, 'c', 20);
      const seconds = 1 + Math.floor((performance.now() - startedAt) / 1000);
      expect(passed).toBeGreaterThanOrEqual(5);
      expect(passed).toBeLessThanOrEqual(4 + seconds);
    });

    test('are counted by each instance alone while it is away, which it says once, and together afterwards', async () => {
      const { limits, counters, told } = instances(1, running.open);
      const [counter] = counters;
      if (counter === undefined) throw new Error('There is one');
      await answers(counter);
      await running.down();
      expect(await admitted(limits, 'd', 10)).toBe(10);
      await sleep(100);
      expect(await admitted(limits, 'e', 10)).toBe(10);
      expect(told).toEqual(['alone']);
      await running.up();
      await answers(counter);
      await sleep(100);
      for (const key of ['f', 'g']) {
        await admitted(limits, key, 10);
        // Longer than it would count alone.
        await sleep(100);
      }
      expect(told).toEqual(['alone', 'for all']);
    });
  });
}

test('a counter that does not answer is waited for once, and no request fails', async () => {
  const { told, parts } = listener();
  let asked = 0;
  const counter: SharedCounter = {
    count() {
      asked++;
      return new Promise(() => {});
    },
    close: async () => {},
  };
  const limit = createRateLimit({ count: 10, burst: 10 }, countWhileItAnswers(counter, parts));
  expect(await admitted([limit], 'a', 30)).toBe(10);
  expect([asked, told]).toEqual([1, ['alone']]);
});

test('the clock of the database may be set back, and no window lasts for longer than it is long', async () => {
  const counter = createPostgresCounter(database.url);
  onTestFinished(() => counter.close());
  await counter.count('set back', 7, 1000);
  await queryPostgres(database.url, "update rate_limits set ends_at = ends_at + 3600000 where key = 'set back'");
  const { points, msLeft } = await counter.count('set back', 1, 1000);
  expect(points).toBe(1);
  expect(msLeft).toBeLessThanOrEqual(1000);
});

test('what has ended is deleted from the database', async () => {
  const counter = createPostgresCounter(database.url, 0);
  onTestFinished(() => counter.close());
  await counter.count('ended', 1, 0);
  await counter.count('open', 1, 60_000);
  const left = () => queryPostgres(database.url, "select key from rate_limits where key in ('ended', 'open')");
  await expect.poll(left).toEqual([{ key: 'open' }]);
});

test('a partner that has used up its requests at one instance is refused by another', async () => {
  const env = { LIMITS: 'database', RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '9' };
  const first = await startService({ databaseUrl: database.url, env });
  onTestFinished(() => first.stop());
  const second = await startService({
    databaseUrl: database.url,
    env: { ...env, DATA_DIR: first.dataDir, DATA_KEYS: '' },
  });
  onTestFinished(() => second.stop());
  const token = await first.token();
  const ask = (service: typeof first) => service.call('GET', operations.listWebhooks.path, { token });
  const startedAt = performance.now();
  const statuses = [];
  for (let asked = 0; asked < 10; asked++) {
    statuses.push((await ask(first)).status, (await ask(second)).status);
  }
  const seconds = 1 + Math.floor((performance.now() - startedAt) / 1000);
  const passed = statuses.filter((status) => status === 200).length;
  expect(passed).toBeGreaterThanOrEqual(9);
  expect(passed).toBeLessThanOrEqual(8 + seconds);
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
});
