import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import Libsql from 'libsql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { createTestDatabase, queryPostgres, type TestDatabase } from '../support/postgres.ts';
import { type Answer, cleanUp, type ServiceProcess, startProcess } from '../support/process.ts';
import { sized } from '../support/size.ts';
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import {
  acknowledgedOf,
  aPdf,
  aPost,
  batchWithAssets,
  type DataFolder,
  emptyLedger,
  expectNothingLost,
  type Ledger,
  lostAdds,
  lostUploads,
  openData,
  type Post,
  putUnderLoad,
  retryRefused,
  soon,
  upload,
} from './load.ts';

const STRIKES = sized(1, 3);
const SUCCESSES_BETWEEN_FAULTS = sized(15, 100);

let service: ServiceProcess;
let token: string;

const post = ({ target, body }: Post): Promise<Answer> => service.call('POST', target, { token, body });
const statusPathOf = ({ id }: Post) => `/api/partner/v2/submissions/${id}/status.json`;

function expectUnavailable(answer: Answer) {
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable', status: 503 } });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

async function expectAlive() {
  expect((await service.call('GET', '/livez')).status).toBe(200);
  expect(service.stderr()).toBe('');
}

const readiness = async () => (await service.call('GET', '/readyz')).status;

/** Causes faults under load. Checks that every submission is stored, or gets 503 and succeeds on a retry. */
async function strikeUnderLoad(data: DataFolder, strikes: ((ledger: Ledger) => Promise<void>)[]): Promise<void> {
  const ledger = emptyLedger();
  const load = putUnderLoad(service, { token, inFlight: 32, ledger });
  const calm = async () => {
    const before = ledger.acknowledged.length;
    await soon(() => ledger.acknowledged.length - before).toBeGreaterThan(SUCCESSES_BETWEEN_FAULTS);
  };
  for (const strike of Array<typeof strikes>(STRIKES).fill(strikes).flat()) {
    await calm();
    const refusedBefore = ledger.refused.length;
    await strike(ledger);
    expect(ledger.refused.length).toBeGreaterThan(refusedBefore);
  }
  await calm();
  await load.stop();
  expect(ledger.failures).toEqual([]);
  expect(await readiness()).toBe(200);
  await expectAlive();
  await retryRefused(service, token, ledger);
  await expectNothingLost(service, token, ledger, data);
}

describe('The service on PostgreSQL', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let dataDir: string;

  const start = async () => {
    service = await startProcess({ dataDir, databaseUrl: proxy.url });
    token = await service.token();
  };

  beforeAll(async () => {
    database = await createTestDatabase('tables');
    proxy = await startProxy(database.url);
    dataDir = await temporaryFolder();
    await start();
  });
  afterAll(async () => {
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

  test('the service returns 503 while the database is unreachable, and accepts retries when the database is reachable again', async () => {
    const stored = batchWithAssets();
    const added = await post(stored);
    await proxy.cut();
    const refused = aPost();
    const url: string = added.body.asset_uploads[0].url;
    for (const answer of [
      await post(refused),
      await post(stored),
      await service.call('GET', statusPathOf(stored), { token }),
      await upload(service, url, aPdf()),
    ])
      expectUnavailable(answer);
    expect(await readiness()).toBe(503);
    await expectAlive();

    await proxy.restore();
    expect(await readiness()).toBe(200);
    expect((await upload(service, url, aPdf())).status).toBe(200);
    const repeated = await post(refused);
    expect([repeated.status, repeated.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(await lostAdds(service, token, [acknowledgedOf(stored, added)])).toEqual([]);
  });

  test('if PostgreSQL closes connections or the network fails under load, the service stores each submission or returns 503, and accepts retries', {
    timeout: 60_000,
  }, async () => {
    const faults = [
      terminateBackends,
      async () => {
        await proxy.cut();
        await sleep(100 + Math.random() * 200);
        await proxy.restore();
      },
    ];
    const strikes = faults.map((fault) => async (ledger: Ledger) => {
      await sleep(Math.random() * 100);
      const refusedBefore = ledger.refused.length;
      // Repeats the fault until a request fails, because a fault between two transactions affects no request.
      for (let tries = 0; tries < 20 && ledger.refused.length === refusedBefore; tries++) {
        await fault();
        await sleep(50 + Math.random() * 50);
      }
    });
    await strikeUnderLoad({ dataDir, databaseUrl: database.url }, strikes);
    await start();
  });

  test('the service returns 503 for submissions and still serves reads while the database is read-only', async () => {
    const stored = aPost();
    expect((await post(stored)).status).toBe(201);
    const name = new URL(database.url).pathname.slice(1);
    const setReadOnly = async (mode: 'on' | 'off') => {
      const change = `alter database ${name} set default_transaction_read_only = ${mode}`;
      await queryPostgres(database.url, `begin read write; ${change}; commit`);
      await terminateBackends();
    };
    await setReadOnly('on');
    const refused = aPost(1);
    await soon(async () => (await post(refused)).status).toBe(503);
    expectUnavailable(await post(refused));
    expect((await service.call('GET', statusPathOf(stored), { token })).status).toBe(200);
    await setReadOnly('off');
    await soon(async () => (await post(refused)).status).toBe(201);
    await expectAlive();
  });

  test('if the database does not confirm the commit of a submission, the service returns 503, and a retry returns the link of the stored submission', async () => {
    const lost = aPost();
    const swallowed = proxy.swallowCommitOf(lost.id);
    expectUnavailable(await post(lost));
    await swallowed;
    const rows = 'select request_id from submissions where partner_ref = $1';
    const [row] = await queryPostgres(database.url, rows, [lost.id]);
    const again = await post(lost);
    expect(again.status).toBe(201);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.redirect_uri).toContain(String(row?.['request_id']));
  });

  test('if the database does not confirm the commit of an upload, the service keeps the uploaded file', async () => {
    const added = await post(batchWithAssets());
    const url: string = added.body.asset_uploads[0].url;
    const first = { bytes: aPdf(), isAcknowledged: true };
    expect((await upload(service, url, first.bytes)).status).toBe(200);

    const second = { bytes: aPdf(), isAcknowledged: false };
    const swallowed = proxy.swallowCommitOf(path.basename(new URL(url).pathname));
    expectUnavailable(await upload(service, url, second.bytes));
    await swallowed;
    const uploads = [{ url, files: [first, second] }];
    const data = { dataDir, databaseUrl: database.url };
    expect(await openData(data, (opened) => lostUploads(opened, uploads))).toEqual([]);
  });
});

describe('The service on SQLite', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await temporaryFolder();
    service = await startProcess({ dataDir });
    token = await service.token();
  });
  afterEach(cleanUp);

  /** Limits the size of the files that the service can write, which has the same effect as a full disk or a quota. */
  const limitFiles = (bytes: number | 'unlimited') =>
    promisify(execFile)('prlimit', ['--pid', String(service.pid), `--fsize=${bytes}:unlimited`]);

  test.runIf(process.platform === 'linux')('the service returns 503 only while the disk is full', async () => {
    const fillDisk = async (ledger: Ledger) => {
      const refusedBefore = ledger.refused.length;
      await limitFiles(1);
      await soon(() => ledger.refused.length - refusedBefore).toBeGreaterThan(32);
      expectUnavailable(await post(aPost()));
      expect(await readiness()).toBe(503);
      await expectAlive();
      await limitFiles('unlimited');
    };
    await strikeUnderLoad({ dataDir }, [fillDisk]);
  });

  test('the service returns 503 for submissions and still serves reads while the database is locked', async () => {
    const stored = aPost();
    const added = await post(stored);
    const other = new Libsql(path.join(dataDir, 'service.db'));
    const refused = aPost(1);
    try {
      // The timeout is necessary because the service might hold the write lock.
      other.exec('pragma busy_timeout = 10000; begin immediate');
      const refusal = await post(refused);
      expectUnavailable(refusal);
      // Checks that the lock, and not a request timeout, caused the 503 response.
      const isRefusal = ({ request_id }: Record<string, unknown>) => request_id === refusal.headers['x-request-id'];
      const failed = await service.logged('request failed', isRefusal);
      expect(failed['err']).toMatchObject({ cause: { code: 'SQLITE_BUSY' } });
      await expectAlive();
      expect((await service.call('GET', statusPathOf(stored), { token })).status).toBe(200);
    } finally {
      other.close();
    }
    const again = await post(refused);
    expect(again.status).toBe(201);
    expect(again.headers['idempotent-replayed']).toBeUndefined();
    expect(await lostAdds(service, token, [acknowledgedOf(stored, added)])).toEqual([]);
  });
});
