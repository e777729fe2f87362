import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';

/** Indexes of tables that were in use before them, by their names. What needs them works without, but slowly. */
const INDEXES: Readonly<Record<string, string>> = {
  assets_file: 'assets (file_key) where file_key is not null',
  documents_file: 'documents (file_key) where file_key is not null',
  submissions_held: "submissions (owner_id) where state in ('associated', 'completed')",
  verification_requests_owner: 'verification_requests (owner_id) where owner_id is not null',
  deliveries_next: "deliveries (next_attempt_at) where state = 'pending'",
  deliveries_next_of_webhook: "deliveries (webhook_id, next_attempt_at) where state = 'pending'",
  verification_requests_ended: "verification_requests (finalized_at) where status <> 'incomplete'",
};

/** What stands in their place, is of use to the version before alone, and costs each attempt its part. */
const REPLACED = ['deliveries_due', 'deliveries_pending'];

/** Any number that no other lock of the database has. */
const LOCK = 720_331;
const RETRY_MS = 200;

export async function makeIndexes<T>(db: Kysely<T>): Promise<void> {
  for (const [name, on] of Object.entries(INDEXES))
    await sql.raw(`create index if not exists ${name} on ${on}`).execute(db);
  for (const name of REPLACED) await sql.raw(`drop index if exists ${name}`).execute(db);
}

/** `db` has one connection, which holds the turn until it is closed. */
export async function waitForTurn<T>(db: Kysely<T>): Promise<void> {
  // Who waits for a lock inside a statement is waited for by the other's index.
  while (!(await isTrue(sql`select pg_try_advisory_lock(${LOCK}) as is`, db))) await sleep(RETRY_MS);
}

/**
 * Makes them while the tables are written to, which no transaction can (PostgreSQL: "building indexes concurrently").
 * By one instance at a time: one that breaks off leaves an index that is of no use, and looks like one that another
 * instance is making.
 */
export async function makeIndexesConcurrently<T>(db: Kysely<T>): Promise<void> {
  for (const [name, on] of Object.entries(INDEXES)) {
    const isMade = sql`
      select coalesce((select indisvalid from pg_index where indexrelid = to_regclass(${name})), false) as is`;
    if (await isTrue(isMade, db)) continue;
    await sql.raw(`drop index concurrently if exists ${name}`).execute(db);
    await sql.raw(`create index concurrently ${name} on ${on}`).execute(db);
  }
  for (const name of REPLACED) await sql.raw(`drop index concurrently if exists ${name}`).execute(db);
}

async function isTrue<T>(query: ReturnType<typeof sql>, db: Kysely<T>): Promise<boolean> {
  const { rows } = await query.execute(db);
  return (rows[0] as { is: boolean }).is;
}
