import type { Micros } from '../domain/clock.ts';
import type { ClaimedDelivery } from '../store/webhooks/delivery-store.ts';

/** How much this instance takes on. */
export interface ReceiverLimits {
  /** Attempts to one webhook at once. */
  concurrency: number;
  /** Deliveries of one webhook that are held, of one whose receiver is not known to be fast. */
  capacity: number;
  /** Deliveries of one webhook that are held however fast its receiver is. */
  fastCapacity: number;
  /** Attempts that are shared out among the webhooks; each gets at least one. */
  total: number;
}

/** What there was room for when deliveries were claimed. */
export interface Room {
  perWebhook: number;
  /** The places that were taken, of each webhook. */
  busy: ReadonlyMap<string, number>;
  /** The places there are, of each of these webhooks. */
  places: ReadonlyMap<string, number>;
}

/** The claimed deliveries of each webhook, which are attempted side by side. */
export interface Receivers {
  room(now: Micros): Room;
  /** Begins what may begin. Answers whether there is room again for more that may be due. */
  add(deliveries: readonly ClaimedDelivery[], claimedFor: Room): boolean;
  /** Takes back what has not begun. */
  takeWaiting(): ClaimedDelivery[];
  isIdle(): boolean;
  /** Resolves when nothing is waiting or under way. */
  idle(): Promise<void>;
}

interface ReceiverQueue {
  places: number;
  /** When it last asked for more, in milliseconds of the process. */
  askedAt: number;
  /** Not begun; the longest due first. */
  waiting: ClaimedDelivery[];
  running: number;
  /** Attempted, and not yet recorded. */
  ending: number;
  /**
   * The ends of the leases of deliveries that were dropped. They keep their places until then: otherwise a webhook whose
   * deliveries all have to be dropped would have all that is due claimed and dropped in one go.
   */
  lapsing: Micros[];
  /** There was no room for all that is due. */
  mayHaveMore: boolean;
}

const FAST_MS = 1000;

/**
 * `attempt` resolves when the receiver may be sent the next delivery, to a promise of whether the delivery is done with; if
 * not, it keeps its place until its lease ends. Neither rejects. `onRoom` is called when half of the places are free again
 * of a webhook that had more due than there was room for: early enough that its receiver need not wait.
 */
export function createReceivers(
  limits: ReceiverLimits,
  on: {
    attempt(delivery: ClaimedDelivery): Promise<() => Promise<boolean>>;
    onRoom(): void;
    onGone(webhookId: string): void;
  },
): Receivers {
  const { concurrency, capacity, fastCapacity, total } = limits;
  const queues = new Map<string, ReceiverQueue>();
  let open = 0;
  let whenIdle: (() => void)[] = [];

  // Every webhook has the same share, so that no number of slow ones leaves nothing for another.
  const attemptsEach = () => Math.max(1, Math.min(concurrency, Math.floor(total / Math.max(1, queues.size))));
  const scaled = (places: number) => Math.max(1, Math.floor((places * attemptsEach()) / concurrency));
  const placesEach = () => scaled(capacity);
  const held = ({ waiting, running, ending, lapsing }: ReceiverQueue) =>
    waiting.length + running + ending + lapsing.length;
  const wantsMore = (queue: ReceiverQueue) => queue.mayHaveMore && held(queue) <= queue.places / 2;

  /**
   * A receiver that takes half of its places within a second is given twice as many, since each claim has its price; one that
   * takes longer goes back to few, which another instance does not wait for long.
   */
  function resize(queue: ReceiverQueue): void {
    const now = performance.now();
    const isFast = now - queue.askedAt < FAST_MS;
    queue.places = isFast ? Math.min(queue.places * 2, scaled(fastCapacity)) : placesEach();
    queue.askedAt = now;
  }

  function pump(webhookId: string, queue: ReceiverQueue): void {
    while (queue.running < attemptsEach()) {
      const delivery = queue.waiting.shift();
      if (delivery === undefined) return;
      queue.running++;
      void deliver(webhookId, queue, delivery);
    }
  }

  async function deliver(webhookId: string, queue: ReceiverQueue, delivery: ClaimedDelivery): Promise<void> {
    const conclude = await on.attempt(delivery);
    queue.running--;
    queue.ending++;
    pump(webhookId, queue);
    const isDone = await conclude();
    queue.ending--;
    if (!isDone) queue.lapsing.push(delivery.leaseUntil);
    close(1);
    if (wantsMore(queue)) {
      queue.mayHaveMore = false;
      resize(queue);
      on.onRoom();
    }
  }

  function close(count: number): void {
    open -= count;
    if (open > 0) return;
    for (const resolve of whenIdle) resolve();
    whenIdle = [];
  }

  return {
    room(now) {
      for (const [webhookId, queue] of queues) {
        queue.lapsing = queue.lapsing.filter((leaseUntil) => leaseUntil > now);
        // Not as soon as it is empty: a fast receiver may be done before the next claim is, and keeps its places.
        if (held(queue) > 0 || performance.now() - queue.askedAt < FAST_MS) continue;
        queues.delete(webhookId);
        on.onGone(webhookId);
      }
      return {
        perWebhook: placesEach(),
        busy: new Map([...queues].map(([id, queue]) => [id, held(queue)])),
        places: new Map([...queues].map(([id, queue]) => [id, queue.places])),
      };
    },

    add(deliveries, { perWebhook, busy, places }) {
      open += deliveries.length;
      const added = new Map<string, number>([...busy.keys()].map((id) => [id, 0]));
      for (const delivery of deliveries) {
        const { webhookId } = delivery;
        const queue = queues.get(webhookId) ?? {
          places: perWebhook,
          askedAt: performance.now(),
          waiting: [],
          running: 0,
          ending: 0,
          lapsing: [],
          mayHaveMore: false,
        };
        queues.set(webhookId, queue);
        queue.waiting.push(delivery);
        added.set(webhookId, (added.get(webhookId) ?? 0) + 1);
      }
      let hasRoom = false;
      for (const [webhookId, count] of added) {
        const queue = queues.get(webhookId);
        const mayHaveMore = count >= (places.get(webhookId) ?? perWebhook) - (busy.get(webhookId) ?? 0);
        if (queue !== undefined) {
          queue.mayHaveMore = mayHaveMore;
          pump(webhookId, queue);
        }
        // What took the places when they were counted may have ended since.
        if (mayHaveMore && (queue === undefined || wantsMore(queue))) hasRoom = true;
      }
      return hasRoom;
    },

    takeWaiting() {
      const taken = [...queues.values()].flatMap((queue) => queue.waiting.splice(0));
      close(taken.length);
      return taken;
    },

    isIdle: () => open === 0,
    idle: () => (open === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve))),
  };
}
