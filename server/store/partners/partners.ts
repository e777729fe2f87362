import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../engine/schema.ts';
import { toPartner, toPartnerRow } from '../rows.ts';
import type { Partner } from '../store.ts';

export async function addPartner(db: Kysely<Database>, partner: Partner): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('partners')
    .values(toPartnerRow(partner))
    .onConflict((conflict) => conflict.column('client_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findPartner(db: Kysely<Database>, clientId: string): Promise<Partner | null> {
  const row = await db
    .selectFrom('partners')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row ? toPartner(row) : null;
}

export async function listPartners(db: Kysely<Database>): Promise<Partner[]> {
  const rows = await db
    .selectFrom('partners')
    .selectAll()
    .orderBy('created_at')
    .orderBy('client_id')
    .execute();
  return rows.map(toPartner);
}

/** The row is locked before it is read, so that of two changes at the same time neither undoes the other. */
export async function updatePartner(
  { trx, lockRows }: { trx: Transaction<Database>; lockRows: boolean },
  clientId: string,
  change: Partial<Omit<Partner, 'clientId' | 'createdAt'>>,
): Promise<boolean> {
  const row = await trx
    .selectFrom('partners')
    .selectAll()
    .where('client_id', '=', clientId)
    .$if(lockRows, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) return false;
  await trx
    .updateTable('partners')
    .set(toPartnerRow({ ...toPartner(row), ...change }))
    .where('client_id', '=', clientId)
    .execute();
  return true;
}
