import type { Kysely } from 'kysely';
import type { ColumnTypes } from './create-table.ts';

/** From when on the tokens of a partner are good. */
export async function tokensSince(db: Kysely<unknown>, { integer }: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('partners')
    .addColumn('tokens_since', integer, (column) => column.notNull().defaultTo(0))
    .execute();
}
