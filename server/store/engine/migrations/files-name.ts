import type { Kysely } from 'kysely';
import type { ColumnTypes } from './create-table.ts';

/** Adds the name of the place where the files are; null until somebody has said it. */
export async function filesName(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('environment').addColumn('files_name', types.text).execute();
}
