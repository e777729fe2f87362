import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** The partners of rows that a statement is about, each once: they say on which shards these are. */
export const partnersOf = (keys: readonly { clientId: string }[]): string[] => [
  ...new Set(keys.map(({ clientId }) => clientId)),
];

/** Those of whom a person has opened something. */
export async function partnersOfOwner(
  db: Kysely<Database>,
  table: 'submission_owners' | 'verification_owners',
  userId: string,
): Promise<string[]> {
  const rows = await db.selectFrom(table).select('client_id').distinct().where('owner_id', '=', userId).execute();
  return rows.map((row) => row.client_id);
}
