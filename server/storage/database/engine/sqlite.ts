import { Mutex } from 'async-mutex';
import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type Libsql from 'libsql';
import type { Engine } from './database-access.ts';
import { allMigrations, migrateToLatest, readSchemaState } from './migrations.ts';
import type { ColumnTypes, Database, Db } from './schema.ts';
import { assertBindable, executeInThread, isSqliteUnavailable, openDatabase, retryWhileBusy } from './sqlite-file.ts';
import { assertStorableText } from './storable-text.ts';

const MAX_PREPARED_STATEMENTS = 256;

/** Delay between a commit and the truncation of the write-ahead log, which can contain erased data. */
const LOG_KEPT_MS = 10_000;

const COLUMN_TYPES: ColumnTypes = {
  text: 'text',
  integer: 'integer',
  bytes: 'blob',
  // Without `strict`, SQLite accepts values of the wrong type.
  tableOptions: 'strict',
  busyTableOptions: 'strict',
  appendOnly: (table) =>
    // For `insert or replace`, SQLite runs no delete trigger, so the insert trigger rejects existing sequence numbers.
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
  lockTimeoutMs?: number;
}

export function createSqliteEngine(file: string, { lockTimeoutMs = 5_000 }: SqliteOptions = {}): Engine {
  const dialect = {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new LibsqlDriver(file, lockTimeoutMs),
    createIntrospector: (db: Db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new LocklessCompiler(),
  };
  const db = new Kysely<Database>({ dialect, plugins: [new CamelCasePlugin()] });
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

/** Makes Kysely migrate the schema in a transaction, so that concurrent instances migrate one after another. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Omits row locks, which SQLite does not support. Each transaction holds the database's only write lock. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node);
  }
}

class LibsqlDriver implements Driver {
  readonly #file: string;
  readonly #lockTimeoutMs: number;
  readonly #mutex = new Mutex();
  readonly #prepared = new Map<string, Libsql.Statement>();
  #database: Libsql.Database | undefined;
  #emptyLogTimer: NodeJS.Timeout | undefined;
  #emptyingLog: Promise<void> | undefined;

  constructor(file: string, lockTimeoutMs: number) {
    this.#file = file;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  async init(): Promise<void> {
    this.#database = await retryWhileBusy(this.#lockTimeoutMs, () => openDatabase(this.#file));
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#mutex.acquire();
    return {
      executeQuery: (query) => this.#execute(query),
      streamQuery: () => {
        throw new Error('Streaming queries are not supported');
      },
    };
  }

  async releaseConnection(): Promise<void> {
    this.#mutex.release();
  }

  /** Takes the write lock when the transaction begins, because upgrading a read lock can fail. */
  beginTransaction = () => this.#control('begin immediate');

  async commitTransaction(): Promise<void> {
    await retryWhileBusy(this.#lockTimeoutMs, () => executeInThread(this.#opened(), 'commit'));
    this.#emptyLogTimer ??= setTimeout(() => {
      this.#emptyLogTimer = undefined;
      this.#emptyingLog = this.#emptyLog();
    }, LOG_KEPT_MS).unref();
  }

  async rollbackTransaction(): Promise<void> {
    // After a disk error, SQLite has already rolled back, and a second rollback would hide the original error.
    if (this.#database?.inTransaction) await this.#control('rollback');
  }

  async destroy(): Promise<void> {
    clearTimeout(this.#emptyLogTimer);
    await this.#emptyingLog;
    this.#prepared.clear();
    // Empties the log to remove erased data, because libsql deletes the log only on garbage collection.
    await this.#emptyLog();
    this.#database?.close();
  }

  async #execute<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    assertStorableText(parameters);
    assertBindable(parameters);
    return retryWhileBusy(this.#lockTimeoutMs, () => {
      const statement = this.#prepared.get(sql) ?? this.#opened().prepare(sql);
      // Removes the statement from the cache until success, because libsql leaves a failed statement half-executed.
      this.#prepared.delete(sql);
      const result = statement.reader
        ? { rows: statement.all(parameters).map(withBytes) as R[] }
        : { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
      if (this.#prepared.size === MAX_PREPARED_STATEMENTS) this.#prepared.clear();
      this.#prepared.set(sql, statement);
      return result;
    });
  }

  /** Uses `exec`, because a prepared statement without the lock stays half-executed and makes every commit fail. */
  async #control(sql: string): Promise<void> {
    await retryWhileBusy(this.#lockTimeoutMs, () => this.#opened().exec(sql));
  }

  async #emptyLog(): Promise<void> {
    const checkpoint = async () => {
      if (this.#database) await executeInThread(this.#database, 'pragma wal_checkpoint(TRUNCATE)');
    };
    // Ignores a failure, because the next commit or `destroy` retries the checkpoint.
    await this.#mutex.runExclusive(checkpoint).catch(() => {});
  }

  #opened(): Libsql.Database {
    if (this.#database === undefined) throw new Error('The database is not open');
    return this.#database;
  }
}

/** Converts blobs to `Uint8Array`, the type in the PostgreSQL engine, because libsql returns `ArrayBuffer`. */
function withBytes(row: unknown) {
  const columns = row as Record<string, unknown>;
  for (const [name, value] of Object.entries(columns)) {
    if (value instanceof ArrayBuffer) columns[name] = new Uint8Array(value);
  }
  return columns;
}
