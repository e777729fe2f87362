import type { components } from '../../../generated/types.ts';
import type { Micros } from '../../domain/clock.ts';
import type { VerificationEvent } from '../../domain/event.ts';
import type { Webhook, WebhookKey } from './webhook-store.ts';

export type DeliveryState = components['schemas']['WebhookDelivery']['status'];
export type AttemptError = NonNullable<components['schemas']['DeliveryAttempt']['error']>;

/** One try to hand an event to a receiver. */
export interface Attempt {
  startedAt: Micros;
  durationMicros: Micros;
  /** Null when no status line arrived. */
  httpStatus: number | null;
  /** Null when an answer arrived, whatever its status. */
  error: AttemptError | null;
}

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

/** A delivery that an instance has taken on, until its lease ends. */
export interface ClaimedDelivery {
  id: string;
  /** Names the taking on: what is recorded under a claim that has ended is not kept. */
  claim: string;
  leaseUntil: Micros;
  webhookId: string;
  eventId: string;
  /** As `eventBody` made it. */
  body: string;
  attemptsMade: number;
}

/** Where deliveries go and what signs them. */
export type DeliveryTarget = Pick<Webhook, 'id' | 'url' | 'secret' | 'previous'>;

/** An attempt that was made under a claim, and what it makes of the delivery. */
export interface AttemptRecord {
  deliveryId: string;
  claim: string;
  attempt: Attempt;
  next: { state: 'delivered' | 'failed' } | { state: 'pending'; nextAttemptAt: Micros };
}

/** The outbox: deliveries that are to be made, and the log of those that were. */
export interface DeliveryStore {
  /** One delivery of an event that nobody else gets. Null when there is no such webhook. */
  addTestDelivery(
    key: WebhookKey,
    entry: { deliveryId: string; event: VerificationEvent },
  ): Promise<Delivery | null>;
  /** A new delivery of the event of an earlier one, whatever became of that. Null when there is no such webhook or delivery. */
  redeliver(
    key: WebhookKey,
    entry: { redeliveryOf: string; deliveryId: string; createdAt: Micros },
  ): Promise<Delivery | null>;
  /** The deliveries of a webhook, newest first; `after` is the last one of the page before. Null when there is no such webhook. */
  listDeliveries(
    key: WebhookKey,
    page: { limit: number; after?: DeliveryCursor },
  ): Promise<Delivery[] | null>;

  /**
   * Takes on deliveries that are due at `now`: of each webhook no more than `perWebhook` (`places`, where a webhook stands there)
   * less what `busy` says is under way, the
   * longest due first, and `limit` in all, no webhook left out for another. Others do not get them before `leaseUntil`; after that they are
   * due again. Instances that claim at the same time get different ones, and none waits for another.
   */
  claimDeliveries(options: {
    now: Micros;
    leaseUntil: Micros;
    claim: string;
    perWebhook: number;
    busy: ReadonlyMap<string, number>;
    places?: ReadonlyMap<string, number>;
    limit: number;
  }): Promise<ClaimedDelivery[]>;
  /** Those of the webhooks that still exist, in no particular order. */
  findDeliveryTargets(webhookIds: readonly string[]): Promise<DeliveryTarget[]>;
  /** Notes attempts, all in one transaction. What was claimed by another since, or deleted, is left alone. */
  recordAttempts(records: readonly AttemptRecord[]): Promise<void>;
  /**
   * Deletes deliveries that are older than `before` and not pending, with their attempts, and events of that age of which no
   * delivery is left; at most `limit` of each in one transaction. Resolves to how many were deleted.
   */
  trimDeliveryLog(options: { before: Micros; limit: number }): Promise<number>;
  /** Gives back deliveries on which no attempt was made: they are due again at once. */
  releaseDeliveries(claim: string, deliveryIds: readonly string[]): Promise<void>;
}
