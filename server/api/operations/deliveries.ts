import { operations } from '../../../generated/operations.ts';
import type { Handlers } from '../../../generated/server.ts';
import { orderedUuid } from '../../domain/clock.ts';
import { testEvent } from '../../domain/webhook-event.ts';
import type { Delivery, DeliveryCursor } from '../../storage/database/webhooks/delivery-log-store.ts';
import { type Call, partnerOf } from '../call.ts';
import type { DeliveryServices, StorageServices } from '../services.ts';
import { keyOf, noSuchWebhook, showDelivery } from './webhooks.ts';

const [, limitParameter] = operations.listWebhookDeliveries.parameters;

export function deliveryHandlers({ store, clock, dispatcher }: StorageServices & DeliveryServices) {
  const queued = (delivery: Delivery) => {
    dispatcher.wake();
    return { status: 202, body: showDelivery(delivery) } as const;
  };

  return {
    async sendTestEvent({ path, query }, call) {
      const { clientId } = partnerOf(call);
      const createdAt = clock.now();
      const event = testEvent({ eventId: orderedUuid(createdAt), clientId, createdAt }, query);
      const entry = { deliveryId: orderedUuid(createdAt), event };
      const delivery = await store.addTestDelivery(keyOf(call, path.id), entry);
      return delivery === null ? noSuchWebhook : queued(delivery);
    },
    async listWebhookDeliveries({ path, query }, call) {
      const limit = query.limit ?? limitParameter.default;
      const after = query.cursor === undefined ? {} : { after: readCursor(query.cursor) };
      // Reads one extra row to find out whether another page follows.
      const found = await store.listDeliveries(keyOf(call, path.id), { limit: limit + 1, ...after });
      if (found === null) return noSuchWebhook;
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      const next_cursor = last === undefined ? null : writeCursor(last);
      return { status: 200, body: { deliveries: page.map(showDelivery), next_cursor } };
    },
    async redeliverEvent({ path }, call) {
      const createdAt = clock.now();
      const entry = { redeliveryOf: path.delivery_id, deliveryId: orderedUuid(createdAt), createdAt };
      const delivery = await store.redeliver(keyOf(call, path.id), entry);
      if (delivery !== null) return queued(delivery);
      const detail = 'There is no webhook with this id, or no delivery with this id in its log.';
      return { status: 404, problem: { code: 'not_found', detail } };
    },
  } satisfies Partial<Handlers<Call>>;
}

/** Formats a cursor. The pattern for `cursor` in the contract permits exactly this format. */
const writeCursor = ({ createdAt, id }: DeliveryCursor) => `${createdAt}.${id}`;

function readCursor(cursor: string): DeliveryCursor {
  const [createdAt = '', id = ''] = cursor.split('.');
  return { createdAt: Number(createdAt), id };
}
