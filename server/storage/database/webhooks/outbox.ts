import { type Micros, orderedUuid } from '../../../domain/clock.ts';
import { type EventType, eventBody, type WebhookEvent } from '../../../domain/webhook-event.ts';
import type { WriteContext } from '../engine/database-access.ts';
import type { Row, Trx } from '../engine/schema.ts';
import { byPartner, insertRows } from '../engine/statements.ts';

type NewDelivery = Pick<Row<'deliveries'>, 'id' | 'clientId' | 'webhookId' | 'eventId' | 'createdAt' | 'redeliveryOf'>;

/** Locks the webhooks, so that a concurrent deletion of a webhook also deletes the new deliveries. */
export async function publish(context: WriteContext, changes: readonly Omit<WebhookEvent, 'eventId'>[]): Promise<void> {
  const { trx, now } = context;
  const events: WebhookEvent[] = [];
  const deliveries: NewDelivery[] = [];
  // On Citus, a statement can lock rows of only one partner.
  for (const [clientId, changesOfPartner] of byPartner(changes)) {
    const query = trx.selectFrom('webhooks').select(['id', 'eventTypes']).where('clientId', '=', clientId);
    const rows = await query.forKeyShare().execute();
    const webhooks = rows.map(({ id, eventTypes }) => ({ id, types: JSON.parse(eventTypes) as EventType[] }));
    for (const change of changesOfPartner) {
      const subscribed = webhooks.filter(({ types }) => types.includes(change.type));
      if (subscribed.length === 0) continue;
      // Each event gets a distinct time, so that deliveries sorted by time are in the order of the changes.
      const createdAt = now + events.length;
      const eventId = orderedUuid(createdAt);
      events.push({ ...change, eventId });
      for (const { id: webhookId } of subscribed)
        deliveries.push({ id: orderedUuid(createdAt), clientId, webhookId, eventId, createdAt, redeliveryOf: null });
    }
  }
  await insertEvents(trx, events);
  await insertDeliveries(trx, deliveries, now);
}

export function insertEvents(trx: Trx, events: readonly WebhookEvent[]): Promise<number> {
  const rows = events.map((event) => ({ ...event, body: eventBody(event) }));
  return insertRows(trx, 'events', rows);
}

export function insertDeliveries(trx: Trx, deliveries: readonly NewDelivery[], dueAt: Micros): Promise<number> {
  const rows = deliveries.map((delivery) => ({ ...delivery, nextAttemptAt: dueAt, availableAt: dueAt }));
  return insertRows(trx, 'deliveries', rows);
}
