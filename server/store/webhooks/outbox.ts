import type { Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { eventBody, type VerificationEvent } from '../../domain/event.ts';
import { lockableChunks, partnersOf } from '../engine/by-partner.ts';
import type { WriteContext } from '../engine/database-access.ts';
import type { Database } from '../engine/schema.ts';
import { insertRows, padded, runCompiled } from '../engine/statements.ts';

export interface NewDelivery {
  id: string;
  clientId: string;
  webhookId: string;
  eventId: string;
  /** Time at which the delivery is created and becomes due. */
  createdAt: Micros;
  redeliveryOf: string | null;
}

/**
 * Stores events and, for each event, a delivery to every webhook of the partner. Locks the webhooks until the
 * transaction ends, so that a concurrent deletion of a webhook also deletes these deliveries.
 */
export async function publish(
  context: WriteContext,
  events: readonly VerificationEvent[],
  { now, newId }: { now: Micros; newId(): string },
): Promise<void> {
  const { trx } = context;
  await insertEvents(trx, events);
  const webhooks = new Map<string, string[]>();
  for (const some of lockableChunks(events, context)) {
    const clientIds = padded(partnersOf(some).filter((clientId) => !webhooks.has(clientId)));
    if (clientIds.length === 0) continue;
    const { rows } = await runCompiled(trx, `webhooks to publish to of ${clientIds.length}`, clientIds, () =>
      trx.selectFrom('webhooks').select(['id', 'clientId']).where('clientId', 'in', clientIds).forKeyShare(),
    );
    for (const { id, clientId } of rows) webhooks.set(clientId, [...(webhooks.get(clientId) ?? []), id]);
  }
  await insertDeliveries(
    trx,
    events.flatMap(({ eventId, clientId }) =>
      (webhooks.get(clientId) ?? []).map((webhookId) => ({
        id: newId(),
        clientId,
        webhookId,
        eventId,
        createdAt: now,
        redeliveryOf: null,
      })),
    ),
  );
}

export const insertEvents = (trx: Transaction<Database>, events: readonly VerificationEvent[]): Promise<number> =>
  insertRows(
    trx,
    'events',
    events.map((event) => {
      const { eventId, clientId, requestId, status, createdAt } = event;
      return { eventId, clientId, requestId, status, createdAt, body: eventBody(event) };
    }),
  );

export const insertDeliveries = (trx: Transaction<Database>, deliveries: readonly NewDelivery[]): Promise<number> =>
  insertRows(
    trx,
    'deliveries',
    deliveries.map((delivery) => ({
      ...delivery,
      nextAttemptAt: delivery.createdAt,
      availableAt: delivery.createdAt,
    })),
  );
