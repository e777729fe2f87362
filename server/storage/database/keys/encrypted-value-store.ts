import { sql } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import { contextOf } from '../../encryption/encrypted-json.ts';
import type { Encrypted } from '../../encryption/encryptor.ts';
import { toEncrypted } from '../engine/columns.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { StoredBytes } from '../engine/schema.ts';
import { chunks } from '../engine/statements.ts';

const REQUEST = ['client_id', 'request_id'] as const;
const WEBHOOK = ['client_id', 'id'] as const;

/** Returns where the encrypted values of a kind are. `context` is the first argument of `contextOf`. */
const values = (
  table: string,
  key: readonly [string, string?],
  [keyId, bytes]: readonly [string, string],
  context: string,
) => ({ table, key, keyId, bytes, context });

const ENCRYPTED = {
  submissions: values('submissions', REQUEST, ['key_id', 'content'], 'submission'),
  verification_requests: values('verification_requests', REQUEST, ['key_id', 'content'], 'verification-request'),
  identities: values('verification_requests', REQUEST, ['identity_key_id', 'identity'], 'verification-identity'),
  webhook_secrets: values('webhooks', WEBHOOK, ['secret_key_id', 'secret'], 'webhook'),
  previous_webhook_secrets: values('webhooks', WEBHOOK, ['previous_key_id', 'previous_secret'], 'webhook'),
  signing_keys: values('signing_keys', ['kid'], ['private_key_id', 'private_jwk'], 'signing-key'),
  kept_keys: values('kept_keys', ['purpose', 'data_key_id'], ['key_id', 'secret'], 'kept-key'),
};

export type EncryptedKind = keyof typeof ENCRYPTED;
export const ENCRYPTED_KINDS = Object.keys(ENCRYPTED) as EncryptedKind[];

interface RetainedSecret {
  purpose: string;
  /** ID of the data key from which the secret was derived. */
  dataKeyId: string;
  secret: Encrypted;
  /** Time after which the secret is no longer needed. Null if it is always needed. */
  endsAt: Micros | null;
}

/** A key pair for signing access tokens. The private key is encrypted; the public key is a JWK. */
export interface SigningKey {
  kid: string;
  publicJwk: Record<string, unknown>;
  privateJwk: Encrypted;
  createdAt: Micros;
}

export const encryptedValueStore = ({ read, write }: DatabaseAccess) => ({
  /**
   * Re-encrypts a page of values that are not encrypted with `keyId`, except those for which `reencrypt` resolves to
   * null. `last` is the `after` of the next page; null after the final page.
   */
  reencryptNext: (
    kind: EncryptedKind,
    options: {
      keyId: string;
      after: readonly string[] | null;
      limit: number;
      reencrypt(encrypted: Encrypted, context: string, key: readonly string[]): Promise<Encrypted | null>;
    },
  ): Promise<{ reencrypted: number; last: readonly string[] | null }> =>
    write(async ({ trx }) => {
      const { after, limit, reencrypt } = options;
      const { key, context, ...names } = ENCRYPTED[kind];
      const [table, keyId, bytes] = [sql.table(names.table), sql.ref(names.keyId), sql.ref(names.bytes)];
      const [first, second] = [sql.ref(key[0]), key[1] ? sql.ref(key[1]) : sql`''`];
      const { rows } = await sql<{ key1: string; key2: string; encryptedUnder: string; encrypted: StoredBytes }>`
        select ${first} as key1, ${second} as key2, ${keyId} as encrypted_under, ${bytes} as encrypted from ${table}
        where ${keyId} is not null and ${keyId} <> ${options.keyId}
          ${after ? sql`and (${first}, ${second}) > (${sql.join(after)})` : sql``}
        order by key1, key2 limit ${limit}`.execute(trx);
      let last: readonly string[] | null = null;
      let reencrypted = 0;
      for (const row of rows) {
        last = [row.key1, row.key2];
        const found = toEncrypted(row.encryptedUnder, row.encrypted);
        const encrypted = await reencrypt(found, contextOf(context, ...last.slice(0, key.length)), last);
        if (encrypted === null) continue;
        // No lock is needed: the condition on the old bytes skips a value that has changed since the select.
        const { numAffectedRows } = await sql`
          update ${table} set ${keyId} = ${encrypted.keyId}, ${bytes} = ${encrypted.bytes}
          where ${first} = ${row.key1} and ${second} = ${row.key2} and ${bytes} = ${found.bytes}`.execute(trx);
        reencrypted += Number(numAffectedRows);
      }
      return { reencrypted, last: rows.length < limit ? null : last };
    }),

  /** Lists at most `limit` stored files whose keys follow the key `after`, in ascending order, with their owners. */
  listFiles: ({ after, limit }: { after: string; limit: number }) =>
    read(async (db) => {
      const select = (table: 'assets' | 'documents') =>
        db
          .selectFrom(table)
          .select(['clientId', 'requestId', 'fileKey'])
          .where('fileKey', '>', after)
          .orderBy('fileKey')
          .limit(limit)
          .$narrowType<{ fileKey: string }>()
          .execute();
      const files = [...(await select('assets')), ...(await select('documents'))];
      return files.sort((one, other) => (one.fileKey < other.fileKey ? -1 : 1)).slice(0, limit);
    }),

  /** Resolves to those files that no row refers to and that are not registered as orphaned. */
  findUnknownFiles: (fileKeys: readonly string[]): Promise<string[]> =>
    read(async (db) => {
      const unknown = new Set(fileKeys);
      for (const some of chunks(fileKeys)) {
        for (const table of ['assets', 'documents', 'orphaned_files'] as const) {
          const known = await db.selectFrom(table).select('fileKey').where('fileKey', 'in', some).execute();
          for (const { fileKey } of known) if (fileKey !== null) unknown.delete(fileKey);
        }
      }
      return [...unknown];
    }),

  /** Stores a secret. Replaces an existing secret with the same purpose and data key. */
  retainSecret: ({ purpose, dataKeyId, secret, endsAt }: RetainedSecret): Promise<void> =>
    write(async ({ trx }) => {
      const kept = { keyId: secret.keyId, secret: secret.bytes, endsAt };
      await trx
        .insertInto('kept_keys')
        .values({ purpose, dataKeyId, ...kept })
        .onConflict((conflict) => conflict.columns(['purpose', 'dataKeyId']).doUpdateSet(kept))
        .execute();
    }),

  listKeptKeys: (): Promise<RetainedSecret[]> =>
    read(async (db) => {
      const rows = await db.selectFrom('kept_keys').selectAll().orderBy('purpose').orderBy('dataKeyId').execute();
      return rows.map(({ keyId, secret, ...key }) => ({ ...key, secret: toEncrypted(keyId, secret) }));
    }),

  addSigningKey: ({ kid, publicJwk, privateJwk: { keyId, bytes }, createdAt }: SigningKey): Promise<void> =>
    write(async ({ trx }) => {
      const row = { kid, publicJwk: JSON.stringify(publicJwk), privateKeyId: keyId, privateJwk: bytes, createdAt };
      await trx.insertInto('signing_keys').values(row).execute();
    }),

  /** Lists the keys, newest first. Keys created in the same microsecond are sorted by `kid`. */
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
        privateJwk: toEncrypted(privateKeyId, privateJwk),
      }));
    }),

  /** Deletes the keys that were superseded before `before`. Resolves to the number of deleted keys. */
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
