import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import { StoreUnavailable } from '../../../domain/unavailable.ts';
import { distribute, findUnreachableNodes } from './citus/distribution.ts';
import type { Engine } from './engine.ts';
import { allMigrations, type Migrations, migrateToLatest, readSchemaState } from './migrations.ts';
import { createPostgresPool, isPostgresRetryable, isPostgresUnavailable, type PoolSettings } from './postgres-pool.ts';
import type { ColumnTypes, Database, Db } from './schema.ts';

const COLUMN_TYPES: ColumnTypes = {
  // The "C" collation sorts by bytes, like SQLite, and does not depend on the libraries of the operating system.
  text: 'text collate "C"',
  integer: 'bigint',
  bytes: 'bytea',
  tableOptions: '',
  // Free space on each page allows HOT updates for claims, which write no index entries. Autovacuum runs after 5% of
  // the rows have changed, because each completed delivery leaves a dead entry in the index of due deliveries.
  busyTableOptions:
    'with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)',
  appendOnly: (table) => [
    `create function reject_changes() returns trigger language plpgsql as
      $$ begin raise exception 'The table % is append-only', tg_table_name; end $$`,
    `create trigger append_only before update or delete or truncate on ${table} execute function reject_changes()`,
  ],
};

const DEFAULTS: PoolSettings = { maxConnections: 10, connectionTimeoutMs: 5_000, statementTimeoutMs: 10_000 };

const NOW = 'cast(extract(epoch from clock_timestamp()) * 1000000 as bigint) as now';

export interface PostgresOptions extends Partial<PoolSettings> {
  /** False if the clock of this machine replaces the clock of the server, so that a test can set it. Default: true. */
  hasClock?: boolean;
  migrations?: (types: ColumnTypes) => Migrations;
}

/** Creates the engine for a PostgreSQL database, which any number of instances can share. */
export function createPostgresEngine(connectionString: string, options: PostgresOptions = {}): Engine {
  const { migrations: known = allMigrations, hasClock = true, ...changed } = options;
  const migrations = known(COLUMN_TYPES);
  const settings = { ...DEFAULTS, ...changed };
  const open = (pool: PostgresPool) =>
    new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
  const pool = createPostgresPool(connectionString, settings);
  const db = open(pool);

  async function withoutTimeout<T>(work: (own: Db) => Promise<T>): Promise<T> {
    const own = open(createPostgresPool(connectionString, { ...settings, maxConnections: 1, statementTimeoutMs: 0 }));
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
    // Kysely's migrator holds an advisory lock, so concurrent instances run in sequence.
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
