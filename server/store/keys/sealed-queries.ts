import { sql } from 'kysely';
import {
  keptKey,
  signingKey,
  submissionContent,
  verificationContent,
  verifiedIdentity,
  webhookSecret,
} from '../../crypto/sealed-json.ts';
import { chunks } from '../engine/by-partner.ts';
import { toSealed } from '../engine/columns.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { StoredBytes } from '../engine/schema.ts';
import type { SealedKind, SealedStore } from './sealed-store.ts';

/** Where the values of a kind are stored, and the context in which they are sealed, by the key of a row. */
interface Place {
  table: string;
  /** The columns of the primary key. */
  key: readonly string[];
  keyId: string;
  bytes: string;
  context(...key: readonly string[]): string;
}

const ofRequest = { table: 'verification_requests', key: ['client_id', 'request_id'] } as const;
const ofWebhook = {
  table: 'webhooks',
  key: ['client_id', 'id'],
  context: (_clientId: string, id: string) => webhookSecret(id),
} as const;

const PLACES: Readonly<Record<SealedKind, Place>> = {
  submissions: {
    table: 'submissions',
    key: ['client_id', 'request_id'],
    keyId: 'key_id',
    bytes: 'content',
    context: (_clientId = '', requestId = '') => submissionContent(requestId),
  },
  verification_requests: {
    ...ofRequest,
    keyId: 'key_id',
    bytes: 'content',
    context: (clientId = '', requestId = '') => verificationContent({ clientId, requestId }),
  },
  identities: {
    ...ofRequest,
    keyId: 'identity_key_id',
    bytes: 'identity',
    context: (clientId = '', requestId = '') => verifiedIdentity({ clientId, requestId }),
  },
  webhook_secrets: { ...ofWebhook, keyId: 'secret_key_id', bytes: 'secret' },
  previous_webhook_secrets: { ...ofWebhook, keyId: 'previous_key_id', bytes: 'previous_secret' },
  signing_keys: {
    table: 'signing_keys',
    key: ['kid'],
    keyId: 'private_key_id',
    bytes: 'private_jwk',
    context: (kid = '') => signingKey(kid),
  },
  kept_keys: {
    table: 'kept_keys',
    key: ['purpose', 'data_key_id'],
    keyId: 'key_id',
    bytes: 'secret',
    context: (purpose = '', dataKeyId = '') => keptKey(purpose, dataKeyId),
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
    write(async ({ trx }) => {
      const place = PLACES[kind];
      const [table, keyId, bytes] = [sql.table(place.table), sql.ref(place.keyId), sql.ref(place.bytes)];
      const key = sql.join(place.key.map((column) => sql.ref(column)));
      const next = after === null ? sql`` : sql`and (${key}) > (${sql.join(after)})`;
      const { rows } = await sql<Record<string, string> & { sealed_under: string; sealed: StoredBytes }>`
        select ${key}, ${keyId} as sealed_under, ${bytes} as sealed from ${table}
        where ${keyId} is not null and ${keyId} <> ${wanted} ${next} order by ${key} limit ${limit}`.execute(trx);
      let last: readonly string[] | null = null;
      let resealed = 0;
      for (const row of rows) {
        last = place.key.map((column) => row[column] ?? '');
        const found = toSealed(row.sealed_under, row.sealed);
        const sealed = reseal(found, place.context(...last));
        const isRow = sql.join(
          last.map((value, at) => sql`${sql.ref(place.key[at] ?? '')} = ${value}`),
          sql` and `,
        );
        // Nothing is locked: a value that has changed meanwhile stays as it is.
        const { numAffectedRows } = await sql`
          update ${table} set ${keyId} = ${sealed.keyId}, ${bytes} = ${sealed.bytes}
          where ${isRow} and ${bytes} = ${found.bytes}`.execute(trx);
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
