import type { Micros } from '../../domain/clock.ts';
import type { DeliveryState, VerificationEvent } from '../../domain/event.ts';
import type { Attempt } from './delivery-store.ts';
import type { WebhookKey } from './webhook-store.ts';

/** The handing over of one event to one webhook. */
export interface Delivery {
  /** A UUID. */
  id: string;
  webhookId: string;
  event: VerificationEvent;
  state: DeliveryState;
  createdAt: Micros;
  /** Null unless `pending`. In the past while an attempt is being made. */
  nextAttemptAt: Micros | null;
  /** The delivery that this one repeats; null when it is the first of its event. */
  redeliveryOf: string | null;
  /** In the order in which they were made. */
  attempts: readonly Attempt[];
}

export type DeliveryCursor = Pick<Delivery, 'createdAt' | 'id'>;

/** The log of deliveries, and those that somebody asks for by hand. */
export interface DeliveryLogStore {
  /** One delivery of an event that nobody else gets. Null when there is no such webhook. */
  addTestDelivery(key: WebhookKey, entry: { deliveryId: string; event: VerificationEvent }): Promise<Delivery | null>;
  /** Delivers the event of an earlier delivery again, whatever became of it. Null when either is not there. */
  redeliver(
    key: WebhookKey,
    entry: { redeliveryOf: string; deliveryId: string; createdAt: Micros },
  ): Promise<Delivery | null>;
  /**
   * A webhook's deliveries, those in one `state` if it is given, newest first; `after` is the last one of the page
   * before. Null without the webhook.
   */
  listDeliveries(
    key: WebhookKey,
    page: { limit: number; after?: DeliveryCursor; state?: DeliveryState },
  ): Promise<Delivery[] | null>;
  /**
   * Deletes deliveries that are older than `before` and not pending, with their attempts, and events of that age of
   * which no delivery is left; at most `limit` of each in one transaction. Resolves to how many were deleted.
   */
  trimDeliveryLog(options: { before: Micros; limit: number }): Promise<number>;
}
