import { type RawBuilder, sql } from 'kysely';
import { type Db, FOREIGN_KEYS } from '../schema.ts';

/** Each table comes before the tables that it refers to. */
const BY_PARTNER = [
  'pending_uploads',
  'documents',
  'assets',
  'verification_requests',
  'attempts',
  'deliveries',
  'events',
  'webhooks',
  'submissions',
];

const REFERENCE_TABLES = ['partners', 'signing_keys', 'kept_keys', 'users', 'ended_sessions'];

export async function distribute(db: Db, report: (table: string) => void): Promise<string | null> {
  if (!(await hasCitus(db)))
    return 'The database does not have the extension citus: run "create extension citus" on every node, and add the workers';
  async function move(table: string, create: RawBuilder<unknown>): Promise<void> {
    if (await isMoved(table, db)) return;
    for (const { name } of FOREIGN_KEYS.filter((key) => key.table === table))
      await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.ref(name)}`.execute(db);
    await db.transaction().execute(async (trx) => {
      await create.execute(trx);
      // Removes the rows that Citus has copied to the nodes, because the originals stay in the coordinator's table.
      await sql`select truncate_local_data_after_distributing_table(${table})`.execute(trx);
    });
    report(table);
  }
  for (const table of REFERENCE_TABLES) await move(table, sql`select create_reference_table(${table})`);
  for (const table of BY_PARTNER) {
    const colocation = table === 'pending_uploads' ? 'default' : 'pending_uploads';
    await move(table, sql`select create_distributed_table(${table}, 'client_id', colocate_with => ${colocation})`);
  }
  await move('orphaned_files', sql`select create_distributed_table('orphaned_files', 'file_key')`);
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

async function isTrue(query: RawBuilder<unknown>, db: Db): Promise<boolean> {
  const { rows } = await query.execute(db);
  return (rows[0] as { is: boolean }).is;
}

const hasCitus = (db: Db): Promise<boolean> => isTrue(sql`select to_regclass('pg_dist_node') is not null as is`, db);

export async function findUnreachableNodes(db: Db): Promise<string[]> {
  if (!(await hasCitus(db))) return [];
  const { rows } = await sql<{ node: string }>`
    select nodename || ':' || nodeport as node from pg_dist_node
    where isactive and noderole = 'primary' and groupid <> 0
      and not citus_check_connection_to_node(nodename, nodeport)`.execute(db);
  return rows.map(({ node }) => node);
}
