import { type Kysely, sql } from 'kysely';

/** Why a database cannot be distributed. */
export type DistributionRefusal = 'not postgresql' | 'no citus' | 'no logical wal';

/** The tables whose rows are spread, in this order, by what says where each row is. */
const SPREAD: Readonly<Record<string, string>> = {
  waiting_files: 'client_id',
  documents: 'client_id',
  assets: 'client_id',
  verification_requests: 'client_id',
  attempts: 'client_id',
  deliveries: 'client_id',
  events: 'client_id',
  webhooks: 'client_id',
  submission_owners: 'owner_id',
  verification_owners: 'owner_id',
  loose_files: 'file_key',
  // The last: from then on statements keep to one partner each (`findDistribution`).
  submissions: 'client_id',
};

/** What says where a person's rows are, and of which table. */
const OWNERS = { submission_owners: 'submissions', verification_owners: 'verification_requests' } as const;

/** Small tables that every node has a copy of. */
const COPIED = ['partners', 'signing_keys', 'kept_keys', 'users', 'ended_sessions'];

/**
 * What the rows of a table belong to, by its name in them and by itself; it is on the same shard. `LAST_STEP` is the
 * last.
 */
const FOREIGN_KEYS = [
  { table: 'assets', part: 'request_id', of: 'submissions', key: 'request_id', onDelete: 'no action' },
  { table: 'documents', part: 'request_id', of: 'submissions', key: 'request_id', onDelete: 'no action' },
  { table: 'deliveries', part: 'webhook_id', of: 'webhooks', key: 'id', onDelete: 'cascade' },
  { table: 'deliveries', part: 'event_id', of: 'events', key: 'event_id', onDelete: 'no action' },
  { table: 'attempts', part: 'delivery_id', of: 'deliveries', key: 'id', onDelete: 'cascade' },
] as const;

/**
 * Spreads the tables over the nodes of a Citus cluster, while the service runs. A run that broke off is taken up by
 * the next. `db` has one connection, without a limit to how long a statement takes; `tell` hears of each table.
 */
export async function distribute<T>(
  db: Kysely<T>,
  newestMigration: string,
  tell: (table: string) => void,
): Promise<DistributionRefusal | null> {
  if (!(await isTrue(sql`select count(*) > 0 as is from pg_extension where extname = 'citus'`, db))) return 'no citus';
  const hasRows = await isTrue(sql`select exists (select 1 from submissions) as is`, db);
  if (hasRows && !(await isTrue(sql`select current_setting('wal_level') = 'logical' as is`, db)))
    return 'no logical wal';
  // Versions that know nothing of partners in keys must not be started any more.
  await sql`insert into compatibility (id, needs) values (1, ${newestMigration})
    on conflict (id) do update set needs = excluded.needs`.execute(db);
  // What was opened before it was kept by person.
  for (const [owners, of] of Object.entries(OWNERS))
    if (!(await isSpread(owners, db)))
      await sql`
        insert into ${sql.table(owners)} (owner_id, request_id, client_id)
        select owner_id, request_id, client_id from ${sql.table(of)} where owner_id is not null
        on conflict do nothing`.execute(db);
  for (const table of COPIED) {
    if (await isSpread(table, db)) continue;
    await sql`select create_reference_table(${table})`.execute(db);
    tell(table);
  }
  for (const [table, column] of Object.entries(SPREAD)) {
    if (await isSpread(table, db)) continue;
    await dropForeignKeys(table, db);
    await dropTriggers(table, db);
    await extendKeys(table, column, db);
    const create = (await isTrue(sql`select exists (select 1 from ${sql.table(table)}) as is`, db))
      ? 'create_distributed_table_concurrently'
      : 'create_distributed_table';
    const beside = column === 'client_id' && table !== 'waiting_files' ? 'waiting_files' : 'default';
    await sql`select ${sql.raw(create)}(${table}, ${column}, colocate_with => ${beside})`.execute(db);
    tell(table);
  }
  for (const foreignKey of FOREIGN_KEYS) await addForeignKey(foreignKey, db);
  return null;
}

const isSpread = <T>(table: string, db: Kysely<T>): Promise<boolean> =>
  isTrue(sql`select exists (select 1 from pg_dist_partition where logicalrelid = to_regclass(${table})) as is`, db);

/** Those within a node are made anew when both tables are spread. */
async function dropForeignKeys<T>(table: string, db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = to_regclass(${table}) and contype = 'f'`.execute(db);
  for (const { name } of rows) await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db);
}

/** They serve a version that cannot be started any more, and Citus takes none. */
async function dropTriggers<T>(table: string, db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger where tgrelid = to_regclass(${table}) and not tgisinternal`.execute(db);
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)} on ${sql.table(table)}`.execute(db);
}

/**
 * Makes the column that says where a row is the first of each key, as Citus demands. What was a key by itself keeps an
 * index: a look for it goes to every shard.
 */
async function extendKeys<T>(table: string, column: string, db: Kysely<T>): Promise<void> {
  const { rows: keys } = await sql<{ name: string; kind: string; columns: string[] }>`
    select conname as name, case contype when 'p' then 'primary key' else 'unique' end as kind,
      array(select cast(attname as text) from unnest(conkey) with ordinality as part (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns
    from pg_constraint where conrelid = to_regclass(${table}) and contype in ('p', 'u')`.execute(db);
  const tableRef = sql.table(table);
  for (const { name, kind, columns } of keys.filter(({ columns }) => !columns.includes(column))) {
    const alone = sql.join(columns.map((part) => sql.ref(part)));
    const [key, old] = [sql.ref(`${name}_by_partner`), sql.ref(`${name}_alone`)];
    // One that broke off is of no use.
    for (const index of [key, old]) await sql`drop index concurrently if exists ${index}`.execute(db);
    await sql`create unique index concurrently ${key} on ${tableRef} (${sql.ref(column)}, ${alone})`.execute(db);
    if (kind === 'primary key') await sql`create index concurrently ${old} on ${tableRef} (${alone})`.execute(db);
    await sql`alter table ${tableRef} drop constraint ${sql.ref(name)} cascade,
      add constraint ${sql.ref(name)} ${sql.raw(kind)} using index ${key}`.execute(db);
  }
}

async function addForeignKey<T>(
  { table, part, of, key, onDelete }: (typeof FOREIGN_KEYS)[number],
  db: Kysely<T>,
): Promise<void> {
  const name = `${table}_of_${of}`;
  const isThere = sql`
    select exists (select 1 from pg_constraint where conname = ${name} and conrelid = to_regclass(${table})) as is`;
  if (await isTrue(isThere, db)) return;
  await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)}
    foreign key (client_id, ${sql.ref(part)}) references ${sql.table(of)} (client_id, ${sql.ref(key)})
    on delete ${sql.raw(onDelete)}`.execute(db);
}

async function isTrue<T>(query: ReturnType<typeof sql>, db: Kysely<T>): Promise<boolean> {
  const { rows } = await query.execute(db);
  return (rows[0] as { is: boolean }).is;
}
