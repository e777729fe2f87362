import type { Micros } from '../../domain/clock.ts';
import type { AttemptError } from '../../domain/event.ts';
import type { Webhook, WebhookKey } from './webhook-store.ts';

/** One try to hand an event to a receiver. */
export interface Attempt {
  startedAt: Micros;
  durationMicros: Micros;
  /** Null when no status line arrived. */
  httpStatus: number | null;
  /** Null when an answer arrived, whatever its status. */
  error: AttemptError | null;
}

/** By which a delivery is found: its partner says where. */
export interface DeliveryKey {
  clientId: string;
  id: string;
}

/** A delivery that an instance has taken on, until its lease ends. */
export interface ClaimedDelivery extends DeliveryKey {
  /** Names the taking on: what is recorded under a claim that has ended is not kept. */
  claim: string;
  leaseUntil: Micros;
  webhookId: string;
  eventId: string;
  /** As `eventBody` made it. */
  body: string;
  attemptsMade: number;
  /** As it was then. */
  target: DeliveryTarget;
}

/** Where deliveries go and what signs them. */
export type DeliveryTarget = Pick<Webhook, 'id' | 'url' | 'secret' | 'previous'>;

/** An attempt that was made under a claim, and what it makes of the delivery. */
export interface AttemptRecord {
  delivery: DeliveryKey;
  claim: string;
  attempt: Attempt;
  next: { state: 'delivered' | 'failed' } | { state: 'pending'; nextAttemptAt: Micros };
}

/** How much the outbox holds. */
export interface OutboxCount {
  /** Deliveries that have not ended, those taken on by an instance and those to be retried among them. */
  pending: number;
  /** Those of them that are due and that nobody has taken on. */
  due: number;
  /** Since when the oldest of these has been. */
  oldestDueAt: Micros | null;
}

/** A webhook that deliveries wait for. */
export interface WaitingWebhook {
  clientId: string;
  webhookId: string;
  /** Deliveries that are due, including those in progress. */
  due: number;
  pending: number;
  /** Since when the oldest has been due; null where none is. */
  dueSince: Micros | null;
}

/** The outbox: deliveries that are to be made. */
export interface DeliveryStore {
  /**
   * Takes on deliveries that are due at `now`: of each webhook no more than `perWebhook` (`places`, where a webhook
   * stands there) less what `busy` says is under way, the longest due first, and `limit` in all, no webhook left out
   * for another. Others do not get them before `leaseUntil`; after that they are due again. Instances that claim at
   * the same time get different ones, and none waits for another.
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
  /** Looks at `limit` deliveries at most, which bounds what it takes. */
  countOutbox(options: { now: Micros; limit: number }): Promise<OutboxCount>;
  /** The webhooks with pending deliveries, and how many are due at `now`, in no particular order. */
  listWaitingWebhooks(now: Micros): Promise<WaitingWebhook[]>;
  /** The numbers of webhooks, and of documents that are still to be downloaded. */
  countWaiting(): Promise<{ webhooks: number; documents: number }>;
  /** Those of the webhooks that still exist, in no particular order. */
  findDeliveryTargets(keys: readonly WebhookKey[]): Promise<DeliveryTarget[]>;
  /** Notes attempts, all in one transaction. What was claimed by another since, or deleted, is left alone. */
  recordAttempts(records: readonly AttemptRecord[]): Promise<void>;
  /** Gives back deliveries on which no attempt was made: they are due again at once. */
  releaseDeliveries(claim: string, deliveries: readonly DeliveryKey[]): Promise<void>;
}
