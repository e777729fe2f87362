import Libsql from 'libsql';

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
export const isBusy = (error: unknown): boolean => primaryCodeOf(error) === BUSY;

/** True when SQLite could not run the statement for reasons that lie outside it. */
export function isSqliteUnavailable(error: unknown): boolean {
  const code = primaryCodeOf(error);
  return code !== undefined && UNAVAILABLE.has(code);
}
