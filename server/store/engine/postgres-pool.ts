import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { StoreUnavailable } from '../../domain/unavailable.ts';
import { assertStorableText } from './columns.ts';

/** How much longer than the server's own limit an answer is waited for, in milliseconds: then the network is gone. */
const NETWORK_GRACE_MS = 2_000;

export interface PoolSettings {
  maxConnections: number;
  connectionTimeoutMs: number;
  /** 0 for none. */
  statementTimeoutMs: number;
}

/** How many connections a pool has, and how many calls wait for one. */
export interface PoolState {
  busy: number;
  idle: number;
  waiting: number;
}

/**
 * A pool of connections as Kysely wants it. A connection that fails is not given out again, and takes neither the
 * process nor the others with it. A call that gets no connection rejects with `StoreUnavailable`.
 */
export function createPostgresPool(
  connectionString: string,
  settings: PoolSettings,
): PostgresPool & { state(): PoolState } {
  const { maxConnections, connectionTimeoutMs, statementTimeoutMs } = settings;
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
    fallback_application_name: 'partner-credential-service',
    types: { getTypeParser },
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + NETWORK_GRACE_MS,
      idle_in_transaction_session_timeout: statementTimeoutMs,
    }),
  });
  // An 'error' event without a listener ends the process. Idle connections report to the pool, those in use to
  // themselves; the pool drops the former, and the statement under way (or the next one) fails on the latter.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  return {
    async connect() {
      try {
        return guard(await pool.connect());
      } catch (cause) {
        throw new StoreUnavailable('No connection to the database', { cause });
      }
    },
    end: () => pool.end(),
    state: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

/** Once the connection has failed, every statement on it fails with that same error until it is released and ended. */
function guard(client: pg.PoolClient): PostgresPoolClient {
  let failure: StoreUnavailable | undefined;
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (failure) throw failure;
    assertStorableText(parameters);
    try {
      return await client.query(text, [...parameters]);
    } catch (cause) {
      if (!endsConnection(cause)) throw cause;
      failure = new StoreUnavailable('The connection to the database failed', { cause });
      throw failure;
    }
  };
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(failure) };
}

/** int8 as a number: every one stored here is a time, a size or a place in a list, and stays exact. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 && format !== 'binary'
    ? Number
    : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;

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
function endsConnection(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const code = codeOf(error);
  return code === undefined || (code.startsWith('57') && code !== QUERY_CANCELED) || code.startsWith('08');
}
