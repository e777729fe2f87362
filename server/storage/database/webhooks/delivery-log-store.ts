import { sql } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import type { DeliveryState, WebhookEvent } from '../../../domain/webhook-event.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Db, Trx } from '../engine/schema.ts';
import { deleteRows, idsOf } from '../engine/statements.ts';
import type { Attempt, DeliveryKey } from './delivery-store.ts';
import { insertDeliveries, insertEvents } from './outbox.ts';
import { lockWebhook, type WebhookKey } from './webhook-store.ts';

export interface Delivery {
  id: string;
  webhookId: string;
  event: WebhookEvent;
  state: DeliveryState;
  createdAt: Micros;
  /** Time of the next attempt; null unless the delivery is `pending`. In the past while an attempt is in flight. */
  nextAttemptAt: Micros | null;
  redeliveryOf: string | null;
  attempts: readonly Attempt[];
}

export type DeliveryCursor = Pick<Delivery, 'createdAt' | 'id'>;

export const deliveryLogStore = ({ read, write }: DatabaseAccess) => ({
  addTestDelivery: (
    key: WebhookKey,
    { deliveryId: id, event }: { deliveryId: string; event: WebhookEvent },
  ): Promise<Delivery | null> =>
    write(async (context) => {
      if (!(await lockWebhook(context, key))) return null;
      await insertEvents(context.trx, [event]);
      const { createdAt } = event;
      return insertDelivery(context.trx, { id, webhookId: key.id, event, createdAt, redeliveryOf: null });
    }),

  redeliver: (
    key: WebhookKey,
    entry: { redeliveryOf: string; deliveryId: string; createdAt: Micros },
  ): Promise<Delivery | null> =>
    write(async (context) => {
      if (!(await lockWebhook(context, key))) return null;
      const { redeliveryOf, deliveryId: id, createdAt } = entry;
      const deliveries = selectDeliveries(context.trx, key).where('deliveries.id', '=', redeliveryOf);
      const earlier = await deliveries.executeTakeFirst();
      if (!earlier) return null;
      const { event } = toDelivery(earlier);
      return insertDelivery(context.trx, { id, webhookId: key.id, event, createdAt, redeliveryOf });
    }),

  listDeliveries: (
    { clientId, id }: WebhookKey,
    { limit, after }: { limit: number; after?: DeliveryCursor },
  ): Promise<Delivery[] | null> =>
    read(async (db) => {
      const webhooks = db.selectFrom('webhooks').select('id');
      if (!(await webhooks.where(({ and }) => and({ id, clientId })).executeTakeFirst())) return null;
      let query = selectDeliveries(db, { clientId, id });
      if (after) {
        query = query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('deliveries.createdAt', 'deliveries.id'), '<', tuple(after.createdAt, after.id)),
        );
      }
      const rows = await query
        .orderBy('deliveries.createdAt', 'desc')
        .orderBy('deliveries.id', 'desc')
        .limit(limit)
        .execute();
      const attempts = await readAttempts(db, clientId, idsOf(rows));
      // Omits attempts that were recorded between the two queries, because the delivery's row does not reflect them.
      return rows.map((row) => toDelivery(row, (attempts.get(row.id) ?? []).slice(0, row.attemptsMade)));
    }),

  /** Deletes at most `limit` ended deliveries, and at most `limit` events without deliveries, older than `age`. */
  trimDeliveryLog: ({ age, limit }: { age: Micros; limit: number }): Promise<number> =>
    write(async ({ trx, now }) => {
      const before = now - age;
      const deliveries = await sql<DeliveryKey>`
        select client_id, id from deliveries where state <> 'pending' and created_at < ${before}
        order by created_at limit ${limit}`.execute(trx);
      const trimmed = await deleteRows(trx, 'deliveries', 'id', deliveries.rows);
      const events = await sql<DeliveryKey>`
        select client_id, event_id as id from events where created_at < ${before} and not exists (
          select 1 from deliveries where deliveries.client_id = events.client_id and deliveries.event_id = events.event_id
        )
        order by created_at limit ${limit}`.execute(trx);
      return trimmed + (await deleteRows(trx, 'events', 'event_id', events.rows));
    }),
});

async function insertDelivery(
  trx: Trx,
  { event, ...delivery }: Pick<Delivery, 'id' | 'webhookId' | 'event' | 'createdAt' | 'redeliveryOf'>,
): Promise<Delivery> {
  const { createdAt } = delivery;
  await insertDeliveries(trx, [{ ...delivery, clientId: event.clientId, eventId: event.eventId }], createdAt);
  return { ...delivery, event, state: 'pending', nextAttemptAt: createdAt, attempts: [] };
}

const selectDeliveries = (db: Db, { clientId, id }: WebhookKey) =>
  db
    .selectFrom('deliveries')
    .innerJoin('events', (join) =>
      join.onRef('events.clientId', '=', 'deliveries.clientId').onRef('events.eventId', '=', 'deliveries.eventId'),
    )
    .select(['deliveries.id', 'webhookId', 'state', 'deliveries.createdAt', 'nextAttemptAt', 'redeliveryOf'])
    .select(['attemptsMade', 'events.eventId', 'events.clientId', 'type', 'resourceId', 'status'])
    .select('events.createdAt as eventCreatedAt')
    .where('deliveries.clientId', '=', clientId)
    .where('deliveries.webhookId', '=', id);

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['execute']>>[number];

function toDelivery(row: DeliveryRow, attempts: readonly Attempt[] = []): Delivery {
  const { eventId, clientId, type, resourceId, status, eventCreatedAt, attemptsMade: _made, ...delivery } = row;
  const event = { eventId, clientId, type, resourceId, status, createdAt: eventCreatedAt };
  return { ...delivery, event, attempts };
}

async function readAttempts(db: Db, clientId: string, deliveryIds: readonly string[]): Promise<Map<string, Attempt[]>> {
  const attempts = new Map<string, Attempt[]>();
  if (deliveryIds.length === 0) return attempts;
  const rows = await db
    .selectFrom('attempts')
    .select(['deliveryId', 'startedAt', 'duration as durationMicros', 'httpStatus', 'error'])
    .where('clientId', '=', clientId)
    .where('deliveryId', 'in', deliveryIds)
    .orderBy('deliveryId')
    .orderBy('number')
    .execute();
  for (const { deliveryId, ...attempt } of rows)
    attempts.set(deliveryId, [...(attempts.get(deliveryId) ?? []), attempt]);
  return attempts;
}
