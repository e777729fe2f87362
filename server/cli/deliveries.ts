import { toTimestamp } from '../domain/clock.ts';
import type { DeliveryState } from '../domain/event.ts';
import { orderedUuid } from '../domain/ordered-uuid.ts';
import type { Services } from '../services.ts';
import type { Delivery } from '../store/webhooks/delivery-log-store.ts';
import { type Commands, countIn, type Listing, listing, type Operands, type Options, UsageError } from './command.ts';

/** The operator's commands for what is sent to webhooks. */
export const deliveryCommands: Commands = {
  'deliveries list': listing(listDeliveries, { operands: 1, options: ['state', 'limit'] }),
  'deliveries redeliver': { operands: 2, more: true, options: [], run: redeliver },
};

const STATES: readonly DeliveryState[] = ['pending', 'delivered', 'failed'];

const MAX_LISTED = 10_000;

/**
 * A line for each delivery to a webhook of the partner, newest first: its id, the webhook's, the event's, its state,
 * the attempts made, how the last one ended, when it was made out, and when the next attempt is due.
 */
async function listDeliveries(
  { store }: Pick<Services, 'store'>,
  [clientId]: Operands,
  { state: name, limit: most = '100' }: Options,
): Promise<Listing> {
  const limit = countIn('limit', most, MAX_LISTED);
  const state = name === undefined ? undefined : stateOf(name);
  const page = { limit, ...(state !== undefined && { state }) };
  const found: Delivery[] = [];
  for (const { id } of await webhooksOf(store, clientId))
    found.push(...((await store.listDeliveries({ clientId, id }, page)) ?? []));
  const newest = found.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, limit);
  return { lines: newest.map(lineOf), objects: newest.map(objectOf) };
}

function stateOf(name: string): DeliveryState {
  const state = STATES.find((known) => known === name);
  if (state === undefined) throw new UsageError(`--state takes one of ${STATES.join(', ')}`);
  return state;
}

async function webhooksOf(store: Services['store'], clientId: string) {
  if ((await store.findPartner(clientId)) === null) throw new UsageError(`There is no partner ${clientId}`);
  return store.listWebhooks(clientId);
}

/** A service that runs on the same database delivers them: within a second, or when the webhook's turn comes. */
async function redeliver(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  [clientId, ...deliveryIds]: Operands,
): Promise<string> {
  const webhooks = await webhooksOf(store, clientId);
  const queued: string[] = [];
  const unknown: string[] = [];
  for (const redeliveryOf of deliveryIds) {
    let delivery: Delivery | null = null;
    for (const { id } of webhooks) {
      const createdAt = clock.now();
      const entry = { redeliveryOf, deliveryId: orderedUuid(createdAt), createdAt };
      delivery ??= await store.redeliver({ clientId, id }, entry);
    }
    if (delivery === null) unknown.push(redeliveryOf);
    else queued.push(`${redeliveryOf} is delivered again as ${delivery.id}`);
  }
  if (unknown.length === 0) return queued.join('\n');
  throw new UsageError([...queued, ...unknown.map((id) => `${clientId} has no delivery ${id}`)].join('\n'));
}

function lineOf({ id, webhookId, event, state, attempts, createdAt, nextAttemptAt }: Delivery): string {
  const last = attempts.at(-1);
  const ended = last?.error ?? last?.httpStatus ?? '-';
  const next = nextAttemptAt === null ? '-' : toTimestamp(nextAttemptAt);
  return [id, webhookId, event.eventId, state, attempts.length, ended, toTimestamp(createdAt), next].join('\t');
}

const objectOf = ({ id, webhookId, event, state, attempts, createdAt, nextAttemptAt, redeliveryOf }: Delivery) => ({
  id,
  webhook_id: webhookId,
  event_id: event.eventId,
  state,
  created_at: toTimestamp(createdAt),
  next_attempt_at: nextAttemptAt === null ? null : toTimestamp(nextAttemptAt),
  redelivery_of: redeliveryOf,
  attempts: attempts.map(({ startedAt, durationMicros, httpStatus, error }) => ({
    started_at: toTimestamp(startedAt),
    duration_ms: durationMicros / 1000,
    http_status: httpStatus,
    error,
  })),
});
