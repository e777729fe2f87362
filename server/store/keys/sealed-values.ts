import { sql } from 'kysely';
import {
  keptKey,
  signingKey,
  submissionContent,
  verificationContent,
  verifiedIdentity,
  webhookSecret,
} from '../../crypto/sealed-json.ts';
import { chunks } from '../engine/chunks.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { StoredBytes } from '../engine/schema.ts';
import { toSealed } from '../engine/sealed-columns.ts';
import type { SealedKind, SealedStore } from './sealed-store.ts';

interface Place {
  table: string;
  /** The columns of the primary key. */
  key: readonly string[];
  /** Whether `client_id` says where a row is, beside the key. */
  ofPartner?: true;
  keyId: string;
  bytes: string;
  context(key: readonly string[]): string;
}

const ofRequest = (context: (key: { clientId: string; requestId: string }) => string) => ({
  table: 'verification_requests',
  key: ['client_id', 'request_id'],
  context: ([clientId = '', requestId = '']: readonly string[]) => context({ clientId, requestId }),
});
const ofWebhook = {
  table: 'webhooks',
  key: ['id'],
  ofPartner: true as const,
  context: ([id = '']: readonly string[]) => webhookSecret(id),
};

const PLACES: Readonly<Record<SealedKind, Place>> = {
  submissions: {
    table: 'submissions',
    key: ['request_id'],
    ofPartner: true,
    keyId: 'key_id',
    bytes: 'content',
    context: ([requestId = '']) => submissionContent(requestId),
  },
  verification_requests: { ...ofRequest(verificationContent), keyId: 'key_id', bytes: 'content' },
  identities: { ...ofRequest(verifiedIdentity), keyId: 'identity_key_id', bytes: 'identity' },
  webhook_secrets: { ...ofWebhook, keyId: 'secret_key_id', bytes: 'secret' },
  previous_webhook_secrets: { ...ofWebhook, keyId: 'previous_key_id', bytes: 'previous_secret' },
  signing_keys: {
    table: 'signing_keys',
    key: ['kid'],
    keyId: 'private_key_id',
    bytes: 'private_jwk',
    context: ([kid = '']) => signingKey(kid),
  },
  kept_keys: {
    table: 'kept_keys',
    key: ['purpose', 'data_key_id'],
    keyId: 'key_id',
    bytes: 'secret',
    context: ([purpose = '', dataKeyId = '']) => keptKey(purpose, dataKeyId),
  },
};

export const sealedStore = ({ read, write }: DatabaseAccess): SealedStore => ({
  countSealed: (kind) =>
    read(async (db) => {
      const place = PLACES[kind];
      const [table, keyId] = [sql.table(place.table), sql.ref(place.keyId)];
      const { rows } = await sql<{ key_id: string; count: number | string }>`
        select ${keyId} as key_id, count(*) as count from ${table} where ${keyId} is not null group by ${keyId}`.execute(
        db,
      );
      return rows.map((row) => ({ keyId: row.key_id, count: Number(row.count) }));
    }),

  resealNext: (kind, { keyId: wanted, after, limit, reseal }) =>
    write(async ({ trx, lockRows, distributed }) => {
      const place = PLACES[kind];
      const [table, keyId, bytes] = [sql.table(place.table), sql.ref(place.keyId), sql.ref(place.bytes)];
      const key = sql.join(place.key.map((column) => sql.ref(column)));
      const next = after === null ? sql`` : sql`and (${key}) > (${sql.join(after)})`;
      const partner = place.ofPartner ? sql`client_id` : sql`null`;
      // Rows of many partners are not locked where these are in many places.
      const lock = lockRows && !distributed ? sql`for update` : sql``;
      const { rows } = await sql<Record<string, string> & { sealed_under: string; sealed: StoredBytes }>`
        select ${key}, ${partner} as partner, ${keyId} as sealed_under, ${bytes} as sealed from ${table}
        where ${keyId} is not null and ${keyId} <> ${wanted} ${next} order by ${key} limit ${limit} ${lock}`.execute(
        trx,
      );
      let last: readonly string[] | null = null;
      let resealed = 0;
      for (const row of rows) {
        last = place.key.map((column) => row[column] ?? '');
        const found = toSealed(row.sealed_under, row.sealed);
        const sealed = reseal(found, place.context(last));
        const ofPartner = place.ofPartner ? sql`client_id = ${row['partner']} and` : sql``;
        const { numAffectedRows } = await sql`
          update ${table} set ${keyId} = ${sealed.keyId}, ${bytes} = ${sealed.bytes}
          where ${ofPartner} (${key}) = (${sql.join(last)}) and ${bytes} = ${found.bytes}`.execute(trx);
        resealed += Number(numAffectedRows);
      }
      return { resealed, last: rows.length < limit ? null : last };
    }),

  listFileKeys: ({ after, limit }) =>
    read(async (db) => {
      const keysOf = (table: 'assets' | 'documents') =>
        db
          .selectFrom(table)
          .select('file_key')
          .where('file_key', '>', after)
          .orderBy('file_key')
          .limit(limit)
          .execute();
      const rows = [...(await keysOf('assets')), ...(await keysOf('documents'))];
      const keys = rows.flatMap(({ file_key }) => file_key ?? []).sort();
      return keys.slice(0, limit);
    }),

  findUnknownFiles: (fileKeys) =>
    read(async (db) => {
      const unknown = new Set(fileKeys);
      for (const some of chunks(fileKeys)) {
        for (const table of ['assets', 'documents', 'loose_files'] as const) {
          const rows = await db.selectFrom(table).select('file_key').where('file_key', 'in', some).execute();
          for (const { file_key: known } of rows) if (known !== null) unknown.delete(known);
        }
      }
      return [...unknown];
    }),

  async keepKey({ purpose, dataKeyId, secret, endsAt }) {
    const kept = { key_id: secret.keyId, secret: secret.bytes, ends_at: endsAt };
    await write(({ trx }) =>
      trx
        .insertInto('kept_keys')
        .values({ purpose, data_key_id: dataKeyId, ...kept })
        .onConflict((conflict) => conflict.columns(['purpose', 'data_key_id']).doUpdateSet(kept))
        .execute(),
    );
  },

  listKeptKeys: () =>
    read(async (db) => {
      const rows = await db.selectFrom('kept_keys').selectAll().orderBy('purpose').orderBy('data_key_id').execute();
      return rows.map((row) => ({
        purpose: row.purpose,
        dataKeyId: row.data_key_id,
        secret: toSealed(row.key_id, row.secret),
        endsAt: row.ends_at,
      }));
    }),
});
