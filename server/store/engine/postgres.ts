import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { StoreUnavailable } from '../../domain/unavailable.ts';
import { distribute } from './distribute.ts';
import { findDistribution, watchDistribution } from './distribution.ts';
import type { Engine } from './engine.ts';
import { makeIndexesConcurrently, waitForTurn } from './indexes.ts';
import { fillClientsOfAssets } from './migrations/clients-of-assets.ts';
import { fillClientsOfDeliveries } from './migrations/clients-of-deliveries.ts';
import { allMigrations, type ColumnTypes, type Migrations, migrateToLatest, readSchemaState } from './migrations.ts';
import { isPostgresRetryable, isPostgresUnavailable } from './postgres-errors.ts';
import { listen } from './postgres-listener.ts';
import { createPostgresPool, type PoolSettings } from './postgres-pool.ts';
import type { Database } from './schema.ts';

// The "C" collation sorts like SQLite, by bytes, and does not change with the operating system's libraries.
const COLUMN_TYPES: ColumnTypes = {
  text: sql`text collate "C"`,
  integer: 'bigint',
  bytes: 'bytea',
  isShared: true,
  unlogged: sql`unlogged`,
};

/** How often one that loses a deadlock is tried. */
const ATTEMPTS = 20;

/** Where changes of partners are announced. */
const CHANNEL = 'partner_changed';

const DEFAULTS: PoolSettings = {
  maxConnections: 10,
  connectionTimeoutMs: 5_000,
  statementTimeoutMs: 10_000,
};

export interface PostgresOptions extends Partial<PoolSettings> {
  /** Those of this version by default. */
  migrations?: (types: ColumnTypes) => Migrations;
}

/**
 * A PostgreSQL database, for any number of instances. Connections are made when they are needed, by default at most 10;
 * 5 s without one or 10 s without an answer make a call reject with `StoreUnavailable`.
 */
export function createPostgresEngine(connectionString: string, options: PostgresOptions = {}): Engine {
  const { migrations: known = allMigrations, ...changed } = options;
  const migrations = known(COLUMN_TYPES);
  const settings = { ...DEFAULTS, ...changed };
  const open = (pool: PostgresPool) => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const pool = createPostgresPool(connectionString, settings);
  const db = open(pool);
  const distribution = watchDistribution(db);
  const patient = { ...settings, maxConnections: 1, statementTimeoutMs: 0 };
  return {
    db,
    async ping() {
      const { rows } = await sql<{ read_only: string; now: Micros }>`
        select current_setting('transaction_read_only') as read_only,
          cast(extract(epoch from clock_timestamp()) * 1000000 as bigint) as now`.execute(db);
      const [answer] = rows;
      if (answer?.read_only !== 'off') throw new StoreUnavailable('The database takes no writes');
      return answer.now;
    },
    // A migration may take longer than a request, and waits while another instance runs it.
    migrate: () => migrateAndClose(open(createPostgresPool(connectionString, patient)), migrations),
    findSchemaState: () => readSchemaState(db, migrations),
    announce: async (trx, clientId) => {
      await sql`select pg_notify(${CHANNEL}, ${clientId})`.execute(trx);
    },
    watch: (changed) => listen(connectionString, CHANNEL, changed),
    isDistributed: distribution.isKnown,
    guard: distribution.guard,
    async distribute(tell) {
      const own = open(createPostgresPool(connectionString, patient));
      try {
        await waitForTurn(own);
        for (let attempt = 1; ; attempt++) {
          try {
            return await distribute(own, Object.keys(migrations).at(-1) ?? '', tell);
          } catch (error) {
            // Requests take locks in another order. It goes on where it stopped.
            if (attempt === ATTEMPTS || !isPostgresRetryable(error)) throw error;
          }
        }
      } finally {
        await own.destroy();
      }
    },
    connections: () => pool.state(),
    locksRows: true,
    isUnavailable: isPostgresUnavailable,
    isRetryable: (error) => isPostgresRetryable(error) || distribution.mayHaveBegun(error),
  };
}

/** Instances take turns: Kysely's migrator holds an advisory lock on this database, and then this does. */
async function migrateAndClose(db: Kysely<Database>, migrations: Migrations): Promise<void> {
  try {
    await migrateToLatest(db, migrations);
    await waitForTurn(db);
    // A row cannot be moved to another shard, and there every row has its partner.
    if (!(await findDistribution(db))) {
      await fillClientsOfDeliveries(db);
      await fillClientsOfAssets(db);
    }
    await makeIndexesConcurrently(db);
  } finally {
    await db.destroy();
  }
}
