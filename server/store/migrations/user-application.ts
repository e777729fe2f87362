import { type Kysely, sql } from 'kysely';
import { type ColumnTypes, createTable } from './create-table.ts';

// That whoever is associated or completed has an owner is for `decideSubmission` to see to: SQLite adds no constraint to a table
// that is there already.
export async function userApplication(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { text, integer } = types;

  await createTable(
    types,
    db.schema
      .createTable('users')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('account_hash', text, (c) => c.notNull().unique())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('mobile_signed_in_at', integer),
  );

  await db.schema.alterTable('submissions').addColumn('owner_id', text).execute();
  await db.schema.alterTable('submissions').addColumn('documents_deleted_at', integer).execute();
  await db.schema.alterTable('submissions').addColumn('documents_kept_at', integer).execute();

  await db.schema
    .createIndex('submissions_open')
    .on('submissions')
    .column('created_at')
    .where(sql.ref('state'), 'in', sql`('pending', 'associated')`)
    .execute();
  await db.schema
    .createIndex('submissions_of_owner')
    .on('submissions')
    .columns(['owner_id', 'finalized_at'])
    .where(sql.ref('state'), '=', sql.lit('completed'))
    .execute();
  // Each submission leaves it for good once its documents are deleted or known to stay.
  await db.schema
    .createIndex('submissions_documents')
    .on('submissions')
    .columns(['finalized_at', 'request_id'])
    .where(sql<boolean>`state = 'completed' and documents_deleted_at is null and documents_kept_at is null`)
    .execute();
}
