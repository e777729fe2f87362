import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { StoreUnavailable } from '../../domain/unavailable.ts';
import { assertStorableText } from './columns.ts';
import { endsConnection } from './postgres-errors.ts';

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
