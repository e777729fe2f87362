import type { Kysely } from 'kysely';
import { type ColumnTypes, createTable } from './create-table.ts';

/** What was derived from data keys that may be dropped, sealed under the newest. */
export async function keptKeys(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTable(
    types,
    db.schema
      .createTable('kept_keys')
      .addColumn('purpose', types.text, (column) => column.notNull())
      .addColumn('data_key_id', types.text, (column) => column.notNull())
      .addColumn('key_id', types.text, (column) => column.notNull())
      .addColumn('secret', types.bytes, (column) => column.notNull())
      .addColumn('ends_at', types.integer)
      .addPrimaryKeyConstraint('kept_keys_pk', ['purpose', 'data_key_id']),
  );
}
