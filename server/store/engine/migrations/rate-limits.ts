import type { Kysely } from 'kysely';
import { type ColumnTypes, createTable } from './create-table.ts';

/** What limits have counted, where the database counts for all instances: of use for seconds, and not worth a log. */
export async function rateLimits(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const table = db.schema
    .createTable('rate_limits')
    .addColumn('key', types.text, (column) => column.primaryKey())
    .addColumn('points', types.integer, (column) => column.notNull())
    .addColumn('ends_at', types.integer, (column) => column.notNull());
  await createTable(types, types.unlogged ? table.modifyFront(types.unlogged) : table);
}
