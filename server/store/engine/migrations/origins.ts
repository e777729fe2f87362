import type { Kysely } from 'kysely';
import type { ColumnTypes } from './create-table.ts';

/** Where submissions and verification requests come from, beside the sealed content, which nobody can count by. */
export async function origins(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  for (const table of ['submissions', 'verification_requests'])
    await db.schema.alterTable(table).addColumn('origins', text).execute();
}
