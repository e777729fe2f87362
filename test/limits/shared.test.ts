import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { openLimits } from '../../server/limits/rate-limit.ts';
import { createFailureLimit, unlimited } from '../../server/limits/rate-limit-fields.ts';
import { startProxy } from '../faults/tcp-proxy.ts';
import { createTestDatabase, migratePostgres, type TestDatabase } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migratePostgres(database.url);
});
afterAll(() => database.drop());

/** Opens one shared limit from two instances. */
function twoInstances(databaseUrl: string, rate = { count: 20, burst: 30, seconds: 60 }) {
  const opened = [1, 2].map(() => openLimits({ limits: 'database', databaseUrl }));
  onTestFinished(async () => {
    await Promise.all(opened.map((limits) => limits.close()));
  });
  return opened.map((limits) => limits.limit('test', rate));
}

/** Sends `each` requests to every instance. Returns the number of admitted requests. */
async function admitted(limits: ReturnType<typeof twoInstances>, key: string, each: number) {
  const results = await Promise.all(Array.from({ length: each }, () => limits.map((limit) => limit(key))).flat());
  return results.filter(({ retryAfter }) => retryAfter === null).length;
}

test('two instances share the burst of each key, and each key has its own limit', async () => {
  const limits = twoInstances(database.url);
  expect(await admitted(limits, 'a', 40)).toBe(30);
  expect(await admitted(limits, 'b', 10)).toBe(20);
  const [first] = limits;
  expect(await first?.('b')).toMatchObject({ retryAfter: null, left: { quota: 20, remaining: 0 } });
});

test('two instances share the limit for failed attempts, and a successful attempt does not count', async () => {
  const figures = { of_address: 5, of_address_above_in_all: 1 };
  const limits = twoInstances(database.url, { count: figures.of_address, burst: figures.of_address, seconds: 60 });
  const [first, second] = limits.map((limit) => createFailureLimit(limit, async () => unlimited(''), figures));
  for (let sent = 0; sent < 10; sent++) await (await first?.attempt('f'))?.succeeded();
  for (let sent = 0; sent < 4; sent++) expect(await first?.attempt('f')).toMatchObject({ retryAfter: null });
  expect(await second?.attempt('f')).toMatchObject({ retryAfter: null });
  expect((await second?.attempt('f'))?.retryAfter).toBeGreaterThan(0);
});

test('each instance counts requests separately while the database is down, and no request fails', async () => {
  const proxy = await startProxy(database.url);
  onTestFinished(() => proxy.close());
  const limits = twoInstances(proxy.url);
  expect(await admitted(limits, 'c', 5)).toBe(10);
  await proxy.cut();
  expect(await admitted(limits, 'd', 40)).toBe(60);
  await proxy.restore();
  await expect.poll(() => admitted(limits, `e${Math.random()}`, 40), { timeout: 10_000 }).toBe(30);
});

test('an instance rejects requests from a partner that used up its limit at another instance', async () => {
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
  for (let n = 0; n < 10; n++) {
    statuses.push((await ask(first)).status, (await ask(second)).status);
  }
  const seconds = 1 + Math.floor((performance.now() - startedAt) / 1000);
  const passed = statuses.filter((status) => status === 200).length;
  expect(passed).toBeGreaterThanOrEqual(9);
  expect(passed).toBeLessThanOrEqual(8 + seconds);
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
});
