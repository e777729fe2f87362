import { type Micros, orderedUuid, toTimestamp } from '../domain/clock.ts';
import type { DeliveryState } from '../domain/webhook-event.ts';
import type { Services } from '../start/create-services.ts';
import type { Delivery } from '../storage/database/webhooks/delivery-log-store.ts';
import { type Commands, type Operands, type Options, readLimit, UsageError } from './cli-command.ts';

export const deliveryCommands: Commands = {
  'deliveries list': {
    summary: "List deliveries to the partner's webhooks, newest first (at most 100 by default)",
    operands: 'ID',
    options: ['state', 'limit', 'json'],
    run: listDeliveries,
  },
  'deliveries redeliver': {
    summary: 'Queue redeliveries of these events',
    operands: 'ID DELIVERY_ID...',
    effect: 'change',
    run: redeliver,
  },
  queue: {
    summary: 'List the webhooks with the most deliveries due (at most 10 by default)',
    options: ['limit', 'json'],
    run: listQueue,
  },
};

const STATES: readonly DeliveryState[] = ['pending', 'delivered', 'failed'];

const toTime = (at: Micros | null) => (at === null ? null : toTimestamp(at));

async function listDeliveries({ store }: Services, [clientId]: Operands, { state: name, limit = '100' }: Options) {
  const most = readLimit(limit);
  const state = STATES.find((known) => known === name);
  if (state !== name) throw new UsageError(`--state must be one of ${STATES.join(', ')}`);
  const page = { limit: most, ...(state !== undefined && { state }) };
  const found: Delivery[] = [];
  for (const { id } of await webhooksOf(store, clientId))
    found.push(...((await store.listDeliveries({ clientId, id }, page)) ?? []));
  const newest = found.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, most);
  return newest.map(({ id, webhookId, event, attempts, createdAt, nextAttemptAt, redeliveryOf, ...rest }) => ({
    id,
    webhook_id: webhookId,
    event_id: event.eventId,
    state: rest.state,
    attempts_made: attempts.length,
    last_outcome: attempts.at(-1)?.error ?? attempts.at(-1)?.httpStatus ?? null,
    created_at: toTimestamp(createdAt),
    next_attempt_at: toTime(nextAttemptAt),
    redelivery_of: redeliveryOf,
  }));
}

async function webhooksOf(store: Services['store'], clientId: string) {
  if ((await store.findPartner(clientId)) === null) throw new UsageError(`There is no partner ${clientId}`);
  return store.listWebhooks(clientId);
}

/** Queues redeliveries. A running instance sends them within a second, or once the webhook has free capacity. */
async function redeliver({ store, clock }: Services, [clientId, ...deliveryIds]: Operands): Promise<string> {
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

/** Lists the webhooks with pending deliveries, starting with those that have the most due deliveries. */
async function listQueue({ store, clock }: Services, _operands: Operands, { limit = '10' }: Options) {
  const most = readLimit(limit);
  const webhooks = await store.listWaitingWebhooks(clock.now());
  const shown = webhooks.toSorted((a, b) => b.due - a.due || b.pending - a.pending).slice(0, most);
  return shown.map(({ clientId, webhookId, due, pending, dueSince }) => ({
    client_id: clientId,
    webhook_id: webhookId,
    due,
    pending,
    due_since: toTime(dueSince),
  }));
}
