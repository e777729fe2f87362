import type { Micros } from '../domain/clock.ts';
import type { ClaimedDelivery } from '../store/webhooks/claim-deliveries.ts';

/** The free places when deliveries were claimed. */
interface Room {
  perWebhook: number;
  /** Occupied places, by webhook. */
  busy: ReadonlyMap<string, number>;
  /** All places, by webhook; of other webhooks `perWebhook`. */
  places: ReadonlyMap<string, number>;
}

interface WebhookQueue {
  places: number;
  /** When it last asked for more deliveries, in milliseconds of `performance.now()`. */
  askedAt: number;
  /** Not started; the longest due first. */
  waiting: ClaimedDelivery[];
  running: number;
  /** Attempted, but not yet recorded. */
  ending: number;
  /**
   * When the leases of dropped deliveries end. Each keeps its place until then; otherwise all due deliveries of a
   * webhook that drops every one would be claimed and dropped in a row.
   */
  lapsing: Micros[];
  /** More deliveries may be due than there were places for. */
  mayHaveMore: boolean;
}

const FAST_MS = 1000;

const held = ({ waiting, running, ending, lapsing }: WebhookQueue) =>
  waiting.length + running + ending + lapsing.length;
const wantsMore = (queue: WebhookQueue) => queue.mayHaveMore && held(queue) <= queue.places / 2;

/**
 * Holds the claimed deliveries of each webhook and attempts them concurrently, within the limits of the dispatcher's
 * options. `attempt` resolves when the receiver may get its next delivery, to a function that resolves to whether the
 * delivery is done; if not, it keeps its place until its lease ends. Neither rejects. `onRoom` is called when half of a
 * webhook's places are free again and more may be due, early enough that its receiver need not wait.
 */
export function createWebhookQueues(
  limits: { concurrency: number; capacity: number; fastCapacity: number; total: number },
  on: { attempt(delivery: ClaimedDelivery): Promise<() => Promise<boolean>>; onRoom(): void },
) {
  const { concurrency, capacity, fastCapacity, total } = limits;
  const queues = new Map<string, WebhookQueue>();
  let open = 0;
  let whenIdle: (() => void)[] = [];

  // Every webhook has the same share, so that slow ones, however many, leave something for the others.
  const attemptsEach = () => Math.max(1, Math.min(concurrency, Math.floor(total / Math.max(1, queues.size))));
  const scaled = (places: number) => Math.max(1, Math.floor((places * attemptsEach()) / concurrency));

  function openQueue(webhookId: string, places: number): WebhookQueue {
    const askedAt = performance.now();
    const queue = { places, askedAt, waiting: [], running: 0, ending: 0, lapsing: [], mayHaveMore: false };
    queues.set(webhookId, queue);
    return queue;
  }

  /**
   * Doubles the places of a receiver that takes half of them within a second, since every claim has its cost. Resets
   * the places of a slower one, so that another instance does not wait long for its deliveries.
   */
  function resize(queue: WebhookQueue): void {
    const now = performance.now();
    const isFast = now - queue.askedAt < FAST_MS;
    queue.places = isFast ? Math.min(queue.places * 2, scaled(fastCapacity)) : scaled(capacity);
    queue.askedAt = now;
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
    queue.ending++;
    pump(queue);
    const isDone = await conclude();
    queue.ending--;
    if (!isDone) queue.lapsing.push(delivery.leaseUntil);
    close(1);
    if (!wantsMore(queue)) return;
    queue.mayHaveMore = false;
    resize(queue);
    on.onRoom();
  }

  function close(count: number): void {
    open -= count;
    if (open > 0) return;
    for (const resolve of whenIdle) resolve();
    whenIdle = [];
  }

  return {
    room(now: Micros): Room {
      for (const [webhookId, queue] of queues) {
        queue.lapsing = queue.lapsing.filter((leaseUntil) => leaseUntil > now);
        // An empty queue stays for a second, so that a fast receiver keeps its places until the next claim.
        if (held(queue) === 0 && performance.now() - queue.askedAt >= FAST_MS) queues.delete(webhookId);
      }
      const perWebhook = scaled(capacity);
      const busy = new Map([...queues].map(([id, queue]) => [id, held(queue)]));
      return { perWebhook, busy, places: new Map([...queues].map(([id, queue]) => [id, queue.places])) };
    },

    /** Starts the attempts that may start. Returns whether more deliveries may be due for which places are free. */
    add(deliveries: readonly ClaimedDelivery[], { perWebhook, busy, places }: Room): boolean {
      open += deliveries.length;
      const added = new Map<string, number>([...busy.keys()].map((id) => [id, 0]));
      for (const delivery of deliveries) {
        const { webhookId } = delivery;
        (queues.get(webhookId) ?? openQueue(webhookId, perWebhook)).waiting.push(delivery);
        added.set(webhookId, (added.get(webhookId) ?? 0) + 1);
      }
      let hasRoom = false;
      for (const [webhookId, count] of added) {
        const queue = queues.get(webhookId);
        if (queue === undefined) continue;
        queue.mayHaveMore = count >= (places.get(webhookId) ?? perWebhook) - (busy.get(webhookId) ?? 0);
        pump(queue);
        // Deliveries that held a place at the time of the claim may have ended since.
        hasRoom ||= wantsMore(queue);
      }
      return hasRoom;
    },

    /** Removes and returns the deliveries whose attempts have not started. */
    takeWaiting(): ClaimedDelivery[] {
      const taken = [...queues.values()].flatMap((queue) => queue.waiting.splice(0));
      close(taken.length);
      return taken;
    },

    /** Resolves when no delivery is waiting or in flight; null when that is so already. */
    idle: (): Promise<void> | null => (open === 0 ? null : new Promise((resolve) => whenIdle.push(resolve))),
  };
}
