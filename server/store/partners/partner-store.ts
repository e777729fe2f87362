import type { Micros } from '../../domain/clock.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Row } from '../engine/schema.ts';

/** A server-side OAuth client (service description 1.1). */
export interface Partner {
  clientId: string;
  name: string;
  /** Hash of the client secret, as made by `server/oauth/client-secret.ts`. The secret itself is never stored. */
  secretHash: string;
  /** Every scope the partner was granted. */
  scopes: readonly string[];
  /** Host names that document URLs may point at; `*` stands for any (sandbox only). */
  domains: readonly string[];
  createdAt: Micros;
  /** Set when the operator disabled the partner; its tokens then stop working. */
  disabledAt: Micros | null;
  /** Tokens that were issued before are refused. 0 for a partner whose tokens were never ended. */
  tokensSince: Micros;
  /** The secret before, which is good too until `endsAt`; absent or null for none. */
  previousSecret?: { hash: string; endsAt: Micros } | null;
}

/** One that has no tokens yet. */
export type NewPartner = Omit<Partner, 'tokensSince'>;

export interface PartnerStore {
  /** False when the client id is taken; the stored partner is left as it is. */
  addPartner(partner: NewPartner): Promise<boolean>;
  findPartner(clientId: string): Promise<Partner | null>;
  /** Oldest first. */
  listPartners(): Promise<Partner[]>;
  /** Changes what is given and leaves the rest. False when there is no such partner. */
  updatePartner(
    clientId: string,
    change: Partial<
      Pick<Partner, 'name' | 'secretHash' | 'scopes' | 'domains' | 'disabledAt' | 'tokensSince' | 'previousSecret'>
    >,
  ): Promise<boolean>;
}

export const partnerStore = ({ read, write }: DatabaseAccess): PartnerStore => ({
  async addPartner(partner) {
    return write(async ({ trx }) => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('partners')
        .values(toRow({ ...partner, tokensSince: 0 }))
        .onConflict((conflict) => conflict.column('client_id').doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    });
  },

  async findPartner(clientId) {
    const row = await read((db) =>
      db.selectFrom('partners').selectAll().where('client_id', '=', clientId).executeTakeFirst(),
    );
    return row ? toPartner(row) : null;
  },

  async listPartners() {
    const rows = await read((db) =>
      db.selectFrom('partners').selectAll().orderBy('created_at').orderBy('client_id').execute(),
    );
    return rows.map(toPartner);
  },

  updatePartner: (clientId, change) =>
    write(async ({ trx }) => {
      // Locked before it is read, so that of two changes at the same time neither undoes the other.
      const row = await trx
        .selectFrom('partners')
        .selectAll()
        .where('client_id', '=', clientId)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return false;
      await trx
        .updateTable('partners')
        .set(toRow({ ...toPartner(row), ...change }))
        .where('client_id', '=', clientId)
        .execute();
      return true;
    }),
});

const toPartner = (row: Row<'partners'>): Partner => ({
  clientId: row.client_id,
  name: row.name,
  secretHash: row.secret_hash,
  scopes: JSON.parse(row.scopes),
  domains: JSON.parse(row.domains),
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
  tokensSince: row.tokens_since,
  ...(row.previous_secret_hash !== null &&
    row.previous_ends_at !== null && {
      previousSecret: { hash: row.previous_secret_hash, endsAt: row.previous_ends_at },
    }),
});

const toRow = (partner: Partner): Row<'partners'> => ({
  client_id: partner.clientId,
  name: partner.name,
  secret_hash: partner.secretHash,
  scopes: JSON.stringify(partner.scopes),
  domains: JSON.stringify(partner.domains),
  created_at: partner.createdAt,
  disabled_at: partner.disabledAt,
  tokens_since: partner.tokensSince,
  previous_secret_hash: partner.previousSecret?.hash ?? null,
  previous_ends_at: partner.previousSecret?.endsAt ?? null,
});
