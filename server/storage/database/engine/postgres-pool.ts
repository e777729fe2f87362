import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { StoreUnavailable } from '../../../domain/unavailable.ts';
import { assertStorableText } from './storable-text.ts';

/** Time to wait for a response after the statement timeout, in milliseconds. Then the connection counts as lost. */
const NETWORK_GRACE_MS = 2_000;

export interface PoolSettings {
  maxConnections: number;
  connectionTimeoutMs: number;
  /** Statement timeout in milliseconds; 0 for none. */
  statementTimeoutMs: number;
}

export interface PoolState {
  busy: number;
  idle: number;
  waiting: number;
}

/** Creates a pool. After a timeout, `connect` rejects with `StoreUnavailable`. A failed connection is not reused. */
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
  // Without listeners, these events would end the process. A failed connection rejects its next statement.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    connect: () =>
      pool.connect().then(guard, (cause: unknown) => {
        throw new StoreUnavailable('No database connection is available', { cause });
      }),
    end: () => pool.end(),
    state: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}

/** Wraps a connection. After a failure, all its statements reject with the same error, and it is not reused. */
function guard(client: pg.PoolClient): PostgresPoolClient {
  let failure: StoreUnavailable | undefined;
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (failure) throw failure;
    assertStorableText(parameters);
    return client.query(text, [...parameters]).catch((cause: unknown) => {
      if (!endsConnection(cause)) throw cause;
      failure = new StoreUnavailable('The connection to the database failed', { cause });
      throw failure;
    });
  };
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(failure) };
}

const { builtins, getTypeParser: defaultParser } = pg.types;

/** Parses int8 as a number, because the columns contain safe integers, and bytea as bytes with their own memory. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  const parse = defaultParser(oid, format);
  if (oid === builtins.INT8 && format !== 'binary') return Number;
  return oid === builtins.BYTEA ? (value: string) => new Uint8Array(parse(value)) : parse;
}) as typeof defaultParser;

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const DEADLOCK_DETECTED = '40P01';
const SERIALIZATION_FAILURE = '40001';
const QUERY_CANCELED = '57014';
/** The server is a standby, or its disk is full. */
const READ_ONLY = '25006';

const UNAVAILABLE_CODES = new Set([
  DEADLOCK_DETECTED,
  SERIALIZATION_FAILURE,
  READ_ONLY,
  '3D000', // the database does not exist
  '55P03', // the lock was not available in time
]);

/** Error classes: connection, authorization, resources, operator intervention (with timeouts), system, internal. */
const UNAVAILABLE_CLASSES = new Set(['08', '28', '53', '57', '58', 'XX']);

const codeOf = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined);

/** Returns true if PostgreSQL could not run a statement for an external reason, such as a shutdown or a deadlock. */
export function isPostgresUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.has(code.slice(0, 2)));
}

export function isPostgresRetryable(error: unknown): boolean {
  const code = codeOf(error);
  return code === DEADLOCK_DETECTED || code === SERIALIZATION_FAILURE;
}

/** Returns true if the connection is unusable: it was closed, became read-only, or failed outside the server. */
function endsConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (code === READ_ONLY) return true;
  return code === undefined || (code.startsWith('57') && code !== QUERY_CANCELED) || code.startsWith('08');
}
