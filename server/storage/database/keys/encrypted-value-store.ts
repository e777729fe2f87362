import { sql } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import { contextOf } from '../../encryption/encrypted-json.ts';
import type { Encrypted } from '../../encryption/encryptor.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Row } from '../engine/schema.ts';
import { byCodeUnits, chunks } from '../engine/statements.ts';

const REQUEST = ['client_id', 'request_id'] as const;
const WEBHOOK = ['client_id', 'id'] as const;

const values = (table: string, key: readonly [string, string?], column: string, contextKind: string) => ({
  table,
  key,
  column,
  contextKind,
});

const ENCRYPTED = {
  submissions: values('submissions', REQUEST, 'content', 'submission'),
  verification_requests: values('verification_requests', REQUEST, 'content', 'verification-request'),
  identities: values('verification_requests', REQUEST, 'identity', 'verification-identity'),
  webhook_secrets: values('webhooks', WEBHOOK, 'secret', 'webhook'),
  previous_webhook_secrets: values('webhooks', WEBHOOK, 'previous_secret', 'webhook'),
  signing_keys: values('signing_keys', ['kid'], 'private_jwk', 'signing-key'),
  kept_keys: values('kept_keys', ['purpose', 'data_key_id'], 'secret', 'kept-key'),
};

export type EncryptedKind = keyof typeof ENCRYPTED;
export const ENCRYPTED_KINDS = Object.keys(ENCRYPTED) as EncryptedKind[];

/** `endsAt` is null for a secret that is needed forever. */
type RetainedSecret = Row<'kept_keys'>;

export interface SigningKey extends Omit<Row<'signing_keys'>, 'publicJwk'> {
  publicJwk: Record<string, unknown>;
}

export const encryptedValueStore = ({ read, write }: DatabaseAccess) => ({
  /** Skips values that start with `prefix`. Pass `last` as `after` in the next call, until `last` is null. */
  reencryptNext: (
    kind: EncryptedKind,
    options: {
      prefix: Uint8Array;
      after: readonly string[] | null;
      limit: number;
      reencrypt(encrypted: Encrypted, context: string, key: readonly string[]): Promise<Encrypted | null>;
    },
  ): Promise<{ reencrypted: number; last: readonly string[] | null }> =>
    write(async ({ trx }) => {
      const { prefix, after, limit, reencrypt } = options;
      const { key, contextKind, ...names } = ENCRYPTED[kind];
      const table = sql.table(names.table);
      const column = sql.ref(names.column);
      const first = sql.ref(key[0]);
      const second = key[1] ? sql.ref(key[1]) : sql`''`;
      const isDone = sql`substr(${column}, 1, ${sql.lit(prefix.length)}) = ${prefix}`;
      const { rows } = await sql<{ key1: string; key2: string; found: Encrypted | null }>`
        select ${first} as key1, ${second} as key2, case when ${isDone} then null else ${column} end as found
        from ${table} where ${column} is not null ${after ? sql`and (${first}, ${second}) > (${sql.join(after)})` : sql``}
        order by key1, key2 limit ${limit}`.execute(trx);
      let last: readonly string[] | null = null;
      let reencrypted = 0;
      for (const { key1, key2, found } of rows) {
        last = [key1, key2];
        if (found === null) continue;
        const encrypted = await reencrypt(found, contextOf(contextKind, ...last.slice(0, key.length)), last);
        if (encrypted === null) continue;
        // Needs no lock, because the condition on the old bytes skips a value that changed after the select.
        const { numAffectedRows } = await sql`
          update ${table} set ${column} = ${encrypted}
          where ${first} = ${key1} and ${second} = ${key2} and ${column} = ${found}`.execute(trx);
        reencrypted += Number(numAffectedRows);
      }
      return { reencrypted, last: rows.length < limit ? null : last };
    }),

  listFiles: ({ limit, after }: { limit: number; after?: { fileKey: string } }) =>
    read(async (db) => {
      const select = (table: 'assets' | 'documents') =>
        db
          .selectFrom(table)
          .select(['clientId', 'requestId', 'fileKey'])
          .where('fileKey', '>', after?.fileKey ?? '')
          .orderBy('fileKey')
          .limit(limit)
          .$narrowType<{ fileKey: string }>()
          .execute();
      const files = [...(await select('assets')), ...(await select('documents'))];
      return files.sort((one, other) => byCodeUnits(one.fileKey, other.fileKey)).slice(0, limit);
    }),

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

  retainSecret: (kept: RetainedSecret): Promise<void> =>
    write(async ({ trx }) => {
      const { secret, endsAt } = kept;
      await trx
        .insertInto('kept_keys')
        .values(kept)
        .onConflict((conflict) => conflict.columns(['purpose', 'dataKeyId']).doUpdateSet({ secret, endsAt }))
        .execute();
    }),

  listKeptKeys: (): Promise<RetainedSecret[]> =>
    read((db) => db.selectFrom('kept_keys').selectAll().orderBy('purpose').orderBy('dataKeyId').execute()),

  addSigningKey: (key: SigningKey): Promise<void> =>
    write(async ({ trx }) => {
      const publicJwk = JSON.stringify(key.publicJwk);
      await trx
        .insertInto('signing_keys')
        .values({ ...key, publicJwk })
        .execute();
    }),

  listSigningKeys: (): Promise<SigningKey[]> =>
    read(async (db) => {
      const query = db.selectFrom('signing_keys').selectAll();
      const keys = await query.orderBy('createdAt', 'desc').orderBy('kid').execute();
      return keys.map((key) => ({ ...key, publicJwk: JSON.parse(key.publicJwk) }));
    }),

  deleteSigningKeysSupersededBefore: (before: Micros): Promise<number> =>
    write(async ({ trx }) => {
      const { numAffectedRows } = await sql`
        delete from signing_keys
        where created_at < (select max(created_at) from signing_keys where created_at < ${before})`.execute(trx);
      return Number(numAffectedRows);
    }),
});
