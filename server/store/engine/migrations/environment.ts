import { type Kysely, sql } from 'kysely';
import { type ColumnTypes, createTable } from './create-table.ts';

/** One row: which kind of service the database belongs to. */
export async function environment(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTable(
    types,
    db.schema
      .createTable('environment')
      .addColumn('id', types.integer, (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('name', types.text, (column) => column.notNull()),
  );
}
