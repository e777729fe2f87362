import type { Sealed } from '../../crypto/sealer.ts';
import type { Micros } from '../../domain/clock.ts';
import { toSealed } from '../engine/columns.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';

/** A key that signs access tokens. The private part is sealed; the public part is a JWK. */
export interface SigningKey {
  kid: string;
  publicJwk: Record<string, unknown>;
  privateJwk: Sealed;
  createdAt: Micros;
}

export interface SigningKeyStore {
  addSigningKey(key: SigningKey): Promise<void>;
  /** Newest first; by kid where two were made in the same microsecond. */
  listSigningKeys(): Promise<SigningKey[]>;
  /** Removes keys that were superseded before `before`: those that are older than a key created before it. */
  deleteSigningKeysSupersededBefore(before: Micros): Promise<number>;
}

export const signingKeyStore = ({ read, write }: DatabaseAccess): SigningKeyStore => ({
  async addSigningKey({ kid, publicJwk, privateJwk, createdAt }) {
    const row = {
      kid,
      public_jwk: JSON.stringify(publicJwk),
      private_key_id: privateJwk.keyId,
      private_jwk: privateJwk.bytes,
      created_at: createdAt,
    };
    await write(({ trx }) => trx.insertInto('signing_keys').values(row).execute());
  },

  async listSigningKeys() {
    const rows = await read((db) =>
      db.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid').execute(),
    );
    return rows.map((row) => ({
      kid: row.kid,
      publicJwk: JSON.parse(row.public_jwk),
      privateJwk: toSealed(row.private_key_id, row.private_jwk),
      createdAt: row.created_at,
    }));
  },

  async deleteSigningKeysSupersededBefore(before) {
    const { numDeletedRows } = await write(({ trx }) =>
      trx
        .deleteFrom('signing_keys')
        .where('created_at', '<', (eb) =>
          eb
            .selectFrom('signing_keys')
            .select((newer) => newer.fn.max('created_at').as('created_at'))
            .where('created_at', '<', before),
        )
        .executeTakeFirst(),
    );
    return Number(numDeletedRows);
  },
});
