import { CamelCasePlugin, Kysely, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { allMigrations, migrateToLatest, readSchemaState } from './migrations.ts';
import type { ColumnTypes, Database } from './schema.ts';
import { libsqlDialect } from './sqlite-dialect.ts';
import { isSqliteUnavailable } from './sqlite-file.ts';

const COLUMN_TYPES: ColumnTypes = {
  text: 'text',
  integer: 'integer',
  bytes: 'blob',
  // Without `strict`, SQLite also stores values of other types.
  tableOptions: 'strict',
  busyTableOptions: 'strict',
  appendOnly: (table) =>
    // `insert or replace` runs no delete trigger, so the first trigger rejects a row whose sequence number exists.
    [
      `insert on ${table} when new.sequence in (select sequence from ${table})`,
      `update on ${table}`,
      `delete on ${table}`,
    ].map(
      (change) => `create trigger ${table}_${change.split(' ')[0]} before ${change}
        begin select raise(abort, 'The table ${table} is append-only'); end`,
    ),
};

const MIGRATIONS = allMigrations(COLUMN_TYPES);

export interface SqliteOptions {
  /** Maximum time that a call waits for the write lock of another process, in milliseconds. Default: 5,000. */
  lockTimeoutMs?: number;
}

/** Creates the engine for a SQLite file. The first call opens the file, or creates it. */
export function createSqliteEngine(file: string, { lockTimeoutMs = 5_000 }: SqliteOptions = {}): Engine {
  const db = new Kysely<Database>({ dialect: libsqlDialect(file, lockTimeoutMs), plugins: [new CamelCasePlugin()] });
  return {
    db,
    // Writes a value that nothing reads, because only a write shows whether the file is writable.
    ping: () =>
      db.transaction().execute(async (trx) => {
        await sql`pragma user_version = 0`.execute(trx);
        return null;
      }),
    readTime: null,
    migrate: () => migrateToLatest(db, MIGRATIONS),
    findSchemaState: () => readSchemaState(db, MIGRATIONS),
    // No other lock is needed: each transaction holds the database's single write lock.
    lock: async () => {},
    distribute: async () =>
      'The embedded database is one file: only PostgreSQL with the extension citus can be distributed',
    findUnreachableNodes: async () => [],
    connections: () => null,
    isUnavailable: isSqliteUnavailable,
    isRetryable: () => false,
  };
}
