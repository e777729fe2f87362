import { type Kysely, sql, type Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import type { VerificationEvent } from '../../domain/event.ts';
import { chunks, idsOf, takeByPartner } from '../engine/by-partner.ts';
import type { DatabaseAccess, WriteContext } from '../engine/database-access.ts';
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
        .where('id', '=', id)
        .where('client_id', '=', clientId)
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
    write(async (context) => {
      const deliveries = await takeByPartner(
        limit,
        (limit) => endedDeliveries(context, before).select('client_id').limit(limit).execute(),
        (clientId, most) =>
          context.trx
            .deleteFrom('deliveries')
            .where('client_id', '=', clientId)
            .where('id', 'in', () =>
              endedDeliveries(context, before)
                .select('id')
                .where('client_id', '=', clientId)
                .limit(most)
                .forUpdate()
                .skipLocked(),
            )
            .returning('id')
            .execute(),
      );
      const events = await takeByPartner(
        limit,
        (limit) => undeliveredEvents(context, before).select('client_id').limit(limit).execute(),
        (clientId, most) =>
          context.trx
            .deleteFrom('events')
            .where('client_id', '=', clientId)
            .where('event_id', 'in', () =>
              undeliveredEvents(context, before)
                .select('event_id')
                .where('client_id', '=', clientId)
                .limit(most)
                .forUpdate()
                .skipLocked(),
            )
            .returning('event_id')
            .execute(),
      );
      return deliveries.length + events.length;
    }),
});

const endedDeliveries = ({ trx }: WriteContext, before: Micros) =>
  trx
    .selectFrom('deliveries')
    // Written as it is, so that both planners see that the partial index holds every such row.
    .where('state', '<>', sql.lit('pending' as const))
    .where('created_at', '<', before)
    .orderBy('created_at');

const undeliveredEvents = ({ trx }: WriteContext, before: Micros) =>
  trx
    .selectFrom('events')
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
    .orderBy('created_at');

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
