import { randomUUID } from 'node:crypto';
import type { Sealer } from '../crypto/sealer.ts';
import { type Clock, type Micros, seconds } from '../domain/clock.ts';
import { StoreUnavailable } from '../domain/unavailable.ts';
import type { Logger } from '../log.ts';
import type { ClaimedDelivery, DeliveryStore } from '../store/webhooks/delivery-store.ts';
import { createWorker, type Worker, type WorkerState } from '../work/worker.ts';
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
  /** Called once it has stopped. */
  close?: () => Promise<void>;
}

/**
 * Makes the deliveries that are due, each at least once (service description 2.13). Stopped, it gives back at once what it has not
 * begun.
 */
export type Dispatcher = Worker;

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

  /** The last claim failed. Until one succeeds, only polls ask the database again. */
  let isResting = false;

  const outage = createOutageLog(log);
  const targets = createTargets({ store, sealer, clock, log, outage });
  const record = createRecorder({ store, clock, log, outage, isGivenUp: () => worker.isGivenUp });
  const makeAttempt = createMakeAttempt({
    targets,
    send,
    clock,
    log,
    random,
    isStopping: () => worker.isStopping,
  });
  const receivers = createReceivers(
    { concurrency, capacity, fastCapacity, total },
    { attempt, onRoom: () => worker.claimNow(), onGone: targets.forget },
  );
  const worker: Worker & WorkerState = createWorker({
    claim,
    isResting: () => isResting,
    underWay: () => (receivers.isIdle() ? null : receivers.idle()),
    finish: () => Promise.all([giveBack(receivers.takeWaiting()), receivers.idle()]),
    ...(options.close && { close: options.close }),
    pollMs,
    wakeGapMs: WAKE_GAP_MS,
  });

  /** Resolves to whether nothing more is due that there is room for. */
  async function claim(): Promise<boolean> {
    if (worker.isStopping) return true;
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
    if (worker.isStopping) {
      await giveBack(claimed);
      return true;
    }
    for (const { webhookId } of claimed) targets.forget(webhookId);
    const isMoreDue = receivers.add(claimed, room) || claimed.length === CLAIM_LIMIT;
    if (isMoreDue) worker.claimNow();
    return claimed.length === 0 && !isMoreDue;
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
          return !worker.isGivenUp && (await record(made.record, delivery.leaseUntil));
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

  return worker;
}
