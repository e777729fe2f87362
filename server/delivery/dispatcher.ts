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
  /** Returns a random number in [0, 1). Default: `Math.random`. */
  random?: () => number;
  /** Divides the contract's delays between retries. */
  retrySpeed?: number;
  /** Concurrency limit of attempts to one webhook. */
  concurrency?: number;
  /** Maximum number of claimed deliveries of one webhook. */
  capacity?: number;
  /** Maximum number of claimed deliveries of one webhook with a fast receiver. */
  fastCapacity?: number;
  /** Concurrency limit of attempts to all webhooks together. Each webhook can always make one. */
  total?: number;
  /** Concurrency limit of attempts to one host, for all webhooks. Default: the contract's limit. */
  perHost?: number;
  /** Duration of a claim. Default: the time that the attempts of a full queue can take. */
  leaseMicros?: Micros;
  pollMs?: number;
  /** Called once after the dispatcher has stopped. */
  close?: () => Promise<void>;
}

/** Makes each due delivery at least once (service description 2.13). `stop` releases deliveries without an attempt. */
export type Dispatcher = Worker;

/** Time limit of an attempt. */
const ATTEMPT_LIMIT = seconds(webhookDelivery.timeout_seconds);
/** Minimum rest of a lease after an attempt, so that it is recorded before another instance repeats it. */
const RECORDING = seconds(4);
/** Part of a lease beside the attempts: for claiming, waiting for a slot, and recording. */
const LEASE_MARGIN = seconds(10);
/** Time after which attempts use a changed webhook. */
const TARGET_MAX_AGE = seconds(1);
const CLAIM_LIMIT = 1000;
const BATCH = 500;
const POLL_MS = 1000;
const FASTEST_POLL_MS = 50;
/** Minimum time between two claims. A claim takes milliseconds of the database, so many events must share one. */
const WAKE_GAP_MS = 20;
/**
 * Minimum time between two transactions, in which attempts gather. On SQLite, each transaction blocks other calls while
 * the disk writes, and many rows cost little more than few.
 */
const GATHER_MS = 20;
/** Pauses before retries of recording. They fit into the rest of a lease; after that, the delivery is repeated. */
const RECORD_PAUSES_MS = [200, 500, 1000, 2000];

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { store, encryptor, clock, log, telemetry = noTelemetry, send, random = Math.random, retrySpeed = 1 } = options;
  const { concurrency = 16, capacity = 64, fastCapacity = 1024, total = 4096 } = options;
  const { leaseMicros: lease = Math.ceil(capacity / concurrency) * ATTEMPT_LIMIT + LEASE_MARGIN } = options;

  /** True after a failed claim. Until a claim succeeds, only polls query the database. */
  let isBackingOff = false;
  let isDown = false;
  const opened = new WeakMap<DeliveryTarget, { current: string; before: string | undefined }>();

  const queues = createWebhookQueues(
    { concurrency, capacity, fastCapacity, total },
    { attempt, onCapacity: () => worker.claimNow() },
  );
  const worker: Worker & WorkerState = createWorker({
    claim,
    isBackingOff: () => isBackingOff,
    inFlight: queues.idle,
    finish: () => Promise.all([release(queues.removeWaiting()), queues.idle()]),
    ...(options.close && { close: options.close }),
    pollMs: options.pollMs ?? Math.max(FASTEST_POLL_MS, POLL_MS / retrySpeed),
    wakeGapMs: WAKE_GAP_MS,
  });
  /**
   * Limits the attempts to one host, whatever their webhooks and ports are. Otherwise partners could make the service
   * overload a third party's host.
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
      logRecovery();
      await sleep(Math.max(0, startedAt + GATHER_MS - performance.now()));
      return records.map(() => null);
    },
    { max: BATCH },
  );

  /** Logs the beginning of a database outage once, and every other failure. */
  function logFailure(err: unknown, message: string, about = {}): void {
    if (worker.isStopped) return;
    if (!(err instanceof StoreUnavailable)) log.error({ err, ...about }, message);
    else if (!isDown) {
      log.error({ err }, 'webhook deliveries are paused: the database does not respond');
      isDown = true;
    }
  }

  function logRecovery(): void {
    if (isDown) log.info('webhook deliveries continue: the database responds again');
    isDown = false;
  }

  /** Claims due deliveries. Resolves to true when nothing more is due or the queues are full. */
  async function claim(): Promise<boolean> {
    if (worker.isStopping) return true;
    const now = clock.now();
    const limits = queues.claimLimits(now);
    let claimed: ClaimedDelivery[];
    try {
      const leaseUntil = now + lease;
      claimed = await store.claimDeliveries({ now, leaseUntil, claim: randomUUID(), limit: CLAIM_LIMIT, ...limits });
    } catch (err) {
      isBackingOff = true;
      logFailure(err, 'webhook deliveries could not be claimed');
      throw err;
    }
    isBackingOff = false;
    logRecovery();
    if (worker.isStopping) {
      await release(claimed);
      return true;
    }
    const isMoreDue = queues.add(claimed, limits) || claimed.length === CLAIM_LIMIT;
    if (isMoreDue) worker.claimNow();
    return claimed.length === 0 && !isMoreDue;
  }

  /** Releases claimed deliveries. If that fails, the deliveries are due again when their leases end. */
  async function release(deliveries: readonly ClaimedDelivery[]): Promise<true> {
    const byClaim = new Map<string, ClaimedDelivery[]>();
    for (const delivery of deliveries) byClaim.set(delivery.claim, [...(byClaim.get(delivery.claim) ?? []), delivery]);
    await Promise.all([...byClaim].map(([claim, some]) => store.releaseDeliveries(claim, some))).catch((err) =>
      log.warn(
        { err, deliveries: deliveries.length },
        'claimed deliveries could not be released; they are due again when their leases end',
      ),
    );
    return true;
  }

  /** Makes an attempt. Resolves to a function that resolves to whether the delivery is done or due again. */
  async function attempt(delivery: ClaimedDelivery): Promise<() => Promise<boolean>> {
    try {
      const result = await attemptWithSlot(delivery);
      if (result === 'not started') return () => release([delivery]);
      if (typeof result === 'string') return async () => result === 'gone';
      // An aborted attempt says nothing about the receiver.
      return async () => !worker.isStopped && (await record(result, delivery.leaseUntil));
    } catch (err) {
      const { id: deliveryId, webhookId } = delivery;
      logFailure(err, 'an attempt to deliver a webhook event failed before it was sent', { deliveryId, webhookId });
      return async () => false;
    }
  }

  async function attemptWithSlot(delivery: ClaimedDelivery) {
    const target = await currentTarget(delivery);
    if (worker.isStopping) return 'not started';
    if (target === undefined) return 'gone';
    const { release: leave, waited } = await acquireSlot(hostOf(target.url));
    try {
      if (worker.isStopping) return 'not started';
      // The webhook can have been deleted or moved to another host while its delivery waited.
      const now = waited ? await currentTarget(delivery) : target;
      if (now === undefined) return 'gone';
      const startedAt = clock.now();
      const isLate = startedAt + ATTEMPT_LIMIT + RECORDING > delivery.leaseUntil;
      return now.url !== target.url || isLate ? 'dropped' : await sendTo(now, delivery, startedAt);
    } finally {
      leave();
    }
  }

  /** Resolves to the webhook, at most a second old; undefined when it was deleted. */
  async function currentTarget({ clientId, webhookId, leaseUntil, target }: ClaimedDelivery) {
    const age = clock.now() - (leaseUntil - lease);
    return age <= TARGET_MAX_AGE ? target : findTarget({ clientId, id: webhookId });
  }

  /** Decrypts the secrets once for all deliveries of a claim. */
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
    // Rounded to the clock's milliseconds. 0 if the clock was set back, because the database rejects negative values.
    const durationMicros = Math.max(0, Math.round((endedAt - startedAt) / 1000) * 1000);
    const next = nextOf(outcome, delivery.attemptsMade + 1, endedAt);
    logAttempt(delivery, outcome, durationMicros / 1000, next.state === 'failed');
    return { delivery, claim: delivery.claim, attempt: { startedAt, durationMicros, httpStatus, error }, next };
  }

  function nextOf(outcome: AttemptOutcome, attemptsMade: number, endedAt: Micros): AttemptRecord['next'] {
    if (isDelivered(outcome)) return { state: 'delivered' };
    // Not retried, because retries would let a partner probe our network.
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

  /** Records an attempt, with retries until the lease ends. Resolves to whether it was recorded; never rejects. */
  async function record(made: AttemptRecord, leaseUntil: Micros): Promise<boolean> {
    for (const pauseMs of [...RECORD_PAUSES_MS, null]) {
      try {
        await write(made);
        return true;
      } catch (err) {
        if (worker.isStopped) return false;
        logFailure(err, 'an attempt to deliver could not be recorded', { deliveryId: made.delivery.id });
        if (pauseMs === null || !(err instanceof StoreUnavailable)) return false;
      }
      await sleep(pauseMs, undefined, { ref: false });
      if (worker.isStopped || clock.now() >= leaseUntil) return false;
    }
    return false;
  }

  return worker;
}

/** Returns the host of a URL without a trailing dot, which does not change the host. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '');

export interface DeliveryOptions extends Omit<DispatcherOptions, 'send' | 'close'> {
  /** Policy for the addresses of queues. */
  destinations: GuardPolicy;
  /** Announced source addresses of deliveries: IP addresses and CIDR ranges. */
  sourceAddresses: readonly string[];
}

/**
 * Creates the dispatcher with its own HTTP client, which `stop` closes. Deliveries use the first source address that
 * this machine has. Rejects when the system has no free socket.
 */
export async function createDelivery(options: DeliveryOptions): Promise<Dispatcher> {
  const { destinations, sourceAddresses, clock, log } = options;
  const localAddress = await findSourceAddress(sourceAddresses);
  if (localAddress === undefined && sourceAddresses.length > 0) {
    // Expected behind a NAT gateway; otherwise, firewalls of partners can reject deliveries.
    log.warn({ sourceAddresses }, 'this machine has none of the addresses in WEBHOOK_SOURCE_ADDRESSES');
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
