import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import type { Micros } from '../../../domain/clock.ts';
import { StoreUnavailable } from '../../../domain/unavailable.ts';
import { distribute, findUnreachableNodes } from './citus/distribution.ts';
import type { Engine, PoolState } from './database-access.ts';
import { allMigrations, type Migrations, migrateToLatest, readSchemaState } from './migrations.ts';
import type { ColumnTypes, Database, Db } from './schema.ts';
import { assertStorableText } from './storable-text.ts';

/** Time to wait for a response after the statement timeout, before the connection counts as lost. */
const NETWORK_GRACE_MS = 2_000;

const COLUMN_TYPES: ColumnTypes = {
  // The "C" collation sorts by bytes, like SQLite, and does not depend on the libraries of the operating system.
  text: 'text collate "C"',
  integer: 'bigint',
  bytes: 'bytea',
  tableOptions: '',
  // Leaves free space for HOT updates, and runs autovacuum often to remove the index entries of completed deliveries.
  busyTableOptions:
    'with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)',
  appendOnly: (table) => [
    `create function reject_changes() returns trigger language plpgsql as
      $$ begin raise exception 'The table % is append-only', tg_table_name; end $$`,
    `create trigger append_only before update or delete or truncate on ${table} execute function reject_changes()`,
  ],
};

const NOW = 'cast(extract(epoch from clock_timestamp()) * 1000000 as bigint) as now';

export interface PostgresOptions {
  maxConnections?: number | undefined;
  connectionTimeoutMs?: number;
  /** 0 for no timeout. */
  statementTimeoutMs?: number;
  /** Tests set false to control the time. Default: true. */
  hasClock?: boolean;
  migrations?: (types: ColumnTypes) => Migrations;
}

export function createPostgresEngine(connectionString: string, options: PostgresOptions = {}): Engine {
  const { migrations: known = allMigrations, hasClock = true } = options;
  const migrations = known(COLUMN_TYPES);
  const open = (pool: PostgresPool) =>
    new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
  const pool = createPostgresPool(connectionString, options);
  const db = open(pool);

  async function withoutTimeout<T>(work: (own: Db) => Promise<T>): Promise<T> {
    const own = open(createPostgresPool(connectionString, { ...options, maxConnections: 1, statementTimeoutMs: 0 }));
    try {
      return await work(own);
    } finally {
      await own.destroy();
    }
  }

  return {
    db,
    async ping() {
      const { rows } = await sql<{ readOnly: string; now: Micros }>`
        select current_setting('transaction_read_only') as read_only, ${sql.raw(NOW)}`.execute(db);
      const [row] = rows;
      if (row?.readOnly !== 'off') throw new StoreUnavailable('The database is read-only');
      return hasClock ? row.now : null;
    },
    readTime: hasClock ? readTime : null,
    // Kysely's migrator holds an advisory lock, so concurrent instances migrate one after another.
    migrate: () => withoutTimeout((own) => migrateToLatest(own, migrations)),
    findSchemaState: () => readSchemaState(db, migrations),
    lock: async (trx, name) => {
      await sql`select pg_advisory_xact_lock(hashtext('service'), hashtext(${name}))`.execute(trx);
    },
    distribute: (report) => withoutTimeout((own) => distribute(own, report)),
    findUnreachableNodes: () => findUnreachableNodes(db),
    connections: () => pool.state(),
    isUnavailable: isPostgresUnavailable,
    isRetryable: isPostgresRetryable,
  };
}

async function readTime(db: Db): Promise<Micros> {
  const { rows } = await sql<{ now: Micros }>`select ${sql.raw(NOW)}`.execute(db);
  if (!rows[0]) throw new StoreUnavailable('The database did not return the time');
  return rows[0].now;
}

function createPostgresPool(connectionString: string, options: PostgresOptions): PostgresPool & { state(): PoolState } {
  const { maxConnections = 10, connectionTimeoutMs = 5_000, statementTimeoutMs = 10_000 } = options;
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
  // Without listeners, `error` events would end the process. The next statement on the connection reports the failure.
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

/** Parses int8 as a number, because all columns contain safe integers. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  const parse = defaultParser(oid, format);
  if (oid === builtins.INT8 && format !== 'binary') return Number;
  return oid === builtins.BYTEA ? (value: string) => new Uint8Array(parse(value)) : parse;
}) as typeof defaultParser;

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const DEADLOCK_DETECTED = '40P01';
const SERIALIZATION_FAILURE = '40001';
const QUERY_CANCELED = '57014';
/** A standby server, or a server with a full disk, reports this code. */
const READ_ONLY = '25006';

const UNAVAILABLE_CODES = new Set([
  DEADLOCK_DETECTED,
  SERIALIZATION_FAILURE,
  READ_ONLY,
  '3D000', // the database does not exist
  '55P03', // the lock was not available in time
]);

/** SQLSTATE classes: connection, authorization, resources, operator intervention (with timeouts), system, internal. */
const UNAVAILABLE_CLASSES = new Set(['08', '28', '53', '57', '58', 'XX']);

const codeOf = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined);

export function isPostgresUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.has(code.slice(0, 2)));
}

export function isPostgresRetryable(error: unknown): boolean {
  const code = codeOf(error);
  return code === DEADLOCK_DETECTED || code === SERIALIZATION_FAILURE;
}

function endsConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (code === READ_ONLY) return true;
  return code === undefined || (code.startsWith('57') && code !== QUERY_CANCELED) || code.startsWith('08');
}
