import { type Kysely, sql, type Transaction } from 'kysely';
import type { VerificationEvent } from '../../domain/event.ts';
import { chunks, chunksOfPartners, idsOf } from '../engine/by-partner.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Database } from '../engine/schema.ts';
import type { Delivery, DeliveryLogStore } from './delivery-log-store.ts';
import type { Attempt } from './delivery-store.ts';
import { insertDeliveries, insertEvents } from './outbox.ts';
import { lockWebhook, type WebhookKey } from './webhook-store.ts';

export const deliveryLogStore = ({ read, write }: DatabaseAccess): DeliveryLogStore => ({
  addTestDelivery: (key, { deliveryId, event }) =>
    write(async (context) => {
      if (!(await lockWebhook(context, key))) return null;
      await insertEvents(context.trx, [event]);
      return insertDelivery(context.trx, {
        id: deliveryId,
        webhookId: key.id,
        event,
        createdAt: event.createdAt,
        redeliveryOf: null,
      });
    }),

  redeliver: (key, { redeliveryOf, deliveryId, createdAt }) =>
    write(async (context) => {
      if (!(await lockWebhook(context, key))) return null;
      const earlier = await selectDeliveries(context.trx, key)
        .where('deliveries.id', '=', redeliveryOf)
        .executeTakeFirst();
      if (!earlier) return null;
      const event = toEvent(earlier);
      const delivery = { id: deliveryId, webhookId: key.id, event, createdAt, redeliveryOf };
      return insertDelivery(context.trx, delivery);
    }),

  listDeliveries: ({ clientId, id }, { limit, after, state }) =>
    read(async (db) => {
      const webhook = await db
        .selectFrom('webhooks')
        .select('id')
        .where(({ and }) => and({ id, client_id: clientId }))
        .executeTakeFirst();
      if (!webhook) return null;
      let query = selectDeliveries(db, { clientId, id });
      if (after) {
        query = query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('deliveries.created_at', 'deliveries.id'), '<', tuple(after.createdAt, after.id)),
        );
      }
      if (state) query = query.where('deliveries.state', '=', state);
      const rows = await query
        .orderBy('deliveries.created_at', 'desc')
        .orderBy('deliveries.id', 'desc')
        .limit(limit)
        .execute();
      const attempts = await readAttempts(db, clientId, idsOf(rows));
      // One that was recorded between the two reads would not go with when the next is due.
      return rows.map((row) => toDelivery(row, (attempts.get(row.id) ?? []).slice(0, row.attempts_made)));
    }),

  trimDeliveryLog: ({ before, limit }) =>
    write(async ({ trx }) => {
      const deliveries = await trx
        .selectFrom('deliveries')
        .select(['client_id as clientId', 'id'])
        // Written as in the partial index, so that both planners see that it holds every such row.
        .where('state', '<>', sql.lit('pending' as const))
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit)
        .execute();
      let trimmed = 0;
      for (const [clientId, some] of chunksOfPartners(deliveries)) {
        const { numDeletedRows } = await trx
          .deleteFrom('deliveries')
          .where('client_id', '=', clientId)
          .where('id', 'in', idsOf(some))
          .executeTakeFirst();
        trimmed += Number(numDeletedRows);
      }
      const events = await trx
        .selectFrom('events')
        .select(['client_id as clientId', 'event_id as id'])
        .where('created_at', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('deliveries')
                .select('deliveries.id')
                .whereRef('deliveries.client_id', '=', 'events.client_id')
                .whereRef('deliveries.event_id', '=', 'events.event_id'),
            ),
          ),
        )
        .orderBy('created_at')
        .limit(limit)
        .execute();
      for (const [clientId, some] of chunksOfPartners(events)) {
        const { numDeletedRows } = await trx
          .deleteFrom('events')
          .where('client_id', '=', clientId)
          .where('event_id', 'in', idsOf(some))
          .executeTakeFirst();
        trimmed += Number(numDeletedRows);
      }
      return trimmed;
    }),
});

async function insertDelivery(
  trx: Transaction<Database>,
  delivery: Pick<Delivery, 'id' | 'webhookId' | 'event' | 'createdAt' | 'redeliveryOf'>,
): Promise<Delivery> {
  await insertDeliveries(trx, [{ ...delivery, clientId: delivery.event.clientId, eventId: delivery.event.eventId }]);
  return { ...delivery, state: 'pending', nextAttemptAt: delivery.createdAt, attempts: [] };
}

const selectDeliveries = (db: Kysely<Database>, { clientId, id }: WebhookKey) =>
  db
    .selectFrom('deliveries')
    .innerJoin('events', (join) =>
      join.onRef('events.client_id', '=', 'deliveries.client_id').onRef('events.event_id', '=', 'deliveries.event_id'),
    )
    .select([
      'deliveries.id',
      'deliveries.webhook_id',
      'deliveries.event_id',
      'deliveries.state',
      'deliveries.created_at',
      'deliveries.next_attempt_at',
      'deliveries.attempts_made',
      'deliveries.redelivery_of',
      'events.client_id',
      'events.request_id',
      'events.status',
      'events.created_at as event_created_at',
    ])
    .where('deliveries.client_id', '=', clientId)
    .where('deliveries.webhook_id', '=', id);

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['execute']>>[number];

const toEvent = (row: DeliveryRow): VerificationEvent => ({
  eventId: row.event_id,
  clientId: row.client_id,
  requestId: row.request_id,
  status: row.status,
  createdAt: row.event_created_at,
});

const toDelivery = (row: DeliveryRow, attempts: readonly Attempt[]): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  event: toEvent(row),
  state: row.state,
  createdAt: row.created_at,
  nextAttemptAt: row.next_attempt_at,
  redeliveryOf: row.redelivery_of,
  attempts,
});

/** By delivery, in the order in which they were made. */
async function readAttempts(
  db: Kysely<Database>,
  clientId: string,
  deliveryIds: readonly string[],
): Promise<Map<string, Attempt[]>> {
  const attempts = new Map<string, Attempt[]>();
  for (const some of chunks(deliveryIds)) {
    const rows = await db
      .selectFrom('attempts')
      .select([
        'delivery_id',
        'started_at as startedAt',
        'duration as durationMicros',
        'http_status as httpStatus',
        'error',
      ])
      .where('client_id', '=', clientId)
      .where('delivery_id', 'in', some)
      .orderBy('delivery_id')
      .orderBy('number')
      .execute();
    for (const { delivery_id, ...attempt } of rows)
      attempts.set(delivery_id, [...(attempts.get(delivery_id) ?? []), attempt]);
  }
  return attempts;
}
