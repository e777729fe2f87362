import type { Kysely } from 'kysely';
import { type ColumnTypes, createTable } from './create-table.ts';

/** The sessions that ended before their time, and when each person was here last. */
export async function people(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { text, integer } = types;
  await createTable(
    types,
    db.schema
      .createTable('ended_sessions')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('until', integer, (c) => c.notNull()),
  );
  await db.schema.createIndex('ended_sessions_until').on('ended_sessions').column('until').execute();
  // Null for whoever has not signed in since: the time when the row was made stands for it.
  await db.schema.alterTable('users').addColumn('signed_in_at', integer).execute();
}
