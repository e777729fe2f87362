import { randomUUID } from 'node:crypto';
import type { Sealer } from '../crypto/sealer.ts';
import { type Clock, type Micros, seconds } from '../domain/clock.ts';
import { StoreUnavailable } from '../domain/unavailable.ts';
import type { Logger } from '../log.ts';
import type { ClaimedDelivery, DeliveryStore } from '../store/webhooks/delivery-store.ts';
import { createRounds } from '../work/rounds.ts';
import { ATTEMPT_LIMIT, createMakeAttempt } from './make-attempt.ts';
import { createOutageLog } from './outage-log.ts';
import { createReceivers } from './receivers.ts';
import { createRecorder } from './recorder.ts';
import type { SendAttempt } from './send-attempt.ts';
import { createTargets } from './targets.ts';

export interface DispatcherOptions {
  store: Pick<
    DeliveryStore,
    'claimDeliveries' | 'findDeliveryTargets' | 'recordAttempts' | 'releaseDeliveries'
  >;
  sealer: Pick<Sealer, 'open'>;
  clock: Clock;
  log: Logger;
  send: SendAttempt;
  /** In [0, 1). */
  random?: () => number;
  newId?: () => string;
  /** How many attempts to one webhook this instance makes at once, at most. 16 by default. */
  concurrency?: number;
  /** How many deliveries of one webhook this instance holds, at most. 64 by default. */
  capacity?: number;
  /** The same, of a webhook whose receiver is fast. 1024 by default. */
  fastCapacity?: number;
  /** How many attempts are shared out among the webhooks. Each gets one, however many webhooks there are. 4096 by default. */
  total?: number;
  /** How long claimed deliveries are this instance's own. By default as long as the attempts on a full queue can take. */
  leaseMicros?: Micros;
  pollMs?: number;
}

/** Makes the deliveries that are due, each at least once (service description 2.13). Any number of instances share them. */
export interface Dispatcher {
  /** Looks for due deliveries until it is stopped. Does not keep the process from ending. */
  start(): void;
  /** Something may have become due. Does nothing unless started; never throws. */
  wake(): void;
  /**
   * Makes all attempts that are due, at the clock's time, and resolves when none is under way and nothing more is due. Rejects
   * with `StoreUnavailable` when the database does not answer. Needs no `start`.
   */
  drain(): Promise<void>;
  /**
   * Takes on nothing more, gives back what it has not begun, and lets the attempts under way end. Resolves to whether they
   * ended within `timeoutMs`; those that did not are made again, by whoever comes next.
   */
  stop(timeoutMs: number): Promise<boolean>;
}

/** Beside the attempts themselves: the time that claiming, waiting for a turn, and recording may take. */
const LEASE_MARGIN = seconds(10);
const CLAIM_LIMIT = 1000;
const POLL_MS = 1000;
/** A claim takes a few milliseconds of the database. A storm of events must not make one of each. */
const WAKE_GAP_MS = 10;

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { store, sealer, clock, log, send, random = Math.random, newId = randomUUID } = options;
  const { concurrency = 16, capacity = 64, fastCapacity = 1024, total = 4096, pollMs = POLL_MS } = options;
  const { leaseMicros: lease = Math.ceil(capacity / concurrency) * ATTEMPT_LIMIT + LEASE_MARGIN } = options;

  let polling: NodeJS.Timeout | undefined;
  /** The last claim failed. Until one succeeds, only polls ask the database again. */
  let isResting = false;
  let isStopping = false;
  let isGivenUp = false;
  let stopped: Promise<boolean> | undefined;

  const outage = createOutageLog(log);
  const targets = createTargets({ store, sealer, clock, log, outage });
  const record = createRecorder({ store, clock, log, outage, isGivenUp: () => isGivenUp });
  const makeAttempt = createMakeAttempt({ targets, send, clock, log, random, isStopping: () => isStopping });
  const receivers = createReceivers(
    { concurrency, capacity, fastCapacity, total },
    { attempt, onRoom: claimNow, onGone: targets.forget },
  );
  const rounds = createRounds(claim, WAKE_GAP_MS);

  /** Resolves to whether nothing more is due that there is room for. */
  async function claim(): Promise<boolean> {
    if (isStopping) return true;
    const now = clock.now();
    const room = receivers.room(now);
    let claimed: ClaimedDelivery[];
    try {
      const leaseUntil = now + lease;
      claimed = await store.claimDeliveries({ now, leaseUntil, claim: newId(), limit: CLAIM_LIMIT, ...room });
      outage.answered();
      isResting = false;
    } catch (err) {
      isResting = true;
      if (err instanceof StoreUnavailable) outage.failed(err);
      else log.error({ err }, 'webhook deliveries could not be claimed');
      throw err;
    }
    if (isStopping) {
      await giveBack(claimed);
      return true;
    }
    for (const { webhookId } of claimed) targets.forget(webhookId);
    const isMoreDue = receivers.add(claimed, room) || claimed.length === CLAIM_LIMIT;
    if (isMoreDue) claimNow();
    return claimed.length === 0 && !isMoreDue;
  }

  function claimNow(): void {
    // `claim` has logged why it failed.
    if (!isResting && !isStopping) rounds.now().catch(() => {});
  }

  async function attempt(delivery: ClaimedDelivery): Promise<() => Promise<boolean>> {
    const made = await makeAttempt(delivery);
    return async () => {
      switch (made) {
        case 'gone':
          return true;
        case 'dropped':
          return false;
        case 'unbegun':
          await giveBack([delivery]);
          return true;
        default:
          // An attempt that was cut off says nothing of the receiver.
          return !isGivenUp && (await record(made.record, delivery.leaseUntil));
      }
    };
  }

  /** What cannot be given back comes back at the end of its lease. */
  async function giveBack(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const idsByClaim = new Map<string, string[]>();
    for (const { claim, id } of deliveries) idsByClaim.set(claim, [...(idsByClaim.get(claim) ?? []), id]);
    try {
      await Promise.all([...idsByClaim].map(([claim, ids]) => store.releaseDeliveries(claim, ids)));
    } catch (err) {
      log.warn({ err, deliveries: deliveries.length }, 'claimed deliveries could not be given back');
    }
  }

  async function end(timeoutMs: number): Promise<boolean> {
    clearInterval(polling);
    const ended = Promise.all([rounds.stop(), giveBack(receivers.takeWaiting()), receivers.idle()]).then(
      () => true,
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, false);
    });
    const isFinished = await Promise.race([ended, late]);
    clearTimeout(timer);
    isGivenUp = true;
    return isFinished;
  }

  return {
    start() {
      if (polling !== undefined || isStopping) return;
      polling = setInterval(rounds.soon, pollMs).unref();
      rounds.soon();
    },

    wake() {
      if (polling !== undefined && !isResting) rounds.soon();
    },

    async drain() {
      while (!isStopping) {
        const isNothingDue = await rounds.now();
        if (isNothingDue && receivers.isIdle()) return;
        await receivers.idle();
      }
    },

    stop(timeoutMs) {
      isStopping = true;
      stopped ??= end(timeoutMs);
      return stopped;
    },
  };
}
