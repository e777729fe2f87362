import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import LibsqlInThread from 'libsql/promise';
import { StoreUnavailable } from '../../../domain/unavailable.ts';

/** Size at which SQLite checkpoints the write-ahead log. The file keeps the size, because growing the file is slow. */
const LOG_PAGES = 1000;
const PAGE_BYTES = 4096;

/** Throws `StoreUnavailable` if the file cannot be opened, or a busy error (`isBusy`) if the database is locked. */
export function openDatabase(file: string): Libsql.Database {
  let database: Libsql.Database;
  try {
    database = new Libsql(file);
  } catch (cause) {
    throw new StoreUnavailable('The database file could not be opened', { cause });
  }
  try {
    // Disables SQLite's wait for locks, which blocks the event loop. `retryWhileBusy` waits asynchronously instead.
    database.exec('pragma busy_timeout = 0');
    database.exec('pragma journal_mode = WAL');
    database.exec('pragma synchronous = FULL');
    database.exec('pragma foreign_keys = ON');
    // Overwrites deleted data in the database file. `LibsqlDriver` truncates the log, which can also contain the data.
    database.exec('pragma secure_delete = ON');
    database.exec(`pragma wal_autocheckpoint = ${LOG_PAGES}`);
    database.exec(`pragma journal_size_limit = ${LOG_PAGES * PAGE_BYTES}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Runs the method of `libsql/promise`, which uses a thread, so that disk writes do not block the event loop. */
export const executeInThread = (database: Libsql.Database, sql: string): Promise<void> =>
  LibsqlInThread.prototype.exec.call(database, sql);

export async function retryWhileBusy<T>(lockTimeoutMs: number, work: () => T | Promise<T>): Promise<T> {
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

/** Throws a `TypeError` for booleans and other values that would make libsql abort the process. */
export function assertBindable(parameters: readonly unknown[]): void {
  for (const [index, value] of parameters.entries()) {
    if (value === null || typeof value === 'string' || Number.isSafeInteger(value)) continue;
    if (value instanceof Uint8Array) continue;
    throw new TypeError(`Parameter ${index + 1} (${typeof value}) is not text, an integer, or bytes`);
  }
}

// https://www.sqlite.org/rescode.html
const BUSY = 5;

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

function primaryCodeOf(error: unknown): number | undefined {
  const code = error instanceof Libsql.SqliteError ? error.rawCode : undefined;
  return code === undefined ? undefined : code & 0xff;
}

export const isBusy = (error: unknown): boolean => primaryCodeOf(error) === BUSY;

export function isSqliteUnavailable(error: unknown): boolean {
  const code = primaryCodeOf(error);
  return code !== undefined && UNAVAILABLE.has(code);
}
