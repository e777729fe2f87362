import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { PostgresOptions } from '../../../server/storage/database/engine/postgres.ts';
import type { SqliteOptions } from '../../../server/storage/database/engine/sqlite.ts';
import { openPostgresStore, openSqliteStore } from '../../../server/storage/database/store.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { connectPostgres, createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { type DatedStore, datedClock, datedStore } from './dated-store.ts';
import { T0 } from './samples.ts';

const BUSY_LIMIT = { timeout: 5_000, interval: 5 };

const machine = datedClock({ now: () => T0 });

/** Opens a store whose calls run at the time `T0`, unless an argument contains a time (see dated-store.ts). */
export const openDatedSqlite = (file: string, options?: SqliteOptions): DatedStore =>
  datedStore(openSqliteStore(file, { ...options, machine }));

export const openDatedPostgres = (url: string, options?: PostgresOptions): DatedStore =>
  datedStore(openPostgresStore(url, { ...options, machine, hasClock: false }));

export interface DatabaseUnderTest {
  location: string;
  open(): DatedStore;
  /** Runs a statement directly, to create states that the store cannot create. */
  sql(statement: string): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

export async function createSqliteDatabase(): Promise<DatabaseUnderTest> {
  const location = join(await temporaryFolder(), 'test.db');
  let connection: Libsql.Database | undefined;
  return {
    location,
    open: () => openDatedSqlite(location),
    // Retries here: a wait inside SQLite would block the event loop, so the transaction could not release its lock.
    sql: (statement) =>
      vi.waitFor(() => {
        connection ??= new Libsql(location);
        const prepared = connection.prepare(statement);
        if (prepared.reader) return prepared.all() as Record<string, unknown>[];
        prepared.run();
        return [];
      }, BUSY_LIMIT),
    drop: async () => void connection?.close(),
  };
}

export const createPostgresDatabase = async () => onServer(await createTestDatabase('tables'));

export async function onServer({ url, drop }: Pick<TestDatabase, 'url' | 'drop'>): Promise<DatabaseUnderTest> {
  const client = await connectPostgres(url);
  return {
    location: url,
    open: () => openDatedPostgres(url),
    sql: async (statement) => (await client.query(statement)).rows,
    drop: async () => {
      await client.end();
      await drop();
    },
  };
}

const TABLES_IN_DELETION_ORDER = [
  ...['attempts', 'deliveries', 'events', 'webhooks', 'verification_requests', 'documents', 'assets', 'submissions'],
  ...['orphaned_files', 'pending_uploads', 'users', 'signing_keys', 'partners'],
];

/** The database that all tests in a test file share, emptied before each test. */
export interface Bench {
  readonly database: DatabaseUnderTest;
  readonly store: DatedStore;
  /** Returns `count` instances of the store, including `store`. The additional instances are closed after the test. */
  instances(count: number): DatedStore[];
  /** Counts rows. `table` can include a `where` clause. */
  count(table: string): Promise<number>;
}

export function useBench(createDatabase: () => Promise<DatabaseUnderTest>): Bench {
  let database: DatabaseUnderTest;
  let store: DatedStore;
  const others: DatedStore[] = [];

  beforeAll(async () => {
    database = await createDatabase();
    store = database.open();
    await store.migrate();
  });
  beforeEach(async () => {
    for (const table of TABLES_IN_DELETION_ORDER) await database.sql(`delete from ${table}`);
  });
  afterEach(() => Promise.all(others.splice(0).map((other) => other.close())));
  afterAll(async () => {
    await store?.close();
    await database?.drop();
  });

  return {
    get database() {
      return database;
    },
    get store() {
      return store;
    },
    instances(count) {
      others.push(...Array.from({ length: count - 1 }, () => database.open()));
      return [store, ...others];
    },
    async count(table) {
      const [row] = await database.sql(`select count(*) as n from ${table}`);
      return Number(row?.['n']);
    },
  };
}
