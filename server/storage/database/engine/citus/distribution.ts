import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { isNotSupported } from '../postgres-pool.ts';
import { type Db, FOREIGN_KEYS } from '../schema.ts';

/** Distributed tables with their distribution columns, in the order in which they are distributed. */
const DISTRIBUTED: Readonly<Record<string, string>> = {
  pending_uploads: 'client_id',
  documents: 'client_id',
  assets: 'client_id',
  verification_requests: 'client_id',
  attempts: 'client_id',
  deliveries: 'client_id',
  events: 'client_id',
  webhooks: 'client_id',
  orphaned_files: 'file_key',
  // `submissions` must be the last table: after it, each statement is limited to one partner (see `watchDistribution`).
  submissions: 'client_id',
};

const REFERENCE_TABLES = ['partners', 'signing_keys', 'kept_keys', 'users', 'ended_sessions'];

/** Name of the foreign key that `distribute` adds last. */
const LAST_STEP = 'attempts_of_deliveries';

/** Key of the advisory lock that is held while tables are distributed. */
const LOCK = 720_331;
const RETRY_MS = 200;

/**
 * Distributes the tables across the nodes of a Citus cluster while the service runs. Continues an interrupted run. `db`
 * must have a single connection without a statement timeout. Calls `report` with the name of each table. Resolves to
 * null, or to an error message if the database cannot be distributed.
 */
export async function distribute(db: Db, report: (table: string) => void): Promise<string | null> {
  // Polls for the lock: a session that waits for a lock inside a statement prevents Citus from moving a table.
  while (!(await isTrue(sql`select pg_try_advisory_lock(${LOCK}) as is`, db))) await sleep(RETRY_MS);
  if (!(await isTrue(sql`select count(*) > 0 as is from pg_extension where extname = 'citus'`, db)))
    return 'The database does not have the extension citus: run "create extension citus" on every node, and add the workers';
  const hasRows = await isTrue(sql`select exists (select 1 from submissions) as is`, db);
  if (hasRows && !(await isTrue(sql`select current_setting('wal_level') = 'logical' as is`, db)))
    return 'Moving rows while the service runs requires wal_level = logical on every node';
  for (const table of REFERENCE_TABLES) {
    if (await isMoved(table, db)) continue;
    await sql`select create_reference_table(${table})`.execute(db);
    report(table);
  }
  for (const [table, column] of Object.entries(DISTRIBUTED)) {
    if (await isMoved(table, db)) continue;
    for (const { name } of FOREIGN_KEYS.filter((key) => key.table === table))
      await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.ref(name)}`.execute(db);
    const create = (await isTrue(sql`select exists (select 1 from ${sql.table(table)}) as is`, db))
      ? 'create_distributed_table_concurrently'
      : 'create_distributed_table';
    const colocation = column === 'client_id' && table !== 'pending_uploads' ? 'pending_uploads' : 'default';
    await sql`select ${sql.raw(create)}(${table}, ${column}, colocate_with => ${colocation})`.execute(db);
    report(table);
  }
  // Adds the foreign keys that were dropped above.
  for (const { table, name, sql: key } of FOREIGN_KEYS) {
    const isThere = sql`
      select exists (select 1 from pg_constraint where conname = ${name} and conrelid = to_regclass(${table})) as is`;
    if (await isTrue(isThere, db)) continue;
    await sql`alter table ${sql.table(table)} add ${sql.raw(key)}`.execute(db);
  }
  return null;
}

const isMoved = (table: string, db: Db): Promise<boolean> =>
  isTrue(sql`select exists (select 1 from pg_dist_partition where logicalrelid = to_regclass(${table})) as is`, db);

async function isTrue(query: ReturnType<typeof sql>, db: Db): Promise<boolean> {
  const { rows } = await query.execute(db);
  return (rows[0] as { is: boolean }).is;
}

/** Resolves to the names of the workers that do not respond to the coordinator. */
export async function findUnreachableNodes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ node: string }>`
    select nodename || ':' || nodeport as node from pg_dist_node
    where isactive and noderole = 'primary' and groupid <> 0
      and not citus_check_connection_to_node(nodename, nodeport)`.execute(db);
  return rows.map(({ node }) => node);
}

interface Found {
  isDistributed: boolean;
  /** True if Citus is installed and the distribution is not complete, so that tables can still be moved. */
  mayMove: boolean;
}

/** Lifetime of a cached lookup while tables can still be distributed, in milliseconds. */
const VALID_MS = 1000;

/** Detects whether Citus has distributed the tables, which can happen while this process runs. */
export function watchDistribution() {
  let found: Found | undefined;
  let until = 0;
  async function look(db: Db): Promise<Found> {
    if (found !== undefined && performance.now() < until) return found;
    found = await find(db);
    until = found.mayMove ? performance.now() + VALID_MS : Number.POSITIVE_INFINITY;
    return found;
  }
  return {
    isComplete: async (db: Db): Promise<boolean> => (await look(db)).isDistributed,
    /**
     * Disables the fast-path planner of Citus for this transaction. If a shard is split after a write is planned, the
     * planner of Citus 13.0 loses the write in the old shard. Other planners reject it, so it can be retried.
     */
    async guard(trx: Db): Promise<void> {
      if ((await look(trx)).mayMove) await sql`set local citus.enable_fast_path_router_planner to off`.execute(trx);
    },
    /** Returns whether distribution since the last lookup may have caused the error. If so, clears the cache. */
    mayHaveBegun(error: unknown): boolean {
      if (found?.isDistributed || !isNotSupported(error)) return false;
      until = 0;
      return true;
    },
  };
}

async function find(db: Db): Promise<Found> {
  const hasCitus = await isTrue(sql`select to_regclass('pg_dist_partition') is not null as is`, db);
  if (!hasCitus) return { isDistributed: false, mayMove: false };
  const isDistributed = await isMoved('submissions', db);
  const hasKeys = await isTrue(sql`select exists (select 1 from pg_constraint where conname = ${LAST_STEP}) as is`, db);
  return { isDistributed, mayMove: !isDistributed || !hasKeys };
}
