import { type Kysely, sql } from 'kysely';
import { type ColumnTypes, createTable } from './create-table.ts';

/** By which an asset knows its partner. */
const CLIENT_OF = 'select client_id from submissions where submissions.request_id =';

/**
 * The partner of each asset, and whose submissions are where, so that every query can say of which partner its rows
 * are. The version before writes no partner where it runs beside this one: there a trigger does, which goes with it.
 */
export async function clientsOfAssets(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { text, isShared } = types;
  await createTable(
    types,
    db.schema
      .createTable('submission_owners')
      .addColumn('owner_id', text, (column) => column.notNull())
      .addColumn('request_id', text, (column) => column.notNull())
      .addColumn('client_id', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('submission_owners_key', ['owner_id', 'request_id']),
  );
  await db.schema.alterTable('assets').addColumn('client_id', text).execute();
  if (!isShared) {
    await sql.raw(`update assets set client_id = (${CLIENT_OF} assets.request_id)`).execute(db);
    return;
  }
  const body = `begin new.client_id = (${CLIENT_OF} new.request_id); return new; end`;
  await sql.raw(`create function client_of_assets() returns trigger language plpgsql as $$ ${body} $$`).execute(db);
  await sql
    .raw(
      `create trigger client_of_assets before insert on assets
       for each row when (new.client_id is null) execute function client_of_assets()`,
    )
    .execute(db);
}

/** Rows in one statement. */
const PORTION = 5000;

/** The same for those that were there before, and that others change meanwhile: in portions, by their keys. */
export async function fillClientsOfAssets<T>(db: Kysely<T>): Promise<void> {
  for (let from: string | null = ''; from !== null; ) {
    const { rows } = await sql<{ last: string | null }>`
      select max(asset_key) as last
      from (select asset_key from assets where asset_key > ${from} order by asset_key limit ${PORTION}) as portion`.execute(
      db,
    );
    const last: string | null = rows[0]?.last ?? null;
    if (last !== null)
      await sql`
        update assets set client_id = (${sql.raw(CLIENT_OF)} assets.request_id)
        where asset_key > ${from} and asset_key <= ${last} and client_id is null`.execute(db);
    from = last;
  }
}
