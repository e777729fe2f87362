import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { migrateDatabase } from '../../server/start/prepare-database.ts';
import { type Config, loadConfig } from '../../server/start/settings.ts';
import { allMigrations, type Migrations } from '../../server/storage/database/engine/migrations.ts';
import type { ColumnTypes } from '../../server/storage/database/engine/schema.ts';
import { openPostgresStore, type StoreOptions } from '../../server/storage/database/store.ts';
import { example } from '../support/contract.ts';
import { createTestDatabase, queryPostgres, type TestDatabase } from '../support/postgres.ts';
import { randomKey } from '../support/production.ts';
import { startService, type TestService } from '../support/service.ts';

// The test uses three versions: the current version, a version that adds a table, and a version that drops a table.

const expanding = (types: ColumnTypes): Migrations => ({
  ...allMigrations(types),
  '9001_expand': {
    up: async (db) => {
      await sql.raw(`alter table partners add column motto ${types.text} not null default ''`).execute(db);
      await sql.raw(`create table mottos (motto ${types.text})`).execute(db);
    },
  },
});
const contracting = (types: ColumnTypes): Migrations => ({
  ...expanding(types),
  '9002_contract': { up: (db) => db.schema.dropTable('orphaned_files').execute(), needs: '9001_expand' },
});

let database: TestDatabase;
const running: TestService[] = [];
const keys = { DATA_KEYS: `k1:${randomKey('k1')}` };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const service of running) await service.stop();
  await database.drop();
});

const openStore = (migrations: (types: ColumnTypes) => Migrations) => (_config: Config, options?: StoreOptions) =>
  openPostgresStore(database.url, { ...options, migrations, hasClock: false });

async function start(migrations: (types: ColumnTypes) => Migrations): Promise<TestService> {
  const [first] = running;
  const env = { ...keys, ...(first && { DATA_DIR: first.dataDir }) };
  const options = { databaseUrl: database.url, env, openStore: openStore(migrations) };
  const service = await startService(options);
  running.push(service);
  return service;
}
const migrate = (migrations: (types: ColumnTypes) => Migrations) =>
  migrateDatabase(loadConfig({ DATABASE_URL: database.url }), openStore(migrations));

/** Checks that each version finds the submissions of the other version. */
async function expectOneService(one: TestService, other: TestService): Promise<void> {
  for (const [here, there] of [
    [one, other],
    [other, one],
  ] as const) {
    const body = { ...example('EducationWithTranscript'), id: randomUUID() };
    const add = { token: await here.token(), body };
    const added = await here.call('POST', operations.addEducation.path, add);
    expect(added.status).toBe(201);
    const again = await there.call('POST', operations.addEducation.path, add);
    expect([again.status, again.body]).toEqual([201, added.body]);
    const status = await there.call('GET', `/api/partner/v1/submissions/${body.id}/status.json`, add);
    expect(status.body).toMatchObject({ id: body.id, status: 'incomplete' });
    const { body: listed } = await there.call('GET', '/api/partner/v2/webhooks', add);
    const webhook = { token: add.token, body: { url: `https://acme.example/${body.id}` } };
    expect((await here.call('POST', '/api/partner/v2/webhooks', webhook)).status).toBe(201);
    const { body: more } = await there.call('GET', '/api/partner/v2/webhooks', add);
    expect(more.webhooks).toHaveLength(listed.webhooks.length + 1);
    expect((await here.call('GET', '/readyz')).status).toBe(200);
  }
}

const toMigrate = 'lacks tables that this version needs. Run "npm run cli -- migrate"';

test('two versions run on one database during an upgrade and a rollback, and each version rejects an incompatible schema', async () => {
  await expect(start(allMigrations)).rejects.toThrow(toMigrate);
  expect(await queryPostgres(database.url, 'select * from pg_tables where schemaname = $1', ['public'])).toEqual([]);
  await migrate(allMigrations);
  const before = await start(allMigrations);
  // The next version starts only after the migration, which runs while the current version is in use.
  await expect(start(expanding)).rejects.toThrow(toMigrate);
  await migrate(expanding);
  const next = await start(expanding);
  await expectOneService(before, next);
  // Simulates a rollback: the previous version migrates, which leaves the newer schema unchanged, and starts.
  await migrate(allMigrations);
  const back = await start(allMigrations);
  await expectOneService(next, back);

  await migrate(contracting);
  await start(expanding);
  for (const attempt of [start, migrate])
    await expect(attempt(allMigrations)).rejects.toThrow('was migrated for a newer version');
});
