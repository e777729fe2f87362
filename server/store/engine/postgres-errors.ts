import pg from 'pg';

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const DEADLOCK_DETECTED = '40P01';
const SERIALIZATION_FAILURE = '40001';
const FEATURE_NOT_SUPPORTED = '0A000';
const QUERY_CANCELED = '57014';

const UNAVAILABLE_CODES = new Set([
  DEADLOCK_DETECTED,
  SERIALIZATION_FAILURE,
  '25006', // read-only: a standby, or a server that ran out of disk
  '3D000', // the database is not there
  '55P03', // a lock was not to be had in time
]);

/** Connection, authorization, resources, operator intervention (the statement timeout too), system, corruption. */
const UNAVAILABLE_CLASSES = new Set(['08', '28', '53', '57', '58', 'XX']);

const codeOf = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined);

/** True when the server could not run the statement for reasons that lie outside it. */
export function isPostgresUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.has(code.slice(0, 2)));
}

/** True when the transaction lost against another one and may be run again. */
export function isPostgresRetryable(error: unknown): boolean {
  const code = codeOf(error);
  return code === DEADLOCK_DETECTED || code === SERIALIZATION_FAILURE;
}

/** True for a statement that the database would have to do otherwise: Citus, of one about several shards. */
export const isNotSupported = (error: unknown): boolean => codeOf(error) === FEATURE_NOT_SUPPORTED;

/** True when the connection cannot be used again: the server ends it, or the error did not come from the server. */
export function endsConnection(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const code = codeOf(error);
  return code === undefined || (code.startsWith('57') && code !== QUERY_CANCELED) || code.startsWith('08');
}
