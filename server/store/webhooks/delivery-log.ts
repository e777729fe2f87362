import { type Kysely, sql, type Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import type { VerificationEvent } from '../../domain/event.ts';
import { chunks } from '../engine/chunks.ts';
import type { Database } from '../engine/schema.ts';
import type { WriteContext } from '../engine/write-context.ts';
import { toAttempt, toDelivery } from '../rows.ts';
import type { Attempt, Delivery, DeliveryCursor } from './delivery-store.ts';
import { insertDeliveries, insertEvents } from './outbox.ts';
import type { WebhookKey } from './webhook-store.ts';
import { holdWebhook } from './webhooks.ts';

export async function addTestDelivery(
  context: WriteContext,
  key: WebhookKey,
  { deliveryId, event }: { deliveryId: string; event: VerificationEvent },
): Promise<Delivery | null> {
  if (!(await holdWebhook(context, key))) return null;
  await insertEvents(context.trx, [event]);
  return insertDelivery(context.trx, {
    id: deliveryId,
    webhookId: key.id,
    event,
    createdAt: event.createdAt,
    redeliveryOf: null,
  });
}

export async function redeliver(
  context: WriteContext,
  key: WebhookKey,
  { redeliveryOf, deliveryId, createdAt }: { redeliveryOf: string; deliveryId: string; createdAt: Micros },
): Promise<Delivery | null> {
  if (!(await holdWebhook(context, key))) return null;
  const earlier = await selectDeliveries(context.trx, key.id)
    .where('deliveries.id', '=', redeliveryOf)
    .executeTakeFirst();
  if (!earlier) return null;
  const { event } = toLoggedDelivery(earlier, []);
  return insertDelivery(context.trx, { id: deliveryId, webhookId: key.id, event, createdAt, redeliveryOf });
}

async function insertDelivery(
  trx: Transaction<Database>,
  delivery: Pick<Delivery, 'id' | 'webhookId' | 'event' | 'createdAt' | 'redeliveryOf'>,
): Promise<Delivery> {
  await insertDeliveries(trx, [{ ...delivery, eventId: delivery.event.eventId }]);
  return { ...delivery, state: 'pending', nextAttemptAt: delivery.createdAt, attempts: [] };
}

export async function listDeliveries(
  db: Kysely<Database>,
  { clientId, id }: WebhookKey,
  { limit, after }: { limit: number; after?: DeliveryCursor },
): Promise<Delivery[] | null> {
  const webhook = await db
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (!webhook) return null;
  let query = selectDeliveries(db, id);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('deliveries.created_at', 'deliveries.id'), '<', tuple(after.createdAt, after.id)),
    );
  }
  const rows = await query
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.id', 'desc')
    .limit(limit)
    .execute();
  const attempts = await readAttempts(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => toLoggedDelivery(row, attempts.get(row.id) ?? []));
}

const selectDeliveries = (db: Kysely<Database>, webhookId: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.event_id', 'deliveries.event_id')
    .select([
      'deliveries.id',
      'deliveries.webhook_id',
      'deliveries.event_id',
      'deliveries.state',
      'deliveries.created_at',
      'deliveries.next_attempt_at',
      'deliveries.redelivery_of',
      'events.client_id',
      'events.request_id',
      'events.status',
      'events.created_at as event_created_at',
    ])
    .where('deliveries.webhook_id', '=', webhookId);

export async function trimDeliveryLog(
  { trx, lockRows }: WriteContext,
  { before, limit }: { before: Micros; limit: number },
): Promise<number> {
  const deliveries = await trx
    .deleteFrom('deliveries')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('id')
        // Written as it is, so that both planners see that the partial index holds every such row.
        .where('state', '<>', sql.lit('pending' as const))
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit)
        .$if(lockRows, (query) => query.forUpdate().skipLocked()),
    )
    .executeTakeFirst();
  const events = await trx
    .deleteFrom('events')
    .where('event_id', 'in', (eb) =>
      eb
        .selectFrom('events')
        .select('event_id')
        .where('created_at', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('deliveries')
                .select('deliveries.id')
                .whereRef('deliveries.event_id', '=', 'events.event_id'),
            ),
          ),
        )
        .orderBy('created_at')
        .limit(limit)
        .$if(lockRows, (query) => query.forUpdate().skipLocked()),
    )
    .executeTakeFirst();
  return Number(deliveries.numDeletedRows + events.numDeletedRows);
}

/** Empties the log of a webhook that is to be deleted, a portion at a time. Resolves to how many deliveries went. */
export async function emptyDeliveryLog(
  trx: Transaction<Database>,
  { clientId, id }: WebhookKey,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('deliveries')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('deliveries')
        .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
        .select('deliveries.id')
        .where('webhooks.id', '=', id)
        .where('webhooks.client_id', '=', clientId)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

type LoggedRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['execute']>>[number];

const toLoggedDelivery = (row: LoggedRow, attempts: readonly Attempt[]): Delivery =>
  toDelivery(row, { ...row, created_at: row.event_created_at }, attempts);

/** By delivery, in the order in which they were made. */
async function readAttempts(
  db: Kysely<Database>,
  deliveryIds: readonly string[],
): Promise<Map<string, Attempt[]>> {
  const attempts = new Map<string, Attempt[]>();
  for (const some of chunks(deliveryIds)) {
    const rows = await db
      .selectFrom('attempts')
      .selectAll()
      .where('delivery_id', 'in', some)
      .orderBy('delivery_id')
      .orderBy('number')
      .execute();
    for (const row of rows) {
      const ofDelivery = attempts.get(row.delivery_id) ?? [];
      ofDelivery.push(toAttempt(row));
      attempts.set(row.delivery_id, ofDelivery);
    }
  }
  return attempts;
}
