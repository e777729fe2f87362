import { Kysely, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { allMigrations, migrateToLatest, readSchemaState } from './migrations.ts';
import type { ColumnTypes, Database } from './schema.ts';
import { isSqliteUnavailable, patientSqliteDialect, SQLITE_NAMES } from './sqlite-dialect.ts';

const COLUMN_TYPES: ColumnTypes = {
  text: 'text',
  integer: 'integer',
  bytes: 'blob',
  // Without it SQLite stores values of other types as they are.
  tableOptions: 'strict',
  busyTableOptions: 'strict',
  unlogged: '',
};

const MIGRATIONS = allMigrations(COLUMN_TYPES);

export interface SqliteOptions {
  /** How long a call waits for another process that writes, in milliseconds. 5,000 by default. */
  lockTimeoutMs?: number;
}

/**
 * One SQLite file. It is opened (and made, when it is not there) by the first call; a folder that does not exist or a
 * file that is no database makes that call reject with `StoreUnavailable`.
 */
export function createSqliteEngine(file: string, { lockTimeoutMs = 5_000 }: SqliteOptions = {}): Engine {
  const open = () =>
    new Kysely<Database>({ dialect: patientSqliteDialect(file, lockTimeoutMs), plugins: [SQLITE_NAMES] });
  const db = open();
  return {
    db,
    // A number that nothing reads, written as it is: only a write shows that the file can be written.
    ping: () =>
      db.transaction().execute(async (trx) => {
        await sql`pragma user_version = 0`.execute(trx);
        return null;
      }),
    migrate: () => migrateUnderLock(open()),
    findSchemaState: () => readSchemaState(db, MIGRATIONS),
    // A transaction has the only write lock.
    lock: async () => {},
    isDistributed: async () => false,
    guard: async () => {},
    distribute: async () =>
      'The embedded database is one file: only PostgreSQL with the extension citus can be distributed',
    connections: () => null,
    isUnavailable: isSqliteUnavailable,
    isRetryable: () => false,
  };
}

/**
 * Kysely takes no lock of its own on SQLite. The write lock does it: the connection is this function's own, so whatever
 * the migrator sends runs inside the transaction, and closing the connection undoes what was not committed.
 */
async function migrateUnderLock(db: Kysely<Database>): Promise<void> {
  try {
    await sql`begin immediate`.execute(db);
    await migrateToLatest(db, MIGRATIONS);
    await sql`commit`.execute(db);
  } finally {
    await db.destroy();
  }
}
