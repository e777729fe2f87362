import { type Kysely, sql } from 'kysely';
import { type ColumnTypes, createTable } from './create-table.ts';

// That whoever is associated or completed has an owner is for `decideSubmission` to see to: SQLite adds no constraint
// to a table that is there already.
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

  await createTable(
    types,
    db.schema
      .createTable('documents')
      .addColumn('document_key', text, (c) => c.primaryKey())
      .addColumn('request_id', text, (c) => c.notNull().references('submissions.request_id'))
      .addColumn('client_id', text, (c) => c.notNull())
      .addColumn('position', integer, (c) => c.notNull())
      .addColumn('ref', text, (c) => c.notNull())
      .addColumn('asset_type', text, (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull().defaultTo('pending'))
      .addColumn('attempts_made', integer, (c) => c.notNull().defaultTo(0))
      .addColumn('available_at', integer)
      .addColumn('claim', text)
      .addColumn('error', text)
      .addColumn('file_key', text)
      .addColumn('file_size', integer)
      .addColumn('stored_at', integer)
      .addUniqueConstraint('documents_position', ['request_id', 'position'])
      .addCheckConstraint('documents_state', sql`state in ('pending', 'stored', 'unavailable', 'deleted')`)
      .addCheckConstraint('documents_available', sql`(available_at is null) = (state <> 'pending')`)
      .addCheckConstraint('documents_stored', sql`(file_key is null) = (state <> 'stored')`)
      .addCheckConstraint(
        'documents_file',
        sql`(file_key is null) = (file_size is null) and (file_key is null) = (stored_at is null)`,
      ),
  );
  // By partner, so that one whose documents are many or slow keeps nobody else's waiting.
  await db.schema
    .createIndex('documents_due')
    .on('documents')
    .columns(['client_id', 'available_at'])
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute();
}
