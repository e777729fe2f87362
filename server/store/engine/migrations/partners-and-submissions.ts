import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { type ColumnTypes, createTable } from './create-table.ts';

export async function partnersAndSubmissions(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { text, integer, bytes } = types;
  const create = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) => createTable(types, table);

  await create(
    db.schema
      .createTable('partners')
      .addColumn('client_id', text, (c) => c.primaryKey())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('secret_hash', text, (c) => c.notNull())
      .addColumn('scopes', text, (c) => c.notNull())
      .addColumn('domains', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('disabled_at', integer),
  );

  await create(
    db.schema
      .createTable('signing_keys')
      .addColumn('kid', text, (c) => c.primaryKey())
      .addColumn('public_jwk', text, (c) => c.notNull())
      .addColumn('private_key_id', text, (c) => c.notNull())
      .addColumn('private_jwk', bytes, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull()),
  );

  // No foreign key to partners: they are never deleted, and every add would lock its partner's row in PostgreSQL.
  await create(
    db.schema
      .createTable('submissions')
      .addColumn('request_id', text, (c) => c.primaryKey())
      .addColumn('client_id', text, (c) => c.notNull())
      .addColumn('partner_ref', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('document_type', text)
      .addColumn('state', text, (c) => c.notNull().defaultTo('pending'))
      .addColumn('is_current', integer, (c) => c.notNull().defaultTo(1))
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('finalized_at', integer)
      .addColumn('key_id', text)
      .addColumn('content', bytes)
      .addCheckConstraint('submissions_state', sql`state in ('pending', 'associated', 'completed', 'canceled')`)
      .addCheckConstraint('submissions_is_current', sql`is_current in (0, 1)`)
      .addCheckConstraint('submissions_finalized', sql`(finalized_at is null) = (state in ('pending', 'associated'))`)
      .addCheckConstraint('submissions_sealed', sql`(key_id is null) = (content is null)`)
      .addCheckConstraint('submissions_erased', sql`state <> 'canceled' or content is null`),
  );
  await db.schema
    .createIndex('submissions_current')
    .unique()
    .on('submissions')
    .columns(['client_id', 'partner_ref'])
    .where(sql.ref('is_current'), '=', sql.lit(1))
    .execute();

  await create(
    db.schema
      .createTable('assets')
      .addColumn('asset_key', text, (c) => c.primaryKey())
      .addColumn('request_id', text, (c) => c.notNull().references('submissions.request_id'))
      .addColumn('position', integer, (c) => c.notNull())
      .addColumn('asset_id', text, (c) => c.notNull())
      .addColumn('asset_type', text, (c) => c.notNull())
      .addColumn('file_key', text)
      .addColumn('file_size', integer)
      .addColumn('uploaded_at', integer)
      .addUniqueConstraint('assets_position', ['request_id', 'position'])
      .addCheckConstraint(
        'assets_file',
        sql`(file_key is null) = (file_size is null) and (file_key is null) = (uploaded_at is null)`,
      ),
  );

  await create(
    db.schema
      .createTable('loose_files')
      .addColumn('file_key', text, (c) => c.primaryKey())
      .addColumn('since', integer, (c) => c.notNull()),
  );
  await db.schema.createIndex('loose_files_since').on('loose_files').column('since').execute();
}
