import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CannotStart } from '../../server/cannot-start.ts';
import { claimDatabase } from '../../server/claim-database.ts';
import { loadConfig } from '../../server/config.ts';
import { createServices, migrateDatabase } from '../../server/create-services.ts';
import { systemClock } from '../../server/domain/clock.ts';
import { createLogger } from '../../server/log.ts';
import { generateClientSecret, hashClientSecret } from '../../server/oauth/client-secret.ts';
import { addSandboxPartners } from '../../server/sandbox/partners.ts';
import type { Services } from '../../server/services.ts';
import { openStore } from '../../server/store/open-store.ts';
import type { Store } from '../../server/store/store.ts';
import { dropClients, dropPeople } from '../store/database-under-test.ts';
import { createTestDatabase, queryPostgres, type TestDatabase } from '../support/postgres.ts';
import { runCli } from '../support/process.ts';
import { productionSettings, randomKey } from '../support/production.ts';

// The partners of a sandbox have secrets that everybody knows: no step of anybody may bring them into production.

let database: TestDatabase;
let dataDir: string;
let store: Store;

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'claim-'));
  store = openStore({ databaseUrl: database.url, dataDir });
});
afterEach(async () => {
  await store.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const environments = (): Record<'production' | 'sandbox', NodeJS.ProcessEnv> => ({
  sandbox: { DATABASE_URL: database.url, DATA_DIR: dataDir, DATA_KEYS: `k1:${randomKey('k1')}` },
  production: { ...productionSettings(database.url), DATA_DIR: dataDir },
});

async function start(
  environment: 'production' | 'sandbox',
  during: (services: Services) => Promise<unknown> = async () => {},
): Promise<void> {
  const config = loadConfig(environments()[environment]);
  await migrateDatabase(config);
  const services = await createServices(config, systemClock, createLogger('silent'));
  await during(services);
  await services.dispatcher.stop(0);
  await services.downloader.stop(0);
  await services.store.close();
}

/** Everything that a start could write: tables, migrations, partners, signing keys. */
async function contents(): Promise<unknown> {
  const tables = await queryPostgres(
    database.url,
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const rows = tables.map(async ({ name }) => [name, await queryPostgres(database.url, `select * from "${name}"`)]);
  return Promise.all(rows);
}

test.each([
  'production',
  'sandbox',
] as const)('a database that a service in the %s opened first is its own', async (first) => {
  await start(first);
  await start(first);
  const other = first === 'production' ? 'sandbox' : 'production';
  const before = await contents();
  await expect(start(other)).rejects.toThrow(CannotStart);
  for (const command of [['partners', 'list'], ['sweep'], ['migrate'], ['keys', 'rotate']]) {
    const { code, stdout, stderr } = await runCli(environments()[other], ...command);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^This database belongs to a (sandbox|service in production), and NODE_ENV says/);
    expect(stderr).toContain('another DATABASE_URL');
  }
  expect(await contents()).toEqual(before);
}, 60_000);

describe('a database that was filled before databases were marked', () => {
  async function unmarked(fill: () => Promise<unknown> = async () => {}): Promise<void> {
    await store.migrate();
    await fill();
    await queryPostgres(database.url, 'drop table environment');
    await queryPostgres(database.url, 'drop table kept_keys');
    await queryPostgres(database.url, 'drop table waiting_files');
    await queryPostgres(database.url, 'drop table clock');
    await queryPostgres(database.url, 'drop table compatibility');
    const sql = (statement: string) => queryPostgres(database.url, statement);
    await dropPeople({ sql });
    await dropClients({ location: database.url, sql });
    await sql('drop table rate_limits');
    await queryPostgres(
      database.url,
      'alter table partners drop column tokens_since, drop column previous_secret_hash, drop column previous_ends_at',
    );
    await queryPostgres(database.url, "delete from kysely_migration where name >= '0005'");
  }

  test('with no partners but those of a sandbox, is no place for production', async () => {
    await unmarked(() => addSandboxPartners(store, systemClock));
    const before = await contents();
    await expect(start('production')).rejects.toThrow('belongs to a sandbox');
    expect(await contents()).toEqual(before);
    await start('sandbox');
    expect(await store.findEnvironment()).toBe('sandbox');
  });

  test('with any other partner, is no place for a sandbox', async () => {
    await unmarked(async () => {
      await addSandboxPartners(store, systemClock);
      const secretHash = hashClientSecret(generateClientSecret());
      await store.updatePartner('sandbox-partner', { secretHash });
    });
    const before = await contents();
    await expect(start('sandbox')).rejects.toThrow('belongs to a service in production');
    expect(await contents()).toEqual(before);
    await start('production');
    expect(await store.findEnvironment()).toBe('production');
  });

  test('with no partners, belongs to who comes first', async () => {
    await unmarked();
    await start('sandbox');
    await expect(start('production')).rejects.toThrow('belongs to a sandbox');
  });
});

test('in production the secrets of a sandbox open nothing, whoever put them into the database', async () => {
  const found: unknown[] = [];
  const look = async ({ partners }: Services) => found.push(await partners.findActive('sandbox-partner'));
  await start('production');
  await addSandboxPartners(store, systemClock);
  await start('production', look);
  await store.updatePartner('sandbox-partner', { secretHash: hashClientSecret(generateClientSecret()) });
  await start('production', look);
  expect(found).toEqual([null, expect.objectContaining({ clientId: 'sandbox-partner' })]);
});

test('no command adds the partners of a sandbox', async () => {
  expect(await runCli(environments().sandbox, 'migrate')).toMatchObject({ code: 0 });
  expect(await runCli(environments().sandbox, 'partners', 'list')).toMatchObject({ code: 0, stdout: '' });
  expect(await store.listPartners()).toEqual([]);
});

test.each(['PostgreSQL', 'SQLite'])('of two kinds that open a new one at once, one has it: %s', async (engine) => {
  const folder = path.join(dataDir, 'embedded');
  const place = engine === 'SQLite' ? { databaseUrl: null, dataDir: folder } : { databaseUrl: database.url, dataDir };
  const [one, other] = [openStore(place), openStore(place)];
  try {
    expect(await one.findEnvironment()).toBe('empty');
    await Promise.all([one.migrate(), other.migrate()]);
    expect(await one.findEnvironment()).toBe('unmarked');
    const claims = await Promise.allSettled([claimDatabase(one, 'production'), claimDatabase(other, 'sandbox')]);
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await one.findEnvironment()).toBe(claims[0].status === 'fulfilled' ? 'production' : 'sandbox');
  } finally {
    await one.close();
    await other.close();
  }
});
