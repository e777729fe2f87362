import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { webhookDelivery } from '../../../generated/operations.ts';
import { type Clock, type Micros, seconds, toUnixSeconds } from '../../domain/clock.ts';
import { nextDelay, RETRY_TIME } from '../../domain/retry.ts';
import { signatureHeaders } from '../../domain/signature.ts';
import { StoreUnavailable } from '../../domain/unavailable.ts';
import { createBatcher } from '../../platform/batcher.ts';
import type { Logger } from '../../platform/log.ts';
import { createGuardedAgent, type GuardPolicy } from '../../platform/outbound/guarded-agent.ts';
import { findSourceAddress } from '../../platform/outbound/source-address.ts';
import { keyedSemaphore } from '../../platform/semaphore.ts';
import { noTelemetry, type Telemetry } from '../../platform/telemetry/telemetry.ts';
import type { ClaimedDelivery } from '../../storage/database/webhooks/claim-deliveries.ts';
import type { Attempt, AttemptRecord, DeliveryStore } from '../../storage/database/webhooks/delivery-store.ts';
import type { DeliveryTarget, WebhookKey } from '../../storage/database/webhooks/webhook-store.ts';
import { decryptWebhookSecret } from '../../storage/encryption/encrypted-json.ts';
import type { Encryptor } from '../../storage/encryption/encryptor.ts';
import type { PartnerDirectory } from '../../storage/partner-directory.ts';
import { createWorker, type Worker, type WorkerState } from '../worker.ts';
import { type AttemptOutcome, createSendAttempt, isDelivered, outcomeOf, type SendAttempt } from './send-attempt.ts';
import { createWebhookQueues } from './webhook-queues.ts';

export interface DispatcherOptions {
  store: Pick<DeliveryStore, 'claimDeliveries' | 'findDeliveryTargets' | 'recordAttempts' | 'releaseDeliveries'>;
  partners: PartnerDirectory;
  encryptor: Pick<Encryptor, 'decrypt'>;
  clock: Clock;
  log: Logger;
  telemetry?: Pick<Telemetry, 'attemptEnded'>;
  send: SendAttempt;
  /** Returns a random number in [0, 1). Default: `Math.random`. */
  random?: () => number;
  /** Divisor of the contract's delays between retries. Default: 1. */
  retrySpeed?: number;
  /** Concurrency limit for attempts to one webhook. */
  concurrency?: number;
  /** Maximum number of claimed deliveries for one webhook. */
  capacity?: number;
  /** Maximum number of claimed deliveries for one webhook with a fast receiver. */
  fastCapacity?: number;
  /** Concurrency limit for attempts to all webhooks together. Each webhook can always have one attempt in flight. */
  total?: number;
  /** Concurrency limit for attempts to one host, across all webhooks. Default: the limit in the contract. */
  perHost?: number;
  /** Duration of the lease on a claimed delivery. Default: the time that the attempts of a full queue can take. */
  leaseMicros?: Micros;
  pollMs?: number;
  /** Called once after the dispatcher has stopped. */
  close?: () => Promise<void>;
}

/** Worker with at-least-once delivery. `stop` releases deliveries not yet attempted. */
export type Dispatcher = Worker;

const ATTEMPT_LIMIT = seconds(webhookDelivery.timeout_seconds);
/** Minimum time left on a lease after an attempt: enough to record it before another instance repeats it. */
const RECORDING = seconds(4);
/** Part of a lease that is reserved for claiming, waiting for a slot, and recording. */
const LEASE_MARGIN = seconds(10);
/** Maximum age of the webhook data that an attempt uses. */
const TARGET_MAX_AGE = seconds(1);
const CLAIM_LIMIT = 1000;
const BATCH = 500;
const POLL_MS = 1000;
const FASTEST_POLL_MS = 50;
/** Minimum time between two claims. A claim takes the database milliseconds, so many events must share one claim. */
const WAKE_GAP_MS = 20;
/**
 * Minimum time between two transactions that record attempts. On SQLite, each transaction blocks other calls while the
 * disk writes, so one transaction records many attempts.
 */
const GATHER_MS = 20;
/** Pauses between retries of recording. The retries end with the lease; then the delivery is attempted again. */
const RECORD_PAUSES_MS = [200, 500, 1000, 2000];

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const {
    store,
    partners,
    encryptor,
    clock,
    log,
    telemetry = noTelemetry,
    send,
    random = Math.random,
    retrySpeed = 1,
  } = options;
  const { concurrency = 16, capacity = 64, fastCapacity = 1024, total = 4096 } = options;
  const { leaseMicros: lease = Math.ceil(capacity / concurrency) * ATTEMPT_LIMIT + LEASE_MARGIN } = options;

  /** True after a failed claim. Until a claim succeeds, only polling triggers claims. */
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
   * Limits the concurrent attempts to one host, across all webhooks and ports. Otherwise, partners could make the
   * service overload a third party's host.
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

  /** Logs every failure, but only the first failure of a database outage. */
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
    const limits = queues.claimLimits(clock.now());
    let claimed: ClaimedDelivery[];
    try {
      claimed = await store.claimDeliveries({ lease, claim: randomUUID(), limit: CLAIM_LIMIT, ...limits });
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

  /** Makes an attempt. Resolves to a function that records the attempt and resolves to whether the lease has ended. */
  async function attempt(delivery: ClaimedDelivery): Promise<() => Promise<boolean>> {
    try {
      const result = await attemptWithSlot(delivery);
      if (result === 'not started') return () => release([delivery]);
      if (typeof result === 'string') return async () => result === 'gone';
      // An aborted attempt is not recorded, because it says nothing about the receiver.
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
    if ((await partners.findActive(delivery.clientId)) === null) return whilePaused(delivery);
    const { release: leave, waited } = await acquireSlot(hostOf(target.url));
    try {
      if (worker.isStopping) return 'not started';
      // The webhook may have been deleted or moved to a different host while the delivery waited for a slot.
      const now = waited ? await currentTarget(delivery) : target;
      if (now === undefined) return 'gone';
      const startedAt = clock.now();
      const isLate = startedAt + ATTEMPT_LIMIT + RECORDING > delivery.leaseUntil;
      return now.url !== target.url || isLate ? 'dropped' : await sendTo(now, delivery, startedAt);
    } finally {
      leave();
    }
  }

  /**
   * Keeps a delivery of a disabled partner, which is due again when its lease ends. After the time that all retries
   * take, the delivery fails.
   */
  function whilePaused(delivery: ClaimedDelivery): AttemptRecord | 'dropped' {
    const startedAt = clock.now();
    if (startedAt < delivery.dueAt + RETRY_TIME / retrySpeed) return 'dropped';
    const failure = { httpStatus: null, error: 'partner_disabled', retryAfterSeconds: null } as const;
    return recordOf(delivery, failure, { startedAt, durationMicros: 0, next: { state: 'failed' } });
  }

  /** Resolves to webhook data that is at most a second old; undefined if the webhook was deleted. */
  async function currentTarget({ clientId, webhookId, leaseUntil, target }: ClaimedDelivery) {
    const age = clock.now() - (leaseUntil - lease);
    return age <= TARGET_MAX_AGE ? target : findTarget({ clientId, id: webhookId });
  }

  /** Returns the webhook's decrypted secrets. Decrypts them once for all deliveries of a claim. */
  function secretsOf(
    target: DeliveryTarget,
    clientId: string,
    at: Micros,
  ): readonly [current: string, previous?: string] {
    const { id, secret, previous } = target;
    const key = { clientId, id };
    const known = opened.get(target);
    const current = known?.current ?? decryptWebhookSecret(encryptor, key, secret);
    const isKept = previous !== null && at < previous.endsAt;
    const before = isKept ? (known?.before ?? decryptWebhookSecret(encryptor, key, previous.secret)) : undefined;
    opened.set(target, { current, before });
    return before === undefined ? [current] : [current, before];
  }

  async function sendTo(target: DeliveryTarget, delivery: ClaimedDelivery, startedAt: Micros): Promise<AttemptRecord> {
    const body = Buffer.from(delivery.body);
    const headers = signatureHeaders({
      eventId: delivery.eventId,
      body,
      timestamp: toUnixSeconds(startedAt),
      secrets: secretsOf(target, delivery.clientId, startedAt),
    });
    const outcome = await send({ url: target.url, headers, body });
    const endedAt = clock.now();
    // Rounded to milliseconds, the clock's precision. 0 if the clock was set back: the database rejects less than 0.
    const durationMicros = Math.max(0, Math.round((endedAt - startedAt) / 1000) * 1000);
    const next = nextOf(outcome, delivery.attemptsMade + 1, endedAt);
    return recordOf(delivery, outcome, { startedAt, durationMicros, next });
  }

  function recordOf(
    delivery: ClaimedDelivery,
    outcome: AttemptOutcome,
    { startedAt, durationMicros, next }: Pick<AttemptRecord, 'next'> & Pick<Attempt, 'startedAt' | 'durationMicros'>,
  ): AttemptRecord {
    const { httpStatus, error } = outcome;
    logAttempt(delivery, outcome, durationMicros / 1000, next.state === 'failed');
    return { delivery, claim: delivery.claim, attempt: { startedAt, durationMicros, httpStatus, error }, next };
  }

  function nextOf(outcome: AttemptOutcome, attemptsMade: number, endedAt: Micros): AttemptRecord['next'] {
    if (isDelivered(outcome)) return { state: 'delivered' };
    // A refused address is not retried, because retries would let a partner probe the internal network.
    if (outcome.error === 'refused_address') return { state: 'failed' };
    const delay = nextDelay(attemptsMade, outcome.retryAfterSeconds, random(), retrySpeed);
    return delay === null ? { state: 'failed' } : { state: 'pending', nextAttemptAt: endedAt + delay };
  }

  function logAttempt(delivery: ClaimedDelivery, outcome: AttemptOutcome, durationMs: number, gaveUp: boolean): void {
    const about = { delivery_id: delivery.id, webhook_id: delivery.webhookId, event_id: delivery.eventId };
    const label = outcomeOf(outcome);
    const traceId = telemetry.attemptEnded({ outcome: label, durationMs, about, gaveUp });
    const made = { attempt: delivery.attemptsMade + 1, outcome: label, status: outcome.httpStatus ?? undefined };
    log.info({ ...about, ...made, gave_up: gaveUp, duration_ms: durationMs, trace_id: traceId }, 'delivery');
  }

  /** Records an attempt, and retries until the lease ends. Resolves to whether it was recorded. Never rejects. */
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

/** Returns the host of a URL without a trailing dot, because both spellings name the same host. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '');

export interface DeliveryOptions extends Omit<DispatcherOptions, 'send' | 'close'> {
  /** Policy for the addresses that deliveries can connect to. */
  destinations: GuardPolicy;
  /** Published source addresses of deliveries: IP addresses and CIDR ranges. */
  sourceAddresses: readonly string[];
}

/**
 * Creates the dispatcher with its own HTTP client, which `stop` closes. Deliveries use the first of the source
 * addresses that is assigned to this machine. Rejects if the system has no free socket.
 */
export async function createDelivery(options: DeliveryOptions): Promise<Dispatcher> {
  const { destinations, sourceAddresses, clock, log } = options;
  const localAddress = await findSourceAddress(sourceAddresses);
  if (localAddress === undefined && sourceAddresses.length > 0) {
    // This is expected behind a NAT gateway. Without one, partners' firewalls can reject the deliveries.
    log.warn({ sourceAddresses }, 'this machine has none of the addresses in WEBHOOK_SOURCE_ADDRESSES');
  }
  const agent = createGuardedAgent({
    ...destinations,
    localAddress,
    maxResponseBytes: webhookDelivery.max_response_bytes,
  });
  const send = createSendAttempt({ agent, clock });
  // Destroying the agent aborts attempts in flight. The dispatcher does not record them.
  return createDispatcher({ ...options, send, close: () => agent.destroy() });
}
