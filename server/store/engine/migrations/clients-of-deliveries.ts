import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './create-table.ts';

/** By which a delivery and an attempt know their partner. */
const TABLES = {
  deliveries: 'select client_id from webhooks where id = webhook_id',
  attempts: 'select client_id from deliveries where id = delivery_id',
} as const;

/**
 * The partner of each delivery and attempt, so that a query about those of one partner can say so. The version before
 * writes none where it runs beside this one: there a trigger does, which goes with it.
 */
export async function clientsOfDeliveries(db: Kysely<unknown>, { text, isShared }: ColumnTypes): Promise<void> {
  for (const [table, clientOfNew] of Object.entries(TABLES)) {
    await db.schema.alterTable(table).addColumn('client_id', text).execute();
    if (isShared) {
      const last = clientOfNew.lastIndexOf(' ') + 1;
      const ofNew = `${clientOfNew.slice(0, last)}new.${clientOfNew.slice(last)}`;
      const body = `begin new.client_id = (${ofNew}); return new; end`;
      await sql
        .raw(`create function client_of_${table}() returns trigger language plpgsql as $$ ${body} $$`)
        .execute(db);
      await sql
        .raw(
          `create trigger client_of_${table} before insert on ${table}
           for each row when (new.client_id is null) execute function client_of_${table}()`,
        )
        .execute(db);
    } else {
      await sql.raw(`update ${table} set client_id = (${clientOfNew})`).execute(db);
    }
  }
}

/** Rows in one statement. */
const PORTION = 5000;

/** The same for rows that were there before, which others change meanwhile: in portions, in the order of their ids. */
export async function fillClientsOfDeliveries<T>(db: Kysely<T>): Promise<void> {
  for (let from: string | null = ''; from !== null; ) {
    const { rows } = await sql<{ last: string | null }>`
      select max(id) as last
      from (select id from deliveries where id > ${from} order by id limit ${PORTION}) as portion`.execute(db);
    const last: string | null = rows[0]?.last ?? null;
    if (last === null) return;
    for (const [table, clientOf] of Object.entries(TABLES)) {
      const id = sql.ref(table === 'deliveries' ? 'id' : 'delivery_id');
      await sql`
        update ${sql.table(table)} set client_id = (${sql.raw(clientOf)})
        where ${id} > ${from} and ${id} <= ${last} and client_id is null`.execute(db);
    }
    from = last;
  }
}
