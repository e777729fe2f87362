import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../../server/domain/unavailable.ts';
import { isSqliteUnavailable, openDatabase } from '../../../server/storage/database/engine/sqlite-file.ts';
import { openStore } from '../../../server/storage/database/store.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { claimDue } from './claim-due.ts';
import { describeContract } from './contract.ts';
import { createSqliteDatabase, openDatedSqlite } from './database-under-test.ts';
import type { DatedStore } from './dated-store.ts';
import { anEvent, aPartner, aSubmission, aWebhook, T0, WINDOW } from './samples.ts';

describeContract('SQLite', createSqliteDatabase);

test('without DATABASE_URL, the store creates an embedded database in a folder that only its owner can access', async () => {
  const dataDir = join(await temporaryFolder(), 'deep', 'data');
  const partner = aPartner();
  for (const expected of [true, false]) {
    const store = openStore({ databaseUrl: null, dataDir });
    await store.migrate();
    expect(await store.addPartner(partner)).toBe(expected);
    for (const file of ['service.db', 'service.db-wal', 'service.db-shm'])
      expect([file, (await stat(join(dataDir, file))).mode & 0o777]).toEqual([file, 0o600]);
    await store.close();
  }
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  expect(await readdir(dataDir)).toContain('service.db');
});

describe('SQLite', () => {
  let folder: string;
  const stores: DatedStore[] = [];
  const inFolder = (name: string) => join(folder, name);
  const lock = (file: string) => {
    const writer = new Libsql(file);
    writer.exec('begin immediate');
    return () => {
      writer.exec('rollback');
      writer.close();
    };
  };

  const open = (file: string, options?: Parameters<typeof openDatedSqlite>[1]) => {
    const store = openDatedSqlite(file, options);
    stores.push(store);
    return store;
  };

  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => Promise.all(stores.map((store) => store.close())));

  test('the SQLite store flushes each commit to disk, overwrites deleted content, and enforces foreign keys', () => {
    const database = openDatabase(inFolder('pragmas.db'));
    const wanted = { journal_mode: 'wal', synchronous: 2, secure_delete: 1, foreign_keys: 1 };
    for (const [name, value] of Object.entries(wanted)) expect(database.pragma(name)).toEqual([{ [name]: value }]);
    database.close();
  });

  test('the store waits for another writer without blocking the event loop', async () => {
    const file = inFolder('patient.db');
    const store = open(file);
    await store.migrate();
    const unlock = lock(file);
    let turns = 0;
    const ticking = setInterval(() => turns++, 5);
    const added = store.addSubmissions([aSubmission()], WINDOW);
    const partner = store.addPartner(aPartner());
    await expect.poll(() => turns, { interval: 5 }).toBeGreaterThan(10);
    clearInterval(ticking);
    unlock();
    expect((await added)[0]?.outcome).toBe('created');
    expect(await partner).toBe(true);
  });

  test('a search for due deliveries does not wait for a writer', async () => {
    const file = inFolder('idle.db');
    const store = open(file, { lockTimeoutMs: 100 });
    await store.migrate();
    const webhook = aWebhook();
    await store.addWebhook(webhook, 1);
    await store.addTestDelivery(webhook, { deliveryId: 'd', event: anEvent({ createdAt: T0 + 1 }) });
    const unlock = lock(file);
    expect(await store.findDueWebhooks(T0)).toEqual([]);
    await expect(claimDue(store, { now: T0 + 1 })).rejects.toBeInstanceOf(StoreUnavailable);
    unlock();
    expect(await claimDue(store, { now: T0 + 1 })).toHaveLength(1);
  });

  const now = T0 + WINDOW;
  test('no database file contains erased content after ten seconds, even while the store adds other content', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const home = await temporaryFolder();
    const store = open(join(home, 'x.db'));
    try {
      await store.migrate();
      const secret = aSubmission({ content: Buffer.from('ERASE-ME '.repeat(2000)) });
      await store.addSubmissions([secret], WINDOW);
      await store.cancelExpiredSubmissions({ now, window: WINDOW, limit: 1 });
      const whereFound = async () => {
        const files = await Promise.all(
          (await readdir(home)).map(async (name) => [name, await readFile(join(home, name))] as const),
        );
        return files.filter(([, bytes]) => bytes.includes('ERASE-ME')).map(([name]) => name);
      };
      expect(await whereFound()).toEqual(['x.db-wal']);
      for (let second = 0; second < 10; second++) {
        await store.addSubmissions([aSubmission()], WINDOW);
        vi.advanceTimersByTime(1000);
      }
      await expect.poll(whereFound).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});

const provoke = (statements: string[]): unknown => {
  const database = new Libsql(':memory:');
  try {
    for (const statement of statements) database.exec(statement);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    database.close();
  }
};
const table = 'create table t (id integer primary key, b blob not null) strict';
const fill = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 100) ';

test.each<[code: string, unavailable: boolean, ...statements: string[]]>([
  ['SQLITE_FULL', true, table, 'pragma max_page_count = 5', `${fill} insert into t select i, zeroblob(4000) from n`],
  ['SQLITE_READONLY', true, table, 'pragma query_only = on', "insert into t values (1, x'00')"],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', false, table, "insert into t values (1, x'00'), (1, x'00')"],
  ['SQLITE_CONSTRAINT_NOTNULL', false, table, 'insert into t values (1, null)'],
  ['UNKNOWN_SQLITE_ERROR_3091', false, table, "insert into t values (1, 'text')"],
  ['SQLITE_ERROR', false, 'selec'],
  ['SQLITE_ERROR', false, 'select * from nothing'],
])('the SQLite error %s means that the database is unavailable: %s', (code, unavailable, ...statements) => {
  const error = provoke(statements);
  expect(error).toMatchObject({ code });
  expect(isSqliteUnavailable(error)).toBe(unavailable);
});

test.each([
  [new Libsql.SqliteError('x', 'X', 5), true],
  [new Libsql.SqliteError('x', 'IOERR_FSYNC', 10 + 4 * 256), true],
  [new Libsql.SqliteError('x', 'X', 1), false],
  [new Libsql.SqliteError('x', 'X', 19), false],
  [new TypeError('x'), false],
  [undefined, false],
])('the error %o means that the database is unavailable: %s', (error, unavailable) => {
  expect(isSqliteUnavailable(error)).toBe(unavailable);
});
