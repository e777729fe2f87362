import type { Kysely } from 'kysely';
import { toPartner, toPartnerColumns } from './rows.ts';
import type { Database } from './schema.ts';
import type { Partner } from './store.ts';

export async function addPartner(db: Kysely<Database>, partner: Partner): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('partners')
    .values({
      client_id: partner.clientId,
      name: partner.name,
      secret_hash: partner.secretHash,
      scopes: JSON.stringify(partner.scopes),
      domains: JSON.stringify(partner.domains),
      created_at: partner.createdAt,
      disabled_at: partner.disabledAt,
    })
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

export async function updatePartner(
  db: Kysely<Database>,
  clientId: string,
  change: Partial<Omit<Partner, 'clientId' | 'createdAt'>>,
): Promise<boolean> {
  const columns = toPartnerColumns(change);
  if (Object.keys(columns).length === 0) return (await findPartner(db, clientId)) !== null;
  const { numUpdatedRows } = await db
    .updateTable('partners')
    .set(columns)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
