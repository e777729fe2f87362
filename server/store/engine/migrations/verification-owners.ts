import type { Kysely } from 'kysely';
import { type ColumnTypes, createTable } from './create-table.ts';

/** Whose verification requests are where, as `submission_owners` has it of submissions. */
export const verificationOwners = (db: Kysely<unknown>, types: ColumnTypes): Promise<void> =>
  createTable(
    types,
    db.schema
      .createTable('verification_owners')
      .addColumn('owner_id', types.text, (column) => column.notNull())
      .addColumn('client_id', types.text, (column) => column.notNull())
      .addColumn('request_id', types.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('verification_owners_key', ['owner_id', 'client_id', 'request_id']),
  );
