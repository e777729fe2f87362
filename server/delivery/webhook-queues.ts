import type { Micros } from '../domain/clock.ts';
import type { ClaimedDelivery } from '../store/webhooks/claim-deliveries.ts';

/** Limits of a claim, as of the moment of the claim. */
interface ClaimLimits {
  perWebhook: number;
  /** Deliveries in progress, by webhook. */
  busy: ReadonlyMap<string, number>;
  /** Capacity by webhook. Other webhooks have the capacity `perWebhook`. */
  capacities: ReadonlyMap<string, number>;
}

interface WebhookQueue {
  capacity: number;
  /** Time at which the queue last asked for more deliveries, in milliseconds of `performance.now()`. */
  claimedAt: number;
  /** Deliveries without an attempt; the longest due first. */
  waiting: ClaimedDelivery[];
  running: number;
  /** Number of attempts that are not recorded yet. */
  unrecorded: number;
  /**
   * Ends of the leases of dropped deliveries. Each delivery counts until then; otherwise all due deliveries of a
   * webhook that drops each of them would be claimed and dropped in a row.
   */
  dropped: Micros[];
  /** True when more deliveries may be due than the capacity permitted. */
  mayHaveMore: boolean;
}

const FAST_MS = 1000;

const inProgress = ({ waiting, running, unrecorded: ending, dropped: lapsing }: WebhookQueue) =>
  waiting.length + running + ending + lapsing.length;
const wantsMore = (queue: WebhookQueue) => queue.mayHaveMore && inProgress(queue) <= queue.capacity / 2;

/**
 * Queues the claimed deliveries of each webhook, and attempts them concurrently within the limits. `attempt` resolves
 * when the receiver can get its next delivery. Its value is a function that resolves to whether the delivery is done;
 * if not, it counts until its lease ends. Neither rejects. `onCapacity` is called when half of a webhook's capacity is
 * free and more may be due, so that its receiver need not wait.
 */
export function createWebhookQueues(
  limits: { concurrency: number; capacity: number; fastCapacity: number; total: number },
  on: { attempt(delivery: ClaimedDelivery): Promise<() => Promise<boolean>>; onCapacity(): void },
) {
  const { concurrency, capacity, fastCapacity, total } = limits;
  const queues = new Map<string, WebhookQueue>();
  let open = 0;
  let whenIdle: (() => void)[] = [];

  // Every webhook has the same share, so that many slow webhooks leave some attempts for the others.
  const attemptsEach = () => Math.max(1, Math.min(concurrency, Math.floor(total / Math.max(1, queues.size))));
  const scaled = (figure: number) => Math.max(1, Math.floor((figure * attemptsEach()) / concurrency));

  function openQueue(webhookId: string, capacity: number): WebhookQueue {
    const claimedAt = performance.now();
    const queue = { capacity, claimedAt, waiting: [], running: 0, unrecorded: 0, dropped: [], mayHaveMore: false };
    queues.set(webhookId, queue);
    return queue;
  }

  /**
   * Doubles the capacity of a receiver that uses half of it within a second, because every claim has a cost. Resets the
   * capacity of a slower receiver, so that another instance soon gets its deliveries.
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

    /** Starts attempts. Returns whether more deliveries may be due and there is capacity for them. */
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
        // Deliveries that were in progress at the time of the claim can have ended since.
        wantsClaim ||= wantsMore(queue);
      }
      return wantsClaim;
    },

    /** Removes and returns the deliveries without an attempt. */
    removeWaiting(): ClaimedDelivery[] {
      const taken = [...queues.values()].flatMap((queue) => queue.waiting.splice(0));
      close(taken.length);
      return taken;
    },

    /** Resolves when no delivery is waiting or in flight; null when there is none now. */
    idle: (): Promise<void> | null => (open === 0 ? null : new Promise((resolve) => whenIdle.push(resolve))),
  };
}
