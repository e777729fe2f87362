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
 * Where the log starts over. To cut it off there and let it grow again would make each commit write the file's length
 * too, so it keeps this size, and loses what a rush made it longer by.
 */
const LOG_PAGES = 1000;
const PAGE_BYTES = 4096;

/** More than the store has, but for texts that grow with a list. Preparing each text anew costs time and memory. */
const MAX_PREPARED = 256;

/** How long after a commit the log is emptied at the latest, so that it does not keep what was erased. */
const LOG_KEPT_MS = 10_000;

/**
 * Opens a database file so that a commit is on disk when it returns. Throws an error that `isBusy` knows when another
 * process holds the file, `StoreUnavailable` when it cannot be opened.
 */
export function openDatabase(file: string): Libsql.Database {
  let database: Libsql.Database;
  try {
    database = new Libsql(file);
  } catch (cause) {
    throw new StoreUnavailable('The database file could not be opened', { cause });
  }
  try {
    // SQLite would wait for a lock inside its call, and nothing else in this process, not even the one who holds the
    // lock, could run meanwhile. The driver below waits instead.
    database.exec('pragma busy_timeout = 0');
    database.exec('pragma journal_mode = WAL');
    database.exec('pragma synchronous = FULL');
    database.exec('pragma foreign_keys = ON');
    // What is deleted is overwritten. The log is too, and the driver empties it.
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
 * Kysely's dialect for `file`, with what several connections to one file need: a transaction takes the write lock when
 * it begins, since it could not get it later without starting over; and a lock that somebody else holds is waited for,
 * up to `lockTimeoutMs`, while the event loop goes on.
 */
export const patientSqliteDialect = (file: string, lockTimeoutMs: number): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => createDriver(file, lockTimeoutMs),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new LocklessCompiler(),
});

/** Leaves out row locks: a transaction holds the only write lock from its beginning. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node);
  }
}

function createDriver(file: string, lockTimeoutMs: number): Driver {
  /** One caller at a time has the connection. */
  const places = new Semaphore(1);
  /** Prepared statements by their texts, the least recently used first. */
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
   * A prepared statement that finds the lock taken stays half-run, and no later commit succeeds until it is garbage.
   * Only what is executed at once is also ended at once, so that is how the lock is asked for.
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
      // Kept again only after it has run: libsql leaves a statement that failed half-run, and frees it as garbage.
      prepared.delete(sql);
      const result = run(parameters) as QueryResult<R>;
      prepared.set(sql, run);
      const [oldest = ''] = prepared.size > MAX_PREPARED ? prepared.keys() : [];
      prepared.delete(oldest);
      return result;
    });
  }

  async function emptyLog(): Promise<void> {
    await places.take();
    try {
      if (database) await executeInThread(database, 'pragma wal_checkpoint(TRUNCATE)');
    } catch {
      // Another connection is at work, or the file fails: the next commit's turn, or the end, will do it.
    } finally {
      places.leave();
    }
  }

  const connection: DatabaseConnection = {
    executeQuery: execute,
    streamQuery: () => {
      throw new Error('Rows are not streamed');
    },
  };

  return {
    async init() {
      database = await untilFree(() => openDatabase(file));
    },
    async acquireConnection() {
      await places.take();
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
      // A full disk or a failing one ends the transaction by itself; a second rollback would hide that error.
      if (database?.inTransaction) await control('rollback');
    },
    releaseConnection: async () => places.leave(),
    async destroy() {
      clearTimeout(untilEmptied);
      await emptyingLog;
      prepared.clear();
      try {
        // libsql ends a connection only when its statements are garbage: erased content would stay in the log.
        database?.pragma('wal_checkpoint(TRUNCATE)');
      } catch {
        // Another connection is at work, or the file fails: the next one to close or to open it will do it.
      }
      database?.close();
    },
  };
}

/** Maps the names of columns in results once for each prepared statement, which is faster than once for each row. */
class PreparedNames extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }

  nameOf(column: string): string {
    return this.camelCase(column);
  }
}

export const SQLITE_NAMES = new PreparedNames();

/** Runs a prepared statement to its end. */
type Run = (parameters: readonly unknown[]) => QueryResult<unknown>;

/**
 * Prepares a statement. libsql returns value by value, which takes longer than to find the values. So a select returns
 * one value, the JSON of its rows, with bytes in hexadecimal. The rows keep their order, which SQLite takes from a
 * subquery only where no aggregate could tell.
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
 * Executes a statement in a thread of libsql, so that the event loop goes on while the disk writes. Nothing else may
 * use the connection meanwhile. libsql has one handle for both of its interfaces, of which only this one has threads.
 */
const executeInThread = (database: Libsql.Database, sql: string): Promise<void> =>
  LibsqlInThread.prototype.exec.call(database, sql);

/** libsql ends the whole process on a value that SQLite has no type for, a boolean for instance. */
function assertBindable(parameters: readonly unknown[]): void {
  for (const [index, value] of parameters.entries()) {
    if (value === null || typeof value === 'string' || Number.isSafeInteger(value)) continue;
    if (value instanceof Uint8Array) continue;
    throw new TypeError(`Parameter ${index + 1} (${typeof value}) is no text, integer or bytes`);
  }
}

// https://www.sqlite.org/rescode.html
const BUSY = 5;

/** What is the matter with the file, the disk, the memory or a lock, not with the statement. */
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

/** The primary result code: the last eight bits of an extended one, many of which libsql has no name for. */
function primaryCodeOf(error: unknown): number | undefined {
  const code = error instanceof Libsql.SqliteError ? error.rawCode : undefined;
  return code === undefined ? undefined : code & 0xff;
}

/** True when another connection holds the lock that the statement needed. Nothing was done; it may be tried again. */
const isBusy = (error: unknown): boolean => primaryCodeOf(error) === BUSY;

/** True when SQLite could not run the statement for reasons that lie outside it. */
export function isSqliteUnavailable(error: unknown): boolean {
  const code = primaryCodeOf(error);
  return code !== undefined && UNAVAILABLE.has(code);
}
