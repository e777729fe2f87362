import { Kysely, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { allMigrations, migrateToLatest, readSchemaState } from './migrations.ts';
import type { ColumnTypes, Database } from './schema.ts';
import { isSqliteUnavailable, patientSqliteDialect, SQLITE_NAMES } from './sqlite-dialect.ts';

const COLUMN_TYPES: ColumnTypes = {
  text: 'text',
  integer: 'integer',
  bytes: 'blob',
  // Without `strict`, SQLite also stores values of other types.
  tableOptions: 'strict',
  busyTableOptions: 'strict',
  unlogged: '',
};

const MIGRATIONS = allMigrations(COLUMN_TYPES);

export interface SqliteOptions {
  /** Time that a call waits for another writing process, in milliseconds. Default: 5,000. */
  lockTimeoutMs?: number;
}

/**
 * Creates the engine for a SQLite file. The first call opens the file, and creates it if it does not exist. The call
 * rejects with `StoreUnavailable` when the folder does not exist or the file is not a database.
 */
export function createSqliteEngine(file: string, { lockTimeoutMs = 5_000 }: SqliteOptions = {}): Engine {
  const open = () =>
    new Kysely<Database>({ dialect: patientSqliteDialect(file, lockTimeoutMs), plugins: [SQLITE_NAMES] });
  const db = open();
  return {
    db,
    // Writes a number that nothing reads. Only a write shows that the file is writable.
    ping: () =>
      db.transaction().execute(async (trx) => {
        await sql`pragma user_version = 0`.execute(trx);
        return null;
      }),
    migrate: () => migrateUnderLock(open()),
    findSchemaState: () => readSchemaState(db, MIGRATIONS),
    // Needs no lock, because a transaction holds the only write lock.
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
 * Kysely takes no lock on SQLite, so the write lock replaces it. The migrator's statements run inside the transaction,
 * because the connection belongs to this function. Closing the connection rolls back an incomplete transaction.
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
