import type { Kysely } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import type { Database } from '../engine/schema.ts';
import { toSigningKey } from '../rows.ts';
import type { SigningKey } from '../store.ts';

export async function addSigningKey(db: Kysely<Database>, key: SigningKey): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values({
      kid: key.kid,
      public_jwk: JSON.stringify(key.publicJwk),
      private_key_id: key.privateJwk.keyId,
      private_jwk: key.privateJwk.bytes,
      created_at: key.createdAt,
    })
    .execute();
}

export async function listSigningKeys(db: Kysely<Database>): Promise<SigningKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute();
  return rows.map(toSigningKey);
}

export async function deleteSigningKeysSupersededBefore(
  db: Kysely<Database>,
  before: Micros,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('signing_keys')
    .where('created_at', '<', (eb) =>
      eb
        .selectFrom('signing_keys')
        .select((newer) => newer.fn.max('created_at').as('created_at'))
        .where('created_at', '<', before),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
