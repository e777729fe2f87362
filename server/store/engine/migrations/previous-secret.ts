import type { Kysely } from 'kysely';
import type { ColumnTypes } from './create-table.ts';

/** The client secret that a partner had before, and until when it is good. */
export async function previousSecret(db: Kysely<unknown>, { text, integer }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('partners').addColumn('previous_secret_hash', text).execute();
  await db.schema.alterTable('partners').addColumn('previous_ends_at', integer).execute();
}
