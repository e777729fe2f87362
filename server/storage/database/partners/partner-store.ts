import type { Micros } from '../../../domain/clock.ts';
import { skeletonsOf } from '../../../domain/lookalike.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Row, Trx } from '../engine/schema.ts';

export interface Partner {
  clientId: string;
  name: string;
  secretHash: string;
  scopes: readonly string[];
  /** True if the partner can submit digital identities in v2 batches. */
  mayVouch: boolean;
  /** True if the links of the partner's new verification requests contain a secret. */
  linkSecret: boolean;
  /** `*` permits any host (sandbox only). */
  domains: readonly string[];
  /** Page to which users can return after a decision. */
  homePage?: string | null;
  createdAt: Micros;
  disabledAt: Micros | null;
  /** Tokens issued before this time are invalid; 0 if no tokens were revoked. */
  tokensSince: Micros;
  previousSecret?: { hash: string; endsAt: Micros } | null;
}

export type NewPartner = Omit<Partner, 'tokensSince'>;

export class NameTaken extends Error {
  override name = 'NameTaken';
  readonly clientId: string;
  constructor(clientId: string) {
    super(`The name looks like the registered name of the partner ${clientId}`);
    this.clientId = clientId;
  }
}

export const partnerStore = ({ read, write }: DatabaseAccess) => ({
  /** Resolves to false if the client ID exists. Rejects with `NameTaken` if another partner has a similar name. */
  addPartner: (partner: NewPartner): Promise<boolean> =>
    write(async ({ trx }) => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('partners')
        .values(toRow({ ...partner, tokensSince: 0 }))
        .onConflict((conflict) => conflict.column('clientId').doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) return false;
      await requireUniqueName(trx, partner);
      return true;
    }),

  findPartner: (clientId: string): Promise<Partner | null> =>
    read(async (db) => {
      const row = await db.selectFrom('partners').selectAll().where('clientId', '=', clientId).executeTakeFirst();
      return row ? toPartner(row) : null;
    }),

  listPartners: (): Promise<Partner[]> =>
    read(async (db) => {
      const rows = await db.selectFrom('partners').selectAll().orderBy('createdAt').orderBy('clientId').execute();
      return rows.map(toPartner);
    }),

  /** Resolves to false for an unknown partner. Rejects with `NameTaken` if another partner has a similar name. */
  updatePartner: (clientId: string, change: Partial<Omit<Partner, 'clientId' | 'createdAt'>>): Promise<boolean> =>
    write(async ({ trx }) => {
      const query = trx.selectFrom('partners').selectAll().where('clientId', '=', clientId).forUpdate();
      const row = await query.executeTakeFirst();
      if (!row) return false;
      if (change.name !== undefined) await requireUniqueName(trx, { clientId, name: change.name });
      await trx
        .updateTable('partners')
        .set(toRow({ ...toPartner(row), ...change }))
        .where('clientId', '=', clientId)
        .execute();
      return true;
    }),
});

async function requireUniqueName(trx: Trx, { clientId, name }: Pick<Partner, 'clientId' | 'name'>): Promise<void> {
  // Locks the single row of `environment`, so that only one transaction at a time compares and changes names.
  await trx.selectFrom('environment').select('id').forUpdate().execute();
  const query = trx.selectFrom('partners').select(['clientId', 'name']).where('clientId', '<>', clientId);
  const others = await query.execute();
  const skeletons = skeletonsOf(name);
  const alike = others.find((other) => skeletonsOf(other.name).some((each) => skeletons.includes(each)));
  if (alike) throw new NameTaken(alike.clientId);
}

const toPartner = ({ previousSecretHash: hash, previousEndsAt: endsAt, ...row }: Row<'partners'>): Partner => ({
  ...row,
  mayVouch: row.mayVouch === 1,
  linkSecret: row.linkSecret === 1,
  scopes: JSON.parse(row.scopes),
  domains: JSON.parse(row.domains),
  ...(hash !== null && endsAt !== null && { previousSecret: { hash, endsAt } }),
});

const toRow = ({ previousSecret, mayVouch, linkSecret, scopes, domains, ...partner }: Partner): Row<'partners'> => ({
  homePage: null,
  ...partner,
  mayVouch: mayVouch ? 1 : 0,
  linkSecret: linkSecret ? 1 : 0,
  scopes: JSON.stringify(scopes),
  domains: JSON.stringify(domains),
  previousSecretHash: previousSecret?.hash ?? null,
  previousEndsAt: previousSecret?.endsAt ?? null,
});
