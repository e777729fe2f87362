import { randomUUID } from 'node:crypto';
import { webhookDelivery } from '../../generated/operations.ts';
import type { Sealer } from '../crypto/sealer.ts';
import { type Clock, type Micros, seconds } from '../domain/clock.ts';
import { StoreUnavailable } from '../domain/unavailable.ts';
import type { Logger } from '../log.ts';
import type { ClaimedDelivery, DeliveryStore } from '../store/webhooks/delivery-store.ts';
import { noTelemetry, type Telemetry } from '../telemetry/telemetry.ts';
import { createWorker, type Worker, type WorkerState } from '../work/worker.ts';
import { ATTEMPT_LIMIT, createHostPlaces, createMakeAttempt } from './make-attempt.ts';
import { createReceivers } from './receivers.ts';
import { createOutageLog, createRecorder } from './recorder.ts';
import type { SendAttempt } from './send-attempt.ts';
import { createTargets } from './targets.ts';

export interface DispatcherOptions {
  store: Pick<DeliveryStore, 'claimDeliveries' | 'findDeliveryTargets' | 'recordAttempts' | 'releaseDeliveries'>;
  sealer: Pick<Sealer, 'open'>;
  clock: Clock;
  log: Logger;
  telemetry?: Pick<Telemetry, 'attemptEnded'>;
  send: SendAttempt;
  /** In [0, 1). */
  random?: () => number;
  newId?: () => string;
  /** How many times faster than the contract has it an event is sent again. 1 by default. */
  retrySpeed?: number;
  /** The most attempts to one webhook that this instance makes at once. 16 by default. */
  concurrency?: number;
  /** The most deliveries of one webhook that this instance claims. 64 by default. */
  capacity?: number;
  /** The same for a webhook with a fast receiver. 1024 by default. */
  fastCapacity?: number;
  /** Attempts shared among all webhooks; each gets at least one, however many webhooks there are. 4096 by default. */
  total?: number;
  /** The most attempts to one host, whatever the webhooks. By default the contract's. */
  perHost?: number;
  /** How long a claim lasts. By default as long as the attempts of a full queue can take. */
  leaseMicros?: Micros;
  pollMs?: number;
  /** Called once after it has stopped. */
  close?: () => Promise<void>;
}

/** Makes each due delivery at least once (service description 2.13). `stop` releases those that have not started. */
export type Dispatcher = Worker;

/** The time beside the attempts: for claiming, waiting for a turn, and recording. */
const LEASE_MARGIN = seconds(10);
const CLAIM_LIMIT = 1000;
const POLL_MS = 1000;
/** A claim takes a few milliseconds of the database, so a storm of events must not cause one each. */
const WAKE_GAP_MS = 20;

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const {
    store,
    sealer,
    clock,
    log,
    telemetry = noTelemetry,
    send,
    random = Math.random,
    newId = randomUUID,
  } = options;
  const { concurrency = 16, capacity = 64, fastCapacity = 1024, total = 4096, pollMs = POLL_MS } = options;
  const { retrySpeed = 1, perHost = webhookDelivery.max_in_flight_to_host } = options;
  const { leaseMicros: lease = Math.ceil(capacity / concurrency) * ATTEMPT_LIMIT + LEASE_MARGIN } = options;

  /** The last claim failed. Until one succeeds, only polls query the database. */
  let isBackingOff = false;

  const outage = createOutageLog(log);
  const targets = createTargets({ store, sealer, clock, log, outage });
  const record = createRecorder({ store, clock, log, outage, isStopped: () => worker.isStopped });
  const makeAttempt = createMakeAttempt({
    targets,
    takePlace: createHostPlaces(perHost),
    send,
    clock,
    log,
    telemetry,
    random,
    retrySpeed,
    isStopping: () => worker.isStopping,
  });
  const receivers = createReceivers(
    { concurrency, capacity, fastCapacity, total },
    { attempt, onRoom: () => worker.claimNow(), onGone: targets.forget },
  );
  const worker: Worker & WorkerState = createWorker({
    claim,
    isBackingOff: () => isBackingOff,
    inFlight: () => (receivers.isIdle() ? null : receivers.idle()),
    finish: () => Promise.all([release(receivers.takeWaiting()), receivers.idle()]),
    ...(options.close && { close: options.close }),
    pollMs,
    wakeGapMs: WAKE_GAP_MS,
  });

  /** Resolves to true when nothing more is due or no place is free for it. */
  async function claim(): Promise<boolean> {
    if (worker.isStopping) return true;
    const now = clock.now();
    const room = receivers.room(now);
    let claimed: ClaimedDelivery[];
    try {
      const leaseUntil = now + lease;
      claimed = await store.claimDeliveries({ now, leaseUntil, claim: newId(), limit: CLAIM_LIMIT, ...room });
      outage.answered();
      isBackingOff = false;
    } catch (err) {
      isBackingOff = true;
      if (err instanceof StoreUnavailable) outage.failed(err);
      else log.error({ err }, 'webhook deliveries could not be claimed');
      throw err;
    }
    if (worker.isStopping) {
      await release(claimed);
      return true;
    }
    targets.learn(claimed.map(({ target }) => target));
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
        case 'not_started':
          await release([delivery]);
          return true;
        default:
          // An attempt that was cut off says nothing about the receiver.
          return !worker.isStopped && (await record(made.record, delivery.leaseUntil));
      }
    };
  }

  /** Releases claimed deliveries. Where that fails, the lease ends by itself. */
  async function release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const byClaim = new Map<string, ClaimedDelivery[]>();
    for (const delivery of deliveries) byClaim.set(delivery.claim, [...(byClaim.get(delivery.claim) ?? []), delivery]);
    try {
      await Promise.all([...byClaim].map(([claim, some]) => store.releaseDeliveries(claim, some)));
    } catch (err) {
      log.warn({ err, deliveries: deliveries.length }, 'claimed deliveries could not be given back');
    }
  }

  return worker;
}
