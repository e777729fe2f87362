import { sql, type UpdateObject } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import type { EventType } from '../../../domain/webhook-event.ts';
import type { Encrypted } from '../../encryption/encryptor.ts';
import type { DatabaseAccess, WriteContext } from '../engine/database-access.ts';
import type { Database, Row, Trx } from '../engine/schema.ts';

/** `previousSecret` is invalid after `previousEndsAt`, but can still have a value. */
export interface Webhook extends Omit<Row<'webhooks'>, 'eventTypes'> {
  eventTypes: readonly EventType[];
}

export type NewWebhook = Omit<Webhook, 'previousSecret' | 'previousEndsAt'>;

export type WebhookKey = Pick<Webhook, 'clientId' | 'id'>;

/** If `versions` is not empty, the webhook must have one of these versions. */
export type WebhookCondition = WebhookKey & { versions?: readonly number[] };

const PORTION = 1000;

/** The methods treat another partner's webhook as nonexistent. */
export const webhookStore = ({ read, write, lock }: DatabaseAccess) => ({
  /** Resolves to false if the partner already has `max` webhooks. */
  addWebhook: (webhook: NewWebhook, max: number): Promise<boolean> =>
    write(async ({ trx }) => {
      // Serializes a partner's inserts. Does not lock the partner's row, because the lock would also block updates.
      await lock(trx, `webhooks of ${webhook.clientId}`);
      const { count } = await trx
        .selectFrom('webhooks')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('clientId', '=', webhook.clientId)
        .executeTakeFirstOrThrow();
      if (count >= max) return false;
      const eventTypes = JSON.stringify(webhook.eventTypes);
      await trx
        .insertInto('webhooks')
        .values({ ...webhook, eventTypes })
        .execute();
      return true;
    }),

  listWebhooks: (clientId: string): Promise<Webhook[]> =>
    read(async (db) => {
      const query = db.selectFrom('webhooks').selectAll().where('clientId', '=', clientId);
      return (await query.orderBy('createdAt').orderBy('id').execute()).map(toWebhook);
    }),

  findWebhook: ({ clientId, id }: WebhookKey): Promise<Webhook | null> =>
    read(async (db) => {
      const query = db.selectFrom('webhooks').selectAll();
      const row = await query.where(({ and }) => and({ id, clientId })).executeTakeFirst();
      return row ? toWebhook(row) : null;
    }),

  /** Resolves to null if no webhook matches the condition. */
  replaceWebhook: (
    condition: WebhookCondition,
    { name, description, url, eventTypes }: Pick<Webhook, 'name' | 'description' | 'url' | 'eventTypes'>,
  ): Promise<Webhook | null> =>
    write(({ trx }) =>
      changeWebhook(trx, condition, { name, description, url, eventTypes: JSON.stringify(eventTypes) }),
    ),

  rotateWebhookSecret: (
    condition: WebhookCondition,
    { secret, previousEndsAt }: { secret: Encrypted; previousEndsAt: Micros },
  ): Promise<Webhook | null> =>
    write(({ trx }) => changeWebhook(trx, condition, { previousSecret: sql`secret`, previousEndsAt, secret })),

  deleteWebhook: async ({ clientId, id, versions = [] }: WebhookCondition): Promise<boolean> => {
    // Increases the version, so that a concurrent change with the same condition fails.
    const increaseVersion = () => write(({ trx }) => updateWebhook(trx, { clientId, id, versions }).executeTakeFirst());
    if (versions.length > 0 && (await increaseVersion()).numUpdatedRows === 0n) return false;
    // Deletes the deliveries in portions, because one statement could block other writes or exceed the timeout.
    let deleted = 1;
    while (deleted > 0) deleted = await write((context) => deletePortion(context, { clientId, id }));
    return write(async ({ trx }) => {
      const query = trx.deleteFrom('webhooks').where(({ and }) => and({ id, clientId }));
      return (await query.executeTakeFirst()).numDeletedRows === 1n;
    });
  },
});

function updateWebhook(trx: Trx, { clientId, id, versions = [] }: WebhookCondition) {
  const update = trx.updateTable('webhooks').where(({ and }) => and({ id, clientId }));
  return (versions.length === 0 ? update : update.where('version', 'in', versions)).set((eb) => ({
    version: eb('version', '+', 1),
  }));
}

async function changeWebhook(
  trx: Trx,
  condition: WebhookCondition,
  change: UpdateObject<Database, 'webhooks'>,
): Promise<Webhook | null> {
  const row = await updateWebhook(trx, condition).set(change).returningAll().executeTakeFirst();
  return row ? toWebhook(row) : null;
}

async function deletePortion({ trx }: WriteContext, { clientId, id: webhookId }: WebhookKey): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('deliveries')
    .where('clientId', '=', clientId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('id')
        .where(({ and }) => and({ clientId, webhookId }))
        .limit(PORTION)
        // Skips locked rows, because waiting could cause a deadlock with the transaction that records attempts.
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Prevents the deletion of the webhook until the transaction ends. */
export async function lockWebhook({ trx }: WriteContext, { clientId, id }: WebhookKey): Promise<boolean> {
  const query = trx.selectFrom('webhooks').select('id').forKeyShare();
  return (await query.where(({ and }) => and({ id, clientId })).executeTakeFirst()) !== undefined;
}

const toWebhook = ({ eventTypes, ...row }: Row<'webhooks'>): Webhook => ({
  ...row,
  eventTypes: JSON.parse(eventTypes),
});
