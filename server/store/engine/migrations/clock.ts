import { type Kysely, sql } from 'kysely';
import { type ColumnTypes, createTable } from './create-table.ts';

/** One row: the newest time by which something was erased, where the database has no clock but the machine's. */
export async function clock(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTable(
    types,
    db.schema
      .createTable('clock')
      .addColumn('id', types.integer, (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('newest', types.integer, (column) => column.notNull()),
  );
}
