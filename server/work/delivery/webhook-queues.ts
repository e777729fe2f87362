import type { Micros } from '../../domain/clock.ts';
import type { ClaimedDelivery } from '../../storage/database/webhooks/claim-deliveries.ts';

/** Limits of a claim, captured when the claim starts. */
interface ClaimLimits {
  perWebhook: number;
  /** Number of deliveries in progress, by webhook ID. */
  busy: ReadonlyMap<string, number>;
  /** Capacity by webhook ID. Webhooks without an entry have the capacity `perWebhook`. */
  capacities: ReadonlyMap<string, number>;
}

interface WebhookQueue {
  capacity: number;
  /** Time at which the queue last requested more deliveries, as returned by `performance.now()`. */
  claimedAt: number;
  /** Deliveries that no attempt has started for, in the order in which they became due. */
  waiting: ClaimedDelivery[];
  running: number;
  /** Number of attempts that are not recorded yet. */
  unrecorded: number;
  /**
   * Lease end times of dropped deliveries. A dropped delivery uses capacity of its webhook until its lease ends.
   * Otherwise, the service could claim and drop every delivery to the webhook in quick succession.
   */
  dropped: Micros[];
  /** True if more deliveries may be due than the last claim had capacity for. */
  mayHaveMore: boolean;
}

const FAST_MS = 1000;

const inProgress = ({ waiting, running, unrecorded, dropped }: WebhookQueue) =>
  waiting.length + running + unrecorded + dropped.length;
const wantsMore = (queue: WebhookQueue) => queue.mayHaveMore && inProgress(queue) <= queue.capacity / 2;

/**
 * Queues the claimed deliveries of each webhook, and attempts them concurrently within the limits. `attempt` resolves
 * when the receiver is ready for the next delivery, to a function that resolves to true if the lease has ended.
 * Otherwise, the delivery counts towards the limits until the lease ends. Both promises must not reject. `onCapacity`
 * is called when half of a webhook's capacity is free and more deliveries may be due.
 */
export function createWebhookQueues(
  limits: { concurrency: number; capacity: number; fastCapacity: number; total: number },
  on: { attempt(delivery: ClaimedDelivery): Promise<() => Promise<boolean>>; onCapacity(): void },
) {
  const { concurrency, capacity, fastCapacity, total } = limits;
  const queues = new Map<string, WebhookQueue>();
  let open = 0;
  let whenIdle: (() => void)[] = [];

  // Every webhook gets the same share of the total, so that slow webhooks cannot use up all attempts.
  const attemptsEach = () => Math.max(1, Math.min(concurrency, Math.floor(total / Math.max(1, queues.size))));
  const scaled = (limit: number) => Math.max(1, Math.floor((limit * attemptsEach()) / concurrency));

  function openQueue(webhookId: string, capacity: number): WebhookQueue {
    const claimedAt = performance.now();
    const queue = { capacity, claimedAt, waiting: [], running: 0, unrecorded: 0, dropped: [], mayHaveMore: false };
    queues.set(webhookId, queue);
    return queue;
  }

  /**
   * Doubles the capacity of a receiver that uses half of it within a second, because every claim has a cost. Resets the
   * capacity of a slower receiver, so that other instances can claim its deliveries.
   */
  function resize(queue: WebhookQueue): void {
    const now = performance.now();
    const isFast = now - queue.claimedAt < FAST_MS;
    queue.capacity = isFast ? Math.min(queue.capacity * 2, scaled(fastCapacity)) : scaled(capacity);
    queue.claimedAt = now;
  }

  function pump(queue: WebhookQueue): void {
    while (queue.running < attemptsEach()) {
      const delivery = queue.waiting.shift();
      if (delivery === undefined) return;
      queue.running++;
      void deliver(queue, delivery);
    }
  }

  async function deliver(queue: WebhookQueue, delivery: ClaimedDelivery): Promise<void> {
    const conclude = await on.attempt(delivery);
    queue.running--;
    queue.unrecorded++;
    pump(queue);
    const isDone = await conclude();
    queue.unrecorded--;
    if (!isDone) queue.dropped.push(delivery.leaseUntil);
    close(1);
    if (!wantsMore(queue)) return;
    queue.mayHaveMore = false;
    resize(queue);
    on.onCapacity();
  }

  function close(count: number): void {
    open -= count;
    if (open > 0) return;
    for (const resolve of whenIdle) resolve();
    whenIdle = [];
  }

  return {
    claimLimits(now: Micros): ClaimLimits {
      for (const [webhookId, queue] of queues) {
        queue.dropped = queue.dropped.filter((leaseUntil) => leaseUntil > now);
        // Keeps an empty queue for a second, so that a fast receiver keeps its capacity until the next claim.
        if (inProgress(queue) === 0 && performance.now() - queue.claimedAt >= FAST_MS) queues.delete(webhookId);
      }
      const perWebhook = scaled(capacity);
      const busy = new Map([...queues].map(([id, queue]) => [id, inProgress(queue)]));
      return { perWebhook, busy, capacities: new Map([...queues].map(([id, queue]) => [id, queue.capacity])) };
    },

    /** Queues the deliveries and starts attempts. Returns whether more deliveries may be due and fit the capacity. */
    add(deliveries: readonly ClaimedDelivery[], { perWebhook, busy, capacities }: ClaimLimits): boolean {
      open += deliveries.length;
      const added = new Map<string, number>([...busy.keys()].map((id) => [id, 0]));
      for (const delivery of deliveries) {
        const { webhookId } = delivery;
        (queues.get(webhookId) ?? openQueue(webhookId, perWebhook)).waiting.push(delivery);
        added.set(webhookId, (added.get(webhookId) ?? 0) + 1);
      }
      let wantsClaim = false;
      for (const [webhookId, count] of added) {
        const queue = queues.get(webhookId);
        if (queue === undefined) continue;
        queue.mayHaveMore = count >= (capacities.get(webhookId) ?? perWebhook) - (busy.get(webhookId) ?? 0);
        pump(queue);
        // Deliveries that were in progress at the time of the claim may have finished since.
        wantsClaim ||= wantsMore(queue);
      }
      return wantsClaim;
    },

    /** Removes and returns the deliveries that no attempt has started for. */
    removeWaiting(): ClaimedDelivery[] {
      const removed = [...queues.values()].flatMap((queue) => queue.waiting.splice(0));
      close(removed.length);
      return removed;
    },

    /** Resolves when no delivery is waiting or in flight. Returns null if that is already the case. */
    idle: (): Promise<void> | null => (open === 0 ? null : new Promise((resolve) => whenIdle.push(resolve))),
  };
}
