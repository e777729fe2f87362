import type pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { CITUS, citusUrl, createCitusDatabase } from '../support/citus.ts';
import { temporaryFolder } from '../support/folders.ts';
import { connectPostgres } from '../support/postgres.ts';
import { cleanUp, runCli, startProcess } from '../support/process.ts';
import { randomKey } from '../support/production.ts';
import { sized } from '../support/size.ts';
import { emptyLedger, expectNothingLost, putUnderLoad, soon } from './load.ts';

const ROWS = sized(3000, 60_000);
const PARTNERS = 9;
const MIN_ACKNOWLEDGED = 40;

afterEach(cleanUp);

describe.skipIf(citusUrl === undefined)(CITUS, () => {
  test('the command "database distribute" loses no rows and no acknowledged submissions', {
    timeout: 300_000,
  }, async () => {
    const database = await createCitusDatabase(citusUrl ?? '');
    const client = await connectPostgres(database.url);
    try {
      const dataDir = await temporaryFolder();
      const env = { DATA_KEYS: `k1:${randomKey('k1')}` };
      const settings = { ...env, DATA_DIR: dataDir, DATABASE_URL: database.url };
      const options = { dataDir, databaseUrl: database.url, env };
      const stopped = await startProcess(options);
      await fill(client);
      const ledger = emptyLedger();
      const load = putUnderLoad(stopped, { token: await stopped.token(), inFlight: 4, ledger });
      await soon(() => ledger.acknowledged.length).toBeGreaterThan(MIN_ACKNOWLEDGED);
      await load.stop();
      await stopped.kill('SIGTERM');
      const before = await readRows(client);
      for (const table of SPREAD) expect(before.get(table)?.length, table).toBeGreaterThan(0);
      expect(await runCli(settings, 'database', 'distribute', '--yes')).toMatchObject({ code: 0, stderr: '' });

      const { rows: spread } = await client.query(
        "select table_name::text as name from citus_tables where citus_table_type = 'distributed' order by 1",
      );
      expect(spread.map(({ name }) => name)).toEqual(SPREAD);
      const { rows: nodes } = await client.query('select distinct nodeport from citus_shards');
      expect(nodes.length).toBeGreaterThan(1);
      const after = await readRows(client);
      for (const [table, rows] of before) {
        const there = new Set(after.get(table));
        expect(there.size, `${table} has no duplicate rows`).toBe(after.get(table)?.length);
        expect(rows.filter((row) => !there.has(row)).slice(0, 3), `${table} has lost no rows`).toEqual([]);
      }
      expect(ledger).toMatchObject({ refused: [], failures: [] });
      const data = { dataDir, databaseUrl: database.url, dataKeys: env.DATA_KEYS };
      const service = await startProcess(options);
      await expectNothingLost(service, await service.token(), ledger, data);
      expect(await runCli(settings, 'database', 'distribute', '--yes'), 'the second run succeeds').toMatchObject({
        code: 0,
      });
    } finally {
      await cleanUp();
      await client.end();
      await database.drop();
    }
  });
});

const SPREAD = [
  'assets',
  'attempts',
  'deliveries',
  'documents',
  'events',
  'orphaned_files',
  'pending_uploads',
  'submissions',
  'verification_requests',
  'webhooks',
];

/** Adds rows to every table, in states that no background task changes. */
async function fill(client: pg.Client): Promise<void> {
  const now = '(extract(epoch from now()) * 1000000)::bigint';
  const many = (rows: number) => `from generate_series(1, ${rows}) as n`;
  const partner = `'partner-' || n % ${PARTNERS}`;
  await client.query(`
    insert into submissions
      (request_id, client_id, partner_ref, kind, document_type, state, created_at, finalized_at, content, owner_id)
    select 's-' || n, ${partner}, 'ref-' || n, 'education', 'pdf', case n % 3 when 0 then 'completed' else 'pending' end,
      ${now}, case n % 3 when 0 then ${now} end, decode(repeat(md5(n::text), 32), 'hex'),
      case n % 3 when 0 then 'person-' || n end
    ${many(ROWS)};
    insert into assets (asset_key, request_id, client_id, position, asset_id, asset_type, file_key, file_size, uploaded_at)
    select 'a-' || n, 's-' || n, ${partner}, 0, 'diploma', 'pdf', 'file-' || n, 100, ${now} ${many(ROWS)};
    insert into documents (document_key, request_id, client_id, position, ref, asset_type, state, attempts_made, error)
    select 'd-' || n, 's-' || n, ${partner}, 0, 'ref', 'pdf', 'unavailable', 1, 'timeout' ${many(ROWS)};
    insert into pending_uploads select client_id, sum(file_size) from assets group by client_id;
    insert into orphaned_files select 'orphaned-' || n, ${now} ${many(ROWS / 10)};
    insert into verification_requests (client_id, request_id, status, created_at, finalized_at, last_event_at, content)
    select ${partner}, 'v-' || n, 'canceled', ${now}, ${now}, ${now}, decode(md5(n::text), 'hex') ${many(ROWS)};
    insert into webhooks (id, client_id, url, event_types, created_at, version, secret)
    select 'w-' || n, ${partner}, 'https://hooks.example.com/', '[]', ${now}, 1, 'secret' ${many(ROWS / 100)};
    insert into events (event_id, client_id, type, resource_id, status, created_at, body)
    select 'e-' || id, client_id, 'verification', 'v', 'canceled', ${now}, '{}' from webhooks;
    insert into deliveries (id, client_id, webhook_id, event_id, state, created_at, attempts_made)
    select 'y-' || id, client_id, id, 'e-' || id, 'delivered', ${now}, 1 from webhooks;
    insert into attempts (delivery_id, client_id, number, started_at, duration, http_status)
    select id, client_id, 1, ${now}, 1000, 204 from deliveries`);
}

async function readRows(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows: tables } = await client.query(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const found = new Map<string, string[]>();
  for (const { name } of tables) {
    const { rows } = await client.query(`select t::text as row from ${name} t`);
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return found;
}
