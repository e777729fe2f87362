import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateClientSecret, hashClientSecret } from '../../server/api/oauth/client-secret.ts';
import { addSandboxPartners } from '../../server/api/oauth/sandbox-partners.ts';
import { systemClock } from '../../server/domain/clock.ts';
import { createLogger } from '../../server/platform/log.ts';
import { StartupError } from '../../server/platform/startup-error.ts';
import { createServices, type Services } from '../../server/start/create-services.ts';
import { migrateDatabase, prepareDatabase } from '../../server/start/prepare-database.ts';
import { type Config, loadConfig } from '../../server/start/settings.ts';
import { openStore, type Store } from '../../server/storage/database/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createTestDatabase, queryPostgres, type TestDatabase } from '../support/postgres.ts';
import { runCli } from '../support/process.ts';
import { productionSettings, randomKey } from '../support/production.ts';

// The client secrets of the sandbox partners are public, so a production database must never accept them.

let database: TestDatabase;
let dataDir: string;
let store: Store;

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await temporaryFolder();
  store = openStore({ databaseUrl: database.url, dataDir });
});
afterEach(async () => {
  await store.close();
  await database.drop();
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

async function readAllTables(): Promise<unknown> {
  const tables = await queryPostgres(
    database.url,
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const rows = tables.map(async ({ name }) => [name, await queryPostgres(database.url, `select * from "${name}"`)]);
  return Promise.all(rows);
}

test.each([
  ['production', ['partners', 'list'], ['migrate']],
  ['sandbox', ['keys', 'rotate', '--yes']],
] as const)(
  'a database that was first opened in %s can be used only in that environment',
  async (first, ...commands) => {
    await start(first);
    await start(first);
    const other = first === 'production' ? 'sandbox' : 'production';
    const before = await readAllTables();
    await expect(start(other)).rejects.toThrow(StartupError);
    const results = await Promise.all(commands.map((words) => runCli(environments()[other], ...words)));
    for (const { code, stdout, stderr } of results) {
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^This database belongs to a (sandbox|production service), but NODE_ENV selects/);
      expect(stderr).toContain('another DATABASE_URL');
    }
    expect(await readAllTables()).toEqual(before);
  },
  60_000,
);

test('the production service rejects the sandbox secrets, even if the database contains the sandbox partners', async () => {
  const found: unknown[] = [];
  const look = async ({ partners }: Services) => found.push(await partners.findActive('sandbox-partner'));
  await start('production');
  await addSandboxPartners(store, systemClock);
  await start('production', look);
  await store.updatePartner('sandbox-partner', { secretHash: hashClientSecret(generateClientSecret()) });
  await start('production', look);
  expect(found).toEqual([null, expect.objectContaining({ clientId: 'sandbox-partner' })]);
});

test('the migrate command creates a database without the sandbox partners', async () => {
  expect(await runCli(environments().sandbox, 'migrate')).toMatchObject({ code: 0 });
  expect(await store.listPartners()).toEqual([]);
});

test.each(['PostgreSQL', 'SQLite'])('only one environment can claim a new %s database', async (engine) => {
  const folder = path.join(dataDir, 'embedded');
  const place = engine === 'SQLite' ? { databaseUrl: null, dataDir: folder } : { databaseUrl: database.url, dataDir };
  const [one, other] = [openStore(place), openStore(place)];
  try {
    expect(await one.findEnvironment()).toBeNull();
    await Promise.all([one.migrate(), other.migrate()]);
    expect(await one.findEnvironment()).toBeNull();
    const [production, sandbox] = [environments().production, environments().sandbox].map(loadConfig);
    const claims = await Promise.allSettled([
      prepareDatabase(one, production as Config, { migrates: false }),
      prepareDatabase(other, sandbox as Config, { migrates: false }),
    ]);
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await one.findEnvironment()).toBe(claims[0].status === 'fulfilled' ? 'production' : 'sandbox');
  } finally {
    await one.close();
    await other.close();
  }
});
