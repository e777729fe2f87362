import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { webhookDelivery } from '../../generated/operations.ts';
import { decryptWebhookSecret } from '../crypto/encrypted-json.ts';
import type { Encryptor } from '../crypto/encryptor.ts';
import { type Clock, type Micros, seconds, toUnixSeconds } from '../domain/clock.ts';
import { nextDelay } from '../domain/retry.ts';
import { signatureHeaders } from '../domain/signature.ts';
import { StoreUnavailable } from '../domain/unavailable.ts';
import type { Logger } from '../log.ts';
import { createGuardedAgent, type GuardPolicy } from '../outbound/guarded-agent.ts';
import { findSourceAddress } from '../outbound/source-address.ts';
import type { ClaimedDelivery } from '../store/webhooks/claim-deliveries.ts';
import type { AttemptRecord, DeliveryStore } from '../store/webhooks/delivery-store.ts';
import type { DeliveryTarget, WebhookKey } from '../store/webhooks/webhook-store.ts';
import { noTelemetry, type Telemetry } from '../telemetry/telemetry.ts';
import { createBatcher } from '../work/batcher.ts';
import { keyedSemaphore } from '../work/semaphore.ts';
import { createWorker, type Worker, type WorkerState } from '../work/worker.ts';
import { type AttemptOutcome, createSendAttempt, isDelivered, outcomeOf, type SendAttempt } from './send-attempt.ts';
import { createWebhookQueues } from './webhook-queues.ts';

export interface DispatcherOptions {
  store: Pick<DeliveryStore, 'claimDeliveries' | 'findDeliveryTargets' | 'recordAttempts' | 'releaseDeliveries'>;
  encryptor: Pick<Encryptor, 'decrypt'>;
  clock: Clock;
  log: Logger;
  telemetry?: Pick<Telemetry, 'attemptEnded'>;
  send: SendAttempt;
  /** In [0, 1). */
  random?: () => number;
  /** Divides the contract's delays between retries. */
  retrySpeed?: number;
  /** Concurrency limit of attempts to one webhook. */
  concurrency?: number;
  /** Maximum number of claimed deliveries of one webhook. */
  capacity?: number;
  /** The same for a webhook with a fast receiver. */
  fastCapacity?: number;
  /** Attempts shared among all webhooks; each gets at least one, however many webhooks there are. */
  total?: number;
  /** Concurrency limit of attempts to one host, whatever the webhooks. By default the contract's. */
  perHost?: number;
  /** Duration of a claim. By default as long as the attempts of a full queue can take. */
  leaseMicros?: Micros;
  pollMs?: number;
  /** Called once after the dispatcher has stopped. */
  close?: () => Promise<void>;
}

/** Makes each due delivery at least once (service description 2.13). `stop` releases those that have not started. */
export type Dispatcher = Worker;

/** The time limit of an attempt. */
const ATTEMPT_LIMIT = seconds(webhookDelivery.timeout_seconds);
/** The part of a lease that must be left after an attempt, to record it before another instance repeats it. */
const RECORDING = seconds(4);
/** The part of a lease beside the attempts: for claiming, waiting for a slot, and recording. */
const LEASE_MARGIN = seconds(10);
/** A change to a webhook takes effect for attempts that start this long after it. */
const TARGET_MAX_AGE = seconds(1);
const CLAIM_LIMIT = 1000;
const BATCH = 500;
const POLL_MS = 1000;
const FASTEST_POLL_MS = 50;
/** A claim takes a few milliseconds of the database, so a storm of events must not cause one each. */
const WAKE_GAP_MS = 20;
/**
 * The least time between two transactions, so that attempts gather: with SQLite, each transaction blocks everything
 * else while the disk writes, and one of many rows costs little more than one of few.
 */
const GATHER_MS = 20;
/** These fit into the rest of a lease after an attempt. If the database takes longer, the delivery is repeated. */
const RECORD_PAUSES_MS = [200, 500, 1000, 2000];

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { store, encryptor, clock, log, telemetry = noTelemetry, send, random = Math.random, retrySpeed = 1 } = options;
  const { concurrency = 16, capacity = 64, fastCapacity = 1024, total = 4096 } = options;
  const { leaseMicros: lease = Math.ceil(capacity / concurrency) * ATTEMPT_LIMIT + LEASE_MARGIN } = options;

  /** The last claim failed. Until one succeeds, only polls query the database. */
  let isBackingOff = false;
  let isDown = false;
  const opened = new WeakMap<DeliveryTarget, { current: string; before: string | undefined }>();

  const receivers = createWebhookQueues(
    { concurrency, capacity, fastCapacity, total },
    { attempt, onRoom: () => worker.claimNow() },
  );
  const worker: Worker & WorkerState = createWorker({
    claim,
    isBackingOff: () => isBackingOff,
    inFlight: receivers.idle,
    finish: () => Promise.all([release(receivers.takeWaiting()), receivers.idle()]),
    ...(options.close && { close: options.close }),
    pollMs: options.pollMs ?? Math.max(FASTEST_POLL_MS, POLL_MS / retrySpeed),
    wakeGapMs: WAKE_GAP_MS,
  });
  /**
   * Bounds the attempts to one host, whoever's webhooks they are for and whatever their ports: many partners, or one
   * with many webhooks, could otherwise have the service send to a stranger's host as fast as it can.
   */
  const acquireSlot = keyedSemaphore(options.perHost ?? webhookDelivery.max_in_flight_to_host);
  const findTarget = createBatcher<WebhookKey, DeliveryTarget | undefined>(
    async (keys) => {
      const found = new Map((await store.findDeliveryTargets(keys)).map((target) => [target.id, target]));
      return keys.map(({ id }) => found.get(id));
    },
    { max: BATCH },
  );
  const write = createBatcher<AttemptRecord, null>(
    async (records) => {
      const startedAt = performance.now();
      await store.recordAttempts(records);
      answered();
      await sleep(Math.max(0, startedAt + GATHER_MS - performance.now()));
      return records.map(() => null);
    },
    { max: BATCH },
  );

  /** Logs the begin of a database outage once, however many calls fail meanwhile, and each other failure. */
  function failed(err: unknown, message: string, about = {}): void {
    if (!(err instanceof StoreUnavailable)) log.error({ err, ...about }, message);
    else if (!isDown) {
      log.error({ err }, 'webhook deliveries wait for the database');
      isDown = true;
    }
  }

  function answered(): void {
    if (isDown) log.info('webhook deliveries go on');
    isDown = false;
  }

  /** Resolves to true when nothing more is due or no place is free for it. */
  async function claim(): Promise<boolean> {
    if (worker.isStopping) return true;
    const now = clock.now();
    const room = receivers.room(now);
    let claimed: ClaimedDelivery[];
    try {
      const leaseUntil = now + lease;
      claimed = await store.claimDeliveries({ now, leaseUntil, claim: randomUUID(), limit: CLAIM_LIMIT, ...room });
    } catch (err) {
      isBackingOff = true;
      failed(err, 'webhook deliveries could not be claimed');
      throw err;
    }
    isBackingOff = false;
    answered();
    if (worker.isStopping) {
      await release(claimed);
      return true;
    }
    const isMoreDue = receivers.add(claimed, room) || claimed.length === CLAIM_LIMIT;
    if (isMoreDue) worker.claimNow();
    return claimed.length === 0 && !isMoreDue;
  }

  /** Releases claimed deliveries. Where that fails, the lease ends by itself. */
  async function release(deliveries: readonly ClaimedDelivery[]): Promise<true> {
    const byClaim = new Map<string, ClaimedDelivery[]>();
    for (const delivery of deliveries) byClaim.set(delivery.claim, [...(byClaim.get(delivery.claim) ?? []), delivery]);
    await Promise.all([...byClaim].map(([claim, some]) => store.releaseDeliveries(claim, some))).catch((err) =>
      log.warn({ err, deliveries: deliveries.length }, 'claimed deliveries could not be given back'),
    );
    return true;
  }

  /** Makes an attempt. Resolves to what ends it: whether the delivery is done, or is due again when its lease ends. */
  async function attempt(delivery: ClaimedDelivery): Promise<() => Promise<boolean>> {
    try {
      const made = await attemptInTurn(delivery);
      if (made === 'not started') return () => release([delivery]);
      if (typeof made === 'string') return async () => made === 'gone';
      // An attempt that was cut off says nothing about the receiver.
      return async () => !worker.isStopped && (await record(made, delivery.leaseUntil));
    } catch (err) {
      const { id: deliveryId, webhookId } = delivery;
      failed(err, 'an attempt to deliver could not be made', { deliveryId, webhookId });
      return async () => false;
    }
  }

  async function attemptInTurn(delivery: ClaimedDelivery) {
    const target = await currentTarget(delivery);
    if (worker.isStopping) return 'not started';
    if (target === undefined) return 'gone';
    const { release: leave, waited } = await acquireSlot(hostOf(target.url));
    try {
      if (worker.isStopping) return 'not started';
      // The webhook may have been deleted or moved to another host while its delivery waited.
      const now = waited ? await currentTarget(delivery) : target;
      if (now === undefined) return 'gone';
      const startedAt = clock.now();
      const isLate = startedAt + ATTEMPT_LIMIT + RECORDING > delivery.leaseUntil;
      return now.url !== target.url || isLate ? 'dropped' : await sendTo(now, delivery, startedAt);
    } finally {
      leave();
    }
  }

  /** The webhook as read within the last second; undefined when it was deleted. */
  async function currentTarget({ clientId, webhookId, leaseUntil, target }: ClaimedDelivery) {
    const age = clock.now() - (leaseUntil - lease);
    return age <= TARGET_MAX_AGE ? target : findTarget({ clientId, id: webhookId });
  }

  /** Opens the secrets once for all deliveries of a claim. */
  function secretsOf(target: DeliveryTarget, at: Micros): readonly [current: string, previous?: string] {
    const { id, secret, previous } = target;
    const known = opened.get(target);
    const current = known?.current ?? decryptWebhookSecret(encryptor, id, secret);
    const isKept = previous !== null && at < previous.endsAt;
    const before = isKept ? (known?.before ?? decryptWebhookSecret(encryptor, id, previous.secret)) : undefined;
    opened.set(target, { current, before });
    return before === undefined ? [current] : [current, before];
  }

  async function sendTo(target: DeliveryTarget, delivery: ClaimedDelivery, startedAt: Micros): Promise<AttemptRecord> {
    const body = Buffer.from(delivery.body);
    const headers = signatureHeaders({
      eventId: delivery.eventId,
      body,
      timestamp: toUnixSeconds(startedAt),
      secrets: secretsOf(target, startedAt),
    });
    const outcome = await send({ url: target.url, headers, body });
    const endedAt = clock.now();
    const { httpStatus, error } = outcome;
    // Not negative, even if the clock was set back: the database would refuse the attempt.
    const durationMicros = Math.max(0, endedAt - startedAt);
    const next = nextOf(outcome, delivery.attemptsMade + 1, endedAt);
    logAttempt(delivery, outcome, durationMicros / 1000, next.state === 'failed');
    return { delivery, claim: delivery.claim, attempt: { startedAt, durationMicros, httpStatus, error }, next };
  }

  function nextOf(outcome: AttemptOutcome, attemptsMade: number, endedAt: Micros): AttemptRecord['next'] {
    if (isDelivered(outcome)) return { state: 'delivered' };
    // Not retried, since retries would let a partner probe our network.
    if (outcome.error === 'refused_address') return { state: 'failed' };
    const delay = nextDelay(attemptsMade, outcome.retryAfterSeconds, random(), retrySpeed);
    return delay === null ? { state: 'failed' } : { state: 'pending', nextAttemptAt: endedAt + delay };
  }

  function logAttempt(delivery: ClaimedDelivery, outcome: AttemptOutcome, durationMs: number, gaveUp: boolean): void {
    const about = { delivery_id: delivery.id, webhook_id: delivery.webhookId, event_id: delivery.eventId };
    const word = outcomeOf(outcome);
    const traceId = telemetry.attemptEnded({ outcome: word, durationMs, about, gaveUp });
    const made = { attempt: delivery.attemptsMade + 1, outcome: word, status: outcome.httpStatus ?? undefined };
    log.info({ ...about, ...made, gave_up: gaveUp, duration_ms: durationMs, trace_id: traceId }, 'delivery');
  }

  /** Records an attempt, and retries that until the lease ends. Resolves to whether it was recorded; never rejects. */
  async function record(made: AttemptRecord, leaseUntil: Micros): Promise<boolean> {
    for (const pauseMs of [...RECORD_PAUSES_MS, null]) {
      try {
        await write(made);
        return true;
      } catch (err) {
        if (worker.isStopped) return false;
        failed(err, 'an attempt to deliver could not be recorded', { deliveryId: made.delivery.id });
        if (pauseMs === null || !(err instanceof StoreUnavailable)) return false;
      }
      await sleep(pauseMs, undefined, { ref: false });
      if (worker.isStopped || clock.now() >= leaseUntil) return false;
    }
    return false;
  }

  return worker;
}

/** The host of a URL, without the dot that marks a name as complete, which leads to the same host. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '');

export interface DeliveryOptions extends Omit<DispatcherOptions, 'send' | 'close'> {
  /** Which receivers may be connected to. */
  destinations: GuardPolicy;
  /** The announced sources of deliveries: IP addresses and CIDR ranges. */
  sourceAddresses: readonly string[];
}

/**
 * Creates the dispatcher with its own HTTP client, which `stop` closes. Deliveries leave from the first source address
 * that this machine has. Rejects when the system has no free socket.
 */
export async function createDelivery(options: DeliveryOptions): Promise<Dispatcher> {
  const { destinations, sourceAddresses, clock, log } = options;
  const localAddress = await findSourceAddress(sourceAddresses);
  if (localAddress === undefined && sourceAddresses.length > 0) {
    // Expected behind a gateway that translates addresses (NAT); otherwise firewalls of partners may refuse deliveries.
    log.warn({ sourceAddresses }, 'webhook deliveries leave from none of the announced addresses of this machine');
  }
  const agent = createGuardedAgent({
    ...destinations,
    localAddress,
    maxResponseBytes: webhookDelivery.max_response_bytes,
  });
  const send = createSendAttempt({ agent, clock });
  // Aborts attempts in flight, which the dispatcher then does not record.
  return createDispatcher({ ...options, send, close: () => agent.destroy() });
}
