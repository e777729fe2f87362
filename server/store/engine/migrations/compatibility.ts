import { type Kysely, sql } from 'kysely';
import { type ColumnTypes, createTable } from './create-table.ts';

/** One row, once there is a migration that earlier code cannot live with: the one that code must know from then on. */
export async function compatibility(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTable(
    types,
    db.schema
      .createTable('compatibility')
      .addColumn('id', types.integer, (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('needs', types.text, (column) => column.notNull()),
  );
}
