import type { Kysely } from 'kysely';
import type { Sealed } from '../../crypto/sealer.ts';
import type { Micros } from '../../domain/clock.ts';
import { chunks, idsOf, partnersOf } from '../engine/by-partner.ts';
import { toSealed } from '../engine/columns.ts';
import type { DatabaseAccess, WriteContext } from '../engine/database-access.ts';
import type { Database, Row } from '../engine/schema.ts';

/** Sealed in the context `webhook:<id>`. */
export interface WebhookSecrets {
  secret: Sealed;
  /** The one before the last rotation, and when it ends; null when there is none. It may have ended. */
  previous: { secret: Sealed; endsAt: Micros } | null;
}

export interface Webhook extends WebhookSecrets {
  /** A UUID. */
  id: string;
  clientId: string;
  name: string | null;
  description: string | null;
  url: string;
  createdAt: Micros;
}

export interface WebhookKey {
  clientId: string;
  id: string;
}

/** The webhooks of all partners. Another partner's webhook is as one that does not exist. */
export interface WebhookStore {
  /** False, and nothing stored, when the partner has `max` webhooks; also when several are added at the same time. */
  addWebhook(webhook: Omit<Webhook, 'previous'>, max: number): Promise<boolean>;
  /** Oldest first; by id where two were made in the same microsecond. */
  listWebhooks(clientId: string): Promise<Webhook[]>;
  findWebhook(key: WebhookKey): Promise<Webhook | null>;
  /** Resolves to the webhook as it is then; null when there is none. */
  replaceWebhook(key: WebhookKey, change: Pick<Webhook, 'name' | 'description' | 'url'>): Promise<Webhook | null>;
  /** The present secret becomes the previous one, the one before is gone. Null when there is no such webhook. */
  rotateWebhookSecret(key: WebhookKey, rotation: { secret: Sealed; previousEndsAt: Micros }): Promise<Webhook | null>;
  /** Deletes the webhook with its deliveries and their attempts. False when there is none. */
  deleteWebhook(key: WebhookKey): Promise<boolean>;
}

/** As many deliveries as one transaction deletes, when there may be any number. */
const PORTION = 1000;

export const webhookStore = ({ read, write, lock }: DatabaseAccess): WebhookStore => ({
  addWebhook: (webhook, max) =>
    write(async ({ trx }) => {
      // Adds by one partner follow one another, so that each counts those before it. The partner's row is not locked:
      // that would also stop those who change the partner meanwhile.
      await lock(trx, `webhooks of ${webhook.clientId}`);
      const { count } = await trx
        .selectFrom('webhooks')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('client_id', '=', webhook.clientId)
        .executeTakeFirstOrThrow();
      if (count >= max) return false;
      await trx
        .insertInto('webhooks')
        .values({
          id: webhook.id,
          client_id: webhook.clientId,
          name: webhook.name,
          description: webhook.description,
          url: webhook.url,
          created_at: webhook.createdAt,
          secret_key_id: webhook.secret.keyId,
          secret: webhook.secret.bytes,
        })
        .execute();
      return true;
    }),

  async listWebhooks(clientId) {
    const rows = await read((db) =>
      db
        .selectFrom('webhooks')
        .selectAll()
        .where('client_id', '=', clientId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    );
    return rows.map(toWebhook);
  },

  async findWebhook({ clientId, id }) {
    const row = await read((db) =>
      db
        .selectFrom('webhooks')
        .selectAll()
        .where(({ and }) => and({ id, client_id: clientId }))
        .executeTakeFirst(),
    );
    return row ? toWebhook(row) : null;
  },

  async replaceWebhook({ clientId, id }, { name, description, url }) {
    const row = await write(({ trx }) =>
      trx
        .updateTable('webhooks')
        .set({ name, description, url })
        .where(({ and }) => and({ id, client_id: clientId }))
        .returningAll()
        .executeTakeFirst(),
    );
    return row ? toWebhook(row) : null;
  },

  async rotateWebhookSecret({ clientId, id }, { secret, previousEndsAt }) {
    const row = await write(({ trx }) =>
      trx
        .updateTable('webhooks')
        .set((eb) => ({
          previous_key_id: eb.ref('secret_key_id'),
          // A blob is read as one of two types and written as one of them; here it never leaves the database.
          previous_secret: eb.ref('secret').$castTo<Uint8Array>(),
          previous_ends_at: previousEndsAt,
          secret_key_id: secret.keyId,
          secret: secret.bytes,
        }))
        .where(({ and }) => and({ id, client_id: clientId }))
        .returningAll()
        .executeTakeFirst(),
    );
    return row ? toWebhook(row) : null;
  },

  async deleteWebhook(key) {
    // A long log in one transaction would hold up everybody on SQLite, and outlast the time limit on PostgreSQL.
    while ((await write((context) => deletePortion(context, key))) === PORTION);
    const { numDeletedRows } = await write(({ trx }) =>
      trx
        .deleteFrom('webhooks')
        .where(({ and }) => and({ id: key.id, client_id: key.clientId }))
        .executeTakeFirst(),
    );
    return numDeletedRows === 1n;
  },
});

/** Deletes some deliveries of a webhook that is to be deleted. Resolves to how many. */
async function deletePortion({ trx }: WriteContext, { clientId, id }: WebhookKey): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('deliveries')
    .where('client_id', '=', clientId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('id')
        .where(({ and }) => and({ client_id: clientId, webhook_id: id }))
        .limit(PORTION),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Whether it is there. It then stays until the transaction ends, so that a delivery may be added to it. */
export async function lockWebhook({ trx }: WriteContext, { clientId, id }: WebhookKey): Promise<boolean> {
  const row = await trx
    .selectFrom('webhooks')
    .select('id')
    .where(({ and }) => and({ id, client_id: clientId }))
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

const SECRET_COLUMNS = ['secret_key_id', 'secret', 'previous_key_id', 'previous_secret', 'previous_ends_at'] as const;

function toWebhookSecrets(row: Pick<Row<'webhooks'>, (typeof SECRET_COLUMNS)[number]>): WebhookSecrets {
  const previous = toSealed(row.previous_key_id, row.previous_secret);
  const endsAt = row.previous_ends_at;
  return {
    secret: toSealed(row.secret_key_id, row.secret),
    previous: previous === null || endsAt === null ? null : { secret: previous, endsAt },
  };
}

const toWebhook = (row: Row<'webhooks'>): Webhook => ({
  id: row.id,
  clientId: row.client_id,
  name: row.name,
  description: row.description,
  url: row.url,
  createdAt: row.created_at,
  ...toWebhookSecrets(row),
});

/** The URLs and secrets of webhooks, in no particular order. */
export async function readTargets(
  db: Kysely<Database>,
  keys: readonly WebhookKey[],
): Promise<Pick<Webhook, 'id' | 'url' | 'secret' | 'previous'>[]> {
  const targets: Awaited<ReturnType<typeof readTargets>> = [];
  for (const some of chunks(keys)) {
    const rows = await db
      .selectFrom('webhooks')
      .select(['id', 'url', ...SECRET_COLUMNS])
      .where('client_id', 'in', partnersOf(some))
      .where('id', 'in', idsOf(some))
      .execute();
    targets.push(...rows.map((row) => ({ id: row.id, url: row.url, ...toWebhookSecrets(row) })));
  }
  return targets;
}
