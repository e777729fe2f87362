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

export const signingKeyStore = ({ read, write }: DatabaseAccess) => ({
  addSigningKey: ({ kid, publicJwk, privateJwk: { keyId, bytes }, createdAt }: SigningKey): Promise<void> =>
    write(async ({ trx }) => {
      const row = { kid, publicJwk: JSON.stringify(publicJwk), privateKeyId: keyId, privateJwk: bytes, createdAt };
      await trx.insertInto('signing_keys').values(row).execute();
    }),

  /** Lists the newest first; by kid where two were made in the same microsecond. */
  listSigningKeys: (): Promise<SigningKey[]> =>
    read(async (db) => {
      const keys = await db
        .selectFrom('signing_keys')
        .selectAll()
        .orderBy('createdAt', 'desc')
        .orderBy('kid')
        .execute();
      return keys.map(({ publicJwk, privateKeyId, privateJwk, ...key }) => ({
        ...key,
        publicJwk: JSON.parse(publicJwk),
        privateJwk: toSealed(privateKeyId, privateJwk),
      }));
    }),

  /** Removes keys that are older than a key created before `before`. */
  deleteSigningKeysSupersededBefore: (before: Micros): Promise<number> =>
    write(async ({ trx }) => {
      const { numDeletedRows } = await trx
        .deleteFrom('signing_keys')
        .where('createdAt', '<', (eb) =>
          eb
            .selectFrom('signing_keys')
            .select((newer) => newer.fn.max('createdAt').as('createdAt'))
            .where('createdAt', '<', before),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    }),
});
