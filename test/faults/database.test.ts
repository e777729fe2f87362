import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, queryPostgres, type TestDatabase } from '../support/postgres.ts';
import { type Answer, cleanUp, type ServiceProcess, startProcess, temporaryFolder } from '../support/process.ts';
import { sized } from '../support/size.ts';
import {
  acknowledgedOf,
  aPdf,
  aPost,
  batchWithAssets,
  emptyLedger,
  forEachOf,
  lostAdds,
  lostContents,
  lostUploads,
  type Post,
  putUnderLoad,
  soon,
  upload,
} from './load.ts';
import { startProxy, type TcpProxy } from './tcp-proxy.ts';

/** How often a database under load is struck. */
const STRIKES = sized(1, 3);
/** How many adds must have gone well before each strike, and after the last. */
const CALM = sized(40, 100);

afterEach(cleanUp);

const post = (service: ServiceProcess, token: string, { target, body }: Post): Promise<Answer> =>
  service.call('POST', target, { token, body });

function expectUnavailable(answer: Answer) {
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable', status: 503 } });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

/** Nothing has ended the process, and it never answered 500. */
async function expectAlive(service: ServiceProcess) {
  expect((await service.call('GET', '/livez')).status).toBe(200);
  expect(service.stderr()).toBe('');
}

const readiness = async (service: ServiceProcess) => (await service.call('GET', '/readyz')).status;

describe('PostgreSQL', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let dataDir: string;
  let service: ServiceProcess;
  let token: string;

  beforeEach(async () => {
    database = await createTestDatabase('tables');
    proxy = await startProxy(database.url);
    dataDir = await temporaryFolder();
    service = await startProcess({ dataDir, databaseUrl: proxy.url });
    token = await service.token();
  });
  afterEach(async () => {
    await cleanUp();
    await proxy.close();
    await database.drop();
  });

  const terminateBackends = () =>
    queryPostgres(
      database.url,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );

  test('is gone: 503 with Retry-After, not ready, alive; is back: works again by itself', async () => {
    const stored = batchWithAssets();
    const added = await post(service, token, stored);
    expect(added.status).toBe(201);

    await proxy.cut();
    const refused = aPost();
    const url: string = added.body.asset_uploads[0].url;
    const status = `/api/partner/v2/submissions/${stored.id}/status.json`;
    for (let n = 0; n < 3; n++) {
      expectUnavailable(await post(service, token, refused));
      expectUnavailable(await post(service, token, stored));
      expectUnavailable(await service.call('GET', status, { token }));
      expectUnavailable(await upload(service, url, aPdf()));
      expect(await readiness(service)).toBe(503);
      await expectAlive(service);
    }

    await proxy.restore();
    expect(await readiness(service)).toBe(200);
    expect((await service.call('GET', status, { token })).body.status).toBe('incomplete');
    expect((await upload(service, url, aPdf())).status).toBe(200);
    const repeated = await post(service, token, refused);
    expect(repeated.status).toBe(201);
    expect(repeated.headers['idempotent-replayed']).toBeUndefined();
    expect(await lostAdds(service, token, [acknowledgedOf(stored, added)])).toEqual([]);
  });

  test.each([
    {
      fault: 'its backends are terminated',
      strike: () => terminateBackends(),
    },
    {
      fault: 'it is cut off for a moment',
      strike: async () => {
        await proxy.cut();
        await sleep(100 + Math.random() * 200);
        await proxy.restore();
      },
    },
  ])('under load, $fault: each add is there, or 503 and can be sent again', {
    timeout: 30_000,
  }, async ({ strike }) => {
    const ledger = emptyLedger();
    const load = putUnderLoad(service, { token, inFlight: 32, ledger });
    for (let strikes = 0; strikes < STRIKES; strikes++) {
      const before = ledger.acknowledged.length;
      await soon(() => ledger.acknowledged.length - before).toBeGreaterThan(CALM);
      await sleep(Math.random() * 100);
      const refusedBefore = ledger.refused.length;
      // Between two transactions it costs nobody anything.
      for (let tries = 0; tries < 20 && ledger.refused.length === refusedBefore; tries++) {
        await strike();
        await sleep(50 + Math.random() * 50);
      }
      expect(ledger.refused.length).toBeGreaterThan(refusedBefore);
    }
    const before = ledger.acknowledged.length;
    await soon(() => ledger.acknowledged.length - before).toBeGreaterThan(CALM);
    await load.stop();

    expect(ledger.wrong).toEqual([]);
    expect(ledger.failures).toEqual([]);
    await expectAlive(service);
    await forEachOf(ledger.refused, 16, async (each) => {
      const again = await post(service, token, each);
      expect(again.status).toBe(201);
      ledger.acknowledged.push(acknowledgedOf(each, again));
    });
    expect(await lostAdds(service, token, ledger.acknowledged)).toEqual([]);
    expect((await service.kill('SIGTERM')).end).toBe(0);
    const data = { dataDir, databaseUrl: database.url };
    expect(await lostContents(data, ledger.acknowledged)).toEqual([]);
    expect(await lostUploads(data, ledger.uploads)).toEqual([]);
  });

  test('takes no writes, as a standby does: adds are 503, reads go on, and it works again by itself', async () => {
    const stored = aPost();
    expect((await post(service, token, stored)).status).toBe(201);
    const name = new URL(database.url).pathname.slice(1);
    const takesWrites = async (answer: boolean) => {
      const mode = answer ? 'off' : 'on';
      const change = `alter database ${name} set default_transaction_read_only = ${mode}`;
      await queryPostgres(database.url, `begin read write; ${change}; commit`);
      await terminateBackends();
    };
    await takesWrites(false);
    const refused = aPost(1);
    await soon(async () => (await post(service, token, refused)).status).toBe(503);
    expectUnavailable(await post(service, token, refused));
    const status = `/api/partner/v2/submissions/${stored.id}/status.json`;
    expect((await service.call('GET', status, { token })).status).toBe(200);
    await takesWrites(true);
    await soon(async () => (await post(service, token, refused)).status).toBe(201);
    await expectAlive(service);
  });

  test('stores an add and breaks off before it says so: 503, and sent again the add has one link', async () => {
    const lost = aPost();
    const swallowed = proxy.swallowCommitOf(lost.id);
    expectUnavailable(await post(service, token, lost));
    await swallowed;
    const rows = 'select request_id from submissions where partner_ref = $1';
    const [row] = await queryPostgres(database.url, rows, [lost.id]);
    const again = await post(service, token, lost);
    expect(again.status).toBe(201);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.redirect_uri).toContain(String(row?.['request_id']));
  });

  test('records an upload and breaks off before it says so: the file that it names is there', async () => {
    const added = await post(service, token, batchWithAssets());
    const url: string = added.body.asset_uploads[0].url;
    const first = { bytes: aPdf(), isAcknowledged: true };
    expect((await upload(service, url, first.bytes)).status).toBe(200);

    const second = { bytes: aPdf(), isAcknowledged: false };
    const swallowed = proxy.swallowCommitOf(path.basename(new URL(url).pathname));
    expectUnavailable(await upload(service, url, second.bytes));
    await swallowed;
    expect((await service.kill('SIGTERM')).end).toBe(0);
    const data = { dataDir, databaseUrl: database.url };
    expect(await lostUploads(data, [{ url, files: [first, second] }])).toEqual([]);
  });
});

describe('SQLite', () => {
  let dataDir: string;
  let service: ServiceProcess;
  let token: string;

  beforeEach(async () => {
    dataDir = await temporaryFolder();
    service = await startProcess({ dataDir });
    token = await service.token();
  });

  /** The most bytes a file of the process may have: what a full disk or a quota does, without either. */
  const limitFiles = (bytes: number | 'unlimited') =>
    promisify(execFile)('prlimit', ['--pid', String(service.pid), `--fsize=${bytes}:unlimited`]);

  test.runIf(process.platform === 'linux')(
    'cannot write: 503 with Retry-After, and works again by itself',
    async () => {
      const ledger = emptyLedger();
      const load = putUnderLoad(service, { token, inFlight: 32, ledger });
      for (let strikes = 0; strikes < STRIKES; strikes++) {
        const before = ledger.acknowledged.length;
        await soon(() => ledger.acknowledged.length - before).toBeGreaterThan(CALM);
        const refusedBefore = ledger.refused.length;
        await limitFiles(1);
        await soon(() => ledger.refused.length - refusedBefore).toBeGreaterThan(32);
        expectUnavailable(await post(service, token, aPost()));
        await expectAlive(service);
        await limitFiles('unlimited');
      }
      const before = ledger.acknowledged.length;
      await soon(() => ledger.acknowledged.length - before).toBeGreaterThan(CALM);
      await load.stop();
      expect(await readiness(service)).toBe(200);

      expect(ledger.wrong).toEqual([]);
      expect(ledger.failures).toEqual([]);
      await forEachOf(ledger.refused, 16, async (each) => {
        const again = await post(service, token, each);
        expect(again.status).toBe(201);
        ledger.acknowledged.push(acknowledgedOf(each, again));
      });
      expect(await lostAdds(service, token, ledger.acknowledged)).toEqual([]);
      expect((await service.kill('SIGTERM')).end).toBe(0);
      expect(await lostContents({ dataDir }, ledger.acknowledged)).toEqual([]);
      expect(await lostUploads({ dataDir }, ledger.uploads)).toEqual([]);
    },
  );

  test('cannot write: not ready, and ready again by itself', async () => {
    await limitFiles(1);
    expect(await readiness(service)).toBe(503);
    await limitFiles('unlimited');
    expect(await readiness(service)).toBe(200);
  });

  test('is held by another process: 503 once the wait is over, and works again by itself', async () => {
    const stored = aPost();
    const added = await post(service, token, stored);
    const other = new Libsql(path.join(dataDir, 'service.db'));
    const refused = aPost(1);
    try {
      // The service may be writing at this moment.
      other.exec('pragma busy_timeout = 10000; begin immediate');
      const refusal = await post(service, token, refused);
      expectUnavailable(refusal);
      // What ended the wait was the lock, not the clock of a busy machine.
      const ofRefused = ({ request_id }: Record<string, unknown>) => request_id === refusal.headers['x-request-id'];
      const failed = await service.logged('request failed', ofRefused);
      expect(failed['err']).toMatchObject({ cause: { code: 'SQLITE_BUSY' } });
      await expectAlive(service);
      // Who reads need not wait for who writes.
      const status = `/api/partner/v2/submissions/${stored.id}/status.json`;
      expect((await service.call('GET', status, { token })).status).toBe(200);
    } finally {
      other.close();
    }
    const again = await post(service, token, refused);
    expect(again.status).toBe(201);
    expect(again.headers['idempotent-replayed']).toBeUndefined();
    expect(await lostAdds(service, token, [acknowledgedOf(stored, added)])).toEqual([]);
  });
});
