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
import { StoreUnavailable } from '../../domain/unavailable.ts';
import { Semaphore } from '../../work/semaphore.ts';
import { assertStorableText } from './columns.ts';

const TRANSACTION_CONTROL = /^(begin|commit|rollback)\b/;

/**
 * Pages after which SQLite restarts the write-ahead log. The log file keeps this size: truncating it at each checkpoint
 * would make every commit update the file size. A log that a burst of writes extended is truncated to this size.
 */
const LOG_PAGES = 1000;
const PAGE_BYTES = 4096;

/** More statements than the store has, except for texts with lists. Preparing a text costs time and memory. */
const MAX_PREPARED = 256;

/** Maximum time after a commit until the log is emptied. The log would otherwise keep erased data. */
const LOG_KEPT_MS = 10_000;

/**
 * Opens a database file in which a commit is on disk when it returns. Throws an error that `isBusy` recognizes when
 * another process holds the lock, and `StoreUnavailable` when the file cannot be opened.
 */
export function openDatabase(file: string): Libsql.Database {
  let database: Libsql.Database;
  try {
    database = new Libsql(file);
  } catch (cause) {
    throw new StoreUnavailable('The database file could not be opened', { cause });
  }
  try {
    // SQLite would wait for a lock inside its call and block the event loop. The driver below waits instead.
    database.exec('pragma busy_timeout = 0');
    database.exec('pragma journal_mode = WAL');
    database.exec('pragma synchronous = FULL');
    database.exec('pragma foreign_keys = ON');
    // Overwrites deleted data. The driver also empties the log.
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
 * Returns Kysely's dialect for `file` with support for several connections to one file. A transaction takes the write
 * lock when it begins, because it could not take the lock later without a restart. If another connection holds the
 * lock, the driver waits up to `lockTimeoutMs` without blocking the event loop.
 */
export const patientSqliteDialect = (file: string, lockTimeoutMs: number): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => createDriver(file, lockTimeoutMs),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new LocklessCompiler(),
});

/** Omits row locks, because a transaction holds the only write lock from its beginning. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node);
  }
}

function createDriver(file: string, lockTimeoutMs: number): Driver {
  /** Only one caller at a time uses the connection. */
  const places = new Semaphore(1);
  /** Prepared statements by text, the least recently used first. */
  const prepared = new Map<string, Run>();
  let database: Libsql.Database | undefined;
  let untilEmptied: NodeJS.Timeout | undefined;
  let emptyingLog: Promise<void> | undefined;

  async function untilFree<T>(work: () => T | Promise<T>): Promise<T> {
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
   * Runs a statement that takes or releases the lock. A prepared statement that finds the lock taken stays
   * half-executed, and no later commit succeeds until it is garbage collected. `exec` does not prepare, so it leaves
   * nothing behind.
   */
  const control = (sql: string): Promise<void> =>
    untilFree(async () => {
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
    return untilFree(() => {
      const run = prepared.get(sql) ?? prepare(opened, sql);
      // Returns to the cache only after success: libsql leaves a failed statement half-executed.
      prepared.delete(sql);
      const result = run(parameters) as QueryResult<R>;
      prepared.set(sql, run);
      const [oldest = ''] = prepared.size > MAX_PREPARED ? prepared.keys() : [];
      prepared.delete(oldest);
      return result;
    });
  }

  async function emptyLog(): Promise<void> {
    await places.acquire();
    try {
      if (database) await executeInThread(database, 'pragma wal_checkpoint(TRUNCATE)');
    } catch {
      // Another connection is busy, or the file fails: the next commit or the close of the database retries it.
    } finally {
      places.release();
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
      database = await untilFree(() => openDatabase(file));
    },
    async acquireConnection() {
      await places.acquire();
      return connection;
    },
    beginTransaction: () => control('begin immediate'),
    async commitTransaction() {
      await control('commit');
      untilEmptied ??= setTimeout(() => {
        untilEmptied = undefined;
        emptyingLog = emptyLog();
      }, LOG_KEPT_MS).unref();
    },
    async rollbackTransaction() {
      // A full or failing disk has already rolled back the transaction. A second rollback would hide the error.
      if (database?.inTransaction) await control('rollback');
    },
    releaseConnection: async () => places.release(),
    async destroy() {
      clearTimeout(untilEmptied);
      await emptyingLog;
      prepared.clear();
      try {
        // libsql closes a connection on garbage collection. Until then, the log would contain erased data.
        database?.pragma('wal_checkpoint(TRUNCATE)');
      } catch {
        // Another connection is busy, or the file fails: the next process that opens or closes the file retries it.
      }
      database?.close();
    },
  };
}

/** Maps column names of results once per prepared statement, which is faster than once per row. */
class PreparedNames extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }

  nameOf(column: string): string {
    return this.camelCase(column);
  }
}

export const SQLITE_NAMES = new PreparedNames();

/** Runs a prepared statement and returns its result. */
type Run = (parameters: readonly unknown[]) => QueryResult<unknown>;

/**
 * Prepares a statement. libsql returns each value with a separate call, which takes longer than the query. So a select
 * returns one value: the JSON of its rows, with bytes in hexadecimal. The order of the rows is kept; SQLite ignores the
 * order of a subquery only under aggregates that do not depend on it.
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
 * Executes a statement in a libsql thread, so that the event loop continues while the disk writes. Nothing else can use
 * the connection meanwhile. Only libsql's promise API has threads; both APIs share one handle.
 */
const executeInThread = (database: Libsql.Database, sql: string): Promise<void> =>
  LibsqlInThread.prototype.exec.call(database, sql);

/** libsql ends the process when a parameter has a type that SQLite does not have, for example a boolean. */
function assertBindable(parameters: readonly unknown[]): void {
  for (const [index, value] of parameters.entries()) {
    if (value === null || typeof value === 'string' || Number.isSafeInteger(value)) continue;
    if (value instanceof Uint8Array) continue;
    throw new TypeError(`Parameter ${index + 1} (${typeof value}) is not text, an integer, or bytes`);
  }
}

// https://www.sqlite.org/rescode.html
const BUSY = 5;

/** Result codes that report a problem with the file, the disk, the memory, or a lock instead of the statement. */
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

/** Returns the primary result code: the last eight bits of an extended code, for which libsql has no names. */
function primaryCodeOf(error: unknown): number | undefined {
  const code = error instanceof Libsql.SqliteError ? error.rawCode : undefined;
  return code === undefined ? undefined : code & 0xff;
}

/** Returns true when another connection holds the lock. The statement had no effect and can be repeated. */
const isBusy = (error: unknown): boolean => primaryCodeOf(error) === BUSY;

/** Returns true when SQLite could not run the statement for reasons outside the statement. */
export function isSqliteUnavailable(error: unknown): boolean {
  const code = primaryCodeOf(error);
  return code !== undefined && UNAVAILABLE.has(code);
}
