import { setTimeout as sleep } from 'node:timers/promises';
import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type PluginTransformResultArgs,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type UnknownRow,
} from 'kysely';
import Libsql from 'libsql';
import LibsqlInThread from 'libsql/promise';
import { StoreUnavailable } from '../../../domain/unavailable.ts';
import { Semaphore } from '../../../platform/semaphore.ts';
import { assertStorableText } from './columns.ts';

const TRANSACTION_CONTROL = /^(begin|commit|rollback)\b/;

/**
 * Number of pages after which SQLite checkpoints and reuses the write-ahead log. The log file is not truncated below
 * this size, because extending the file makes a commit slower.
 */
const LOG_PAGES = 1000;
const PAGE_BYTES = 4096;

/** Maximum number of cached prepared statements. Only statements with lists have enough variants to reach it. */
const MAX_PREPARED = 256;

/** Maximum time between a commit and the truncation of the log. Until then, the log can contain erased data. */
const LOG_KEPT_MS = 10_000;

/**
 * Opens a database file with durable commits. Throws an error that `isBusy` recognizes if another process holds the
 * lock, and `StoreUnavailable` if the file cannot be opened.
 */
export function openDatabase(file: string): Libsql.Database {
  let database: Libsql.Database;
  try {
    database = new Libsql(file);
  } catch (cause) {
    throw new StoreUnavailable('The database file could not be opened', { cause });
  }
  try {
    // SQLite would block the event loop while it waits for a lock. The driver below waits asynchronously instead.
    database.exec('pragma busy_timeout = 0');
    database.exec('pragma journal_mode = WAL');
    database.exec('pragma synchronous = FULL');
    database.exec('pragma foreign_keys = ON');
    // Overwrites deleted data. The driver also truncates the log.
    database.exec('pragma secure_delete = ON');
    database.exec(`pragma wal_autocheckpoint = ${LOG_PAGES}`);
    database.exec(`pragma journal_size_limit = ${LOG_PAGES * PAGE_BYTES}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Returns a Kysely dialect for a file that several processes can use. A transaction takes the write lock when it
 * begins, because upgrading a read lock can fail. If another connection holds the lock, the driver waits up to
 * `lockTimeoutMs` without blocking the event loop.
 */
export const patientSqliteDialect = (file: string, lockTimeoutMs: number): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => createDriver(file, lockTimeoutMs),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new LocklessCompiler(),
});

/** Omits row locks, which SQLite lacks. A transaction holds the database's write lock from its beginning. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node);
  }
}

function createDriver(file: string, lockTimeoutMs: number): Driver {
  const mutex = new Semaphore(1);
  /** Prepared statements, keyed by their SQL. The least recently used is first. */
  const prepared = new Map<string, Run>();
  let database: Libsql.Database | undefined;
  let emptyLogTimer: NodeJS.Timeout | undefined;
  let emptyingLog: Promise<void> | undefined;

  async function retryWhileBusy<T>(work: () => T | Promise<T>): Promise<T> {
    const deadline = performance.now() + lockTimeoutMs;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isBusy(error) || performance.now() >= deadline) throw error;
        await sleep(1 + Math.random() * 5);
      }
    }
  }

  /**
   * Runs a statement that takes or releases the lock. Uses `exec`, because a prepared statement that fails to get the
   * lock stays half-executed, and then no commit succeeds until the statement is garbage collected.
   */
  const control = (sql: string): Promise<void> =>
    retryWhileBusy(async () => {
      if (database === undefined) return;
      if (sql === 'commit') await executeInThread(database, sql);
      else database.exec(sql);
    });

  async function execute<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    assertStorableText(parameters);
    assertBindable(parameters);
    if (TRANSACTION_CONTROL.test(sql)) {
      await control(sql);
      return { rows: [] };
    }
    const opened = database;
    if (opened === undefined) throw new Error('The database is not open');
    return retryWhileBusy(() => {
      const run = prepared.get(sql) ?? prepare(opened, sql);
      // Keeps the statement in the cache only if it succeeds, because libsql leaves a failed statement half-executed.
      prepared.delete(sql);
      const result = run(parameters) as QueryResult<R>;
      prepared.set(sql, run);
      const [oldest = ''] = prepared.size > MAX_PREPARED ? prepared.keys() : [];
      prepared.delete(oldest);
      return result;
    });
  }

  async function emptyLog(): Promise<void> {
    await mutex.acquire();
    try {
      if (database) await executeInThread(database, 'pragma wal_checkpoint(TRUNCATE)');
    } catch {
      // The database is locked, or the disk fails. The next commit, or closing the database, retries the checkpoint.
    } finally {
      mutex.release();
    }
  }

  const connection: DatabaseConnection = {
    executeQuery: execute,
    streamQuery: () => {
      throw new Error('Streaming queries are not supported');
    },
  };

  return {
    async init() {
      database = await retryWhileBusy(() => openDatabase(file));
    },
    async acquireConnection() {
      await mutex.acquire();
      return connection;
    },
    beginTransaction: () => control('begin immediate'),
    async commitTransaction() {
      await control('commit');
      emptyLogTimer ??= setTimeout(() => {
        emptyLogTimer = undefined;
        emptyingLog = emptyLog();
      }, LOG_KEPT_MS).unref();
    },
    async rollbackTransaction() {
      // If the disk is full or failed, SQLite has already rolled back. Another rollback would throw and hide the error.
      if (database?.inTransaction) await control('rollback');
    },
    releaseConnection: async () => mutex.release(),
    async destroy() {
      clearTimeout(emptyLogTimer);
      await emptyingLog;
      prepared.clear();
      try {
        // libsql closes the connection only on garbage collection. Until then, the log would contain erased data.
        database?.pragma('wal_checkpoint(TRUNCATE)');
      } catch {
        // The database is locked, or the disk fails. The next process that opens or closes the file runs a checkpoint.
      }
      database?.close();
    },
  };
}

/** Converts column names once per prepared statement, which is faster than once per row. */
class PreparedNames extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }

  nameOf(column: string): string {
    return this.camelCase(column);
  }
}

export const SQLITE_NAMES = new PreparedNames();

type Run = (parameters: readonly unknown[]) => QueryResult<unknown>;

/**
 * Prepares a statement. libsql makes one call for each value, which takes longer than the query. So a select returns
 * all rows as one JSON value, with bytes in hexadecimal. The rows stay in order: SQLite ignores the order of a subquery
 * only for aggregates that do not depend on the order.
 */
function prepare(database: Libsql.Database, sql: string): Run {
  const statement = database.prepare(sql);
  if (!statement.reader) {
    return (parameters) => ({ rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) });
  }
  const columns = statement.columns();
  const names = columns.map(({ name }) => SQLITE_NAMES.nameOf(name));
  const toRow = (values: readonly unknown[]) => {
    const row: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) row[name] = values[index];
    return row;
  };
  if (!sql.startsWith('select')) {
    statement.raw();
    return (parameters) => ({ rows: (statement.all(parameters) as unknown[][]).map(toRow) });
  }
  const values = columns.map(({ name, type }) =>
    type === 'BLOB' ? `iif("${name}" is null, null, hex("${name}"))` : `"${name}"`,
  );
  const asJson = database.prepare(`select json_group_array(json_array(${values})) as json from (${sql})`);
  return (parameters) => {
    const { json } = asJson.get(parameters) as { json: string };
    const rows = JSON.parse(json) as unknown[][];
    for (const [index, { type }] of columns.entries()) {
      if (type !== 'BLOB') continue;
      for (const row of rows) if (typeof row[index] === 'string') row[index] = Buffer.from(row[index], 'hex');
    }
    return { rows: rows.map(toRow) };
  };
}

/**
 * Executes a statement in a libsql thread, so that a disk write does not block the event loop. The caller must not use
 * the connection meanwhile. Only libsql's promise API has threads; both APIs share one database handle.
 */
const executeInThread = (database: Libsql.Database, sql: string): Promise<void> =>
  LibsqlInThread.prototype.exec.call(database, sql);

/** Throws a TypeError for a type that SQLite does not support, such as a boolean. libsql would abort the process. */
function assertBindable(parameters: readonly unknown[]): void {
  for (const [index, value] of parameters.entries()) {
    if (value === null || typeof value === 'string' || Number.isSafeInteger(value)) continue;
    if (value instanceof Uint8Array) continue;
    throw new TypeError(`Parameter ${index + 1} (${typeof value}) is not text, an integer, or bytes`);
  }
}

// https://www.sqlite.org/rescode.html
const BUSY = 5;

/** Result codes for problems with the file, the disk, the memory, or a lock. */
const UNAVAILABLE = new Set([
  3, // PERM
  BUSY,
  6, // LOCKED
  7, // NOMEM
  8, // READONLY
  10, // IOERR
  11, // CORRUPT
  13, // FULL
  14, // CANTOPEN
  15, // PROTOCOL
  26, // NOTADB
]);

/** Returns the primary result code, which is the low eight bits of an extended result code. */
function primaryCodeOf(error: unknown): number | undefined {
  const code = error instanceof Libsql.SqliteError ? error.rawCode : undefined;
  return code === undefined ? undefined : code & 0xff;
}

/** Returns true if another connection holds the lock. The statement had no effect and can be retried. */
const isBusy = (error: unknown): boolean => primaryCodeOf(error) === BUSY;

/** Returns true if SQLite could not run a statement because of its environment, such as a full disk. */
export function isSqliteUnavailable(error: unknown): boolean {
  const code = primaryCodeOf(error);
  return code !== undefined && UNAVAILABLE.has(code);
}
