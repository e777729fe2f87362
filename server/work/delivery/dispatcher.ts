import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { webhookDelivery } from '../../../generated/operations.ts';
import { type Micros, seconds, toUnixSeconds } from '../../domain/clock.ts';
import { nextDelay, RETRY_TIME } from '../../domain/retry-delay.ts';
import { signatureHeaders } from '../../domain/signature.ts';
import { StoreUnavailable } from '../../domain/unavailable.ts';
import { createBatcher } from '../../platform/batcher.ts';
import { createGuardedAgent, type GuardPolicy } from '../../platform/outbound/guarded-agent.ts';
import { findSourceAddress } from '../../platform/outbound/source-address.ts';
import type {
  Attempt,
  AttemptRecord,
  ClaimedDelivery,
  DeliveryStore,
} from '../../storage/database/webhooks/delivery-store.ts';
import { decryptJson, webhookSecret } from '../../storage/encryption/encrypted-json.ts';
import type { PartnerDirectory } from '../../storage/partner-directory.ts';
import type { ReportServices, StorageServices } from '../../storage/services.ts';
import { WorkLoop } from '../work-loop.ts';
import { type AttemptOutcome, createSendAttempt, isDelivered, outcomeOf, type SendAttempt } from './send-attempt.ts';
import { type DeliveryLimits, shareOut, startAfter } from './shares.ts';

export interface DispatcherOptions
  extends Pick<StorageServices, 'encryptor' | 'clock'>,
    Pick<ReportServices, 'log' | 'telemetry'> {
  store: Pick<DeliveryStore, 'findDueWebhooks' | 'claimDeliveries' | 'recordAttempts'>;
  partners: PartnerDirectory;
  destinations: GuardPolicy;
  /** Published IP addresses or CIDR ranges. Deliveries come from the first entry that is an address of this machine. */
  sourceAddresses: readonly string[];
  send?: SendAttempt;
  random?: () => number;
  /** Divisor for the retry delays of the contract: 2 halves each delay. Default: 1. */
  retrySpeed?: number;
  limits?: Partial<DeliveryLimits>;
  lease?: Micros;
  pollMs?: number;
}

/** Result if no attempt was made. The delivery is due again when its lease ends. */
const POSTPONED = null;

const LIMITS: DeliveryLimits = {
  perWebhook: 64,
  perHost: webhookDelivery.max_in_flight_to_host,
  total: 4096,
  perClaim: 1000,
};
/** Lease of a delivery, long enough to record an attempt after a short database outage. */
const LEASE = seconds(30);
/** Lease time that must be left for the longest attempt and for recording it. */
const MIN_LEASE_LEFT = seconds(webhookDelivery.timeout_seconds + 4);
/** Keeps transactions short, because a transaction blocks all other calls on SQLite. */
const MAX_RECORDS = 100;
const POLL_MS = 1000;
const FASTEST_POLL_MS = 50;
const GAP_MS = 10;

/** Delivers each event at least once. */
export class Dispatcher extends WorkLoop<ClaimedDelivery> {
  readonly #options: DispatcherOptions & { limits: DeliveryLimits; retrySpeed: number; pollMs: number };
  readonly #agent: ReturnType<typeof createGuardedAgent>;
  readonly #send: SendAttempt;
  readonly #recordAttempt: (record: AttemptRecord) => Promise<AttemptRecord>;
  /** Postponed deliveries, which count toward the limit of their webhook until their leases end. */
  #postponed: ClaimedDelivery[] = [];
  #lastWebhook = '';

  constructor(options: DispatcherOptions) {
    const { log, retrySpeed = 1, pollMs = Math.max(FASTEST_POLL_MS, POLL_MS / retrySpeed) } = options;
    super({ name: 'webhook deliveries', log, pollMs, gapMs: GAP_MS });
    this.#options = { ...options, limits: { ...LIMITS, ...options.limits }, retrySpeed, pollMs };
    const maxResponseBytes = webhookDelivery.max_response_bytes;
    const localAddress = sourceAddressOf(options);
    this.#agent = createGuardedAgent({ ...options.destinations, localAddress, maxResponseBytes });
    this.#send = options.send ?? createSendAttempt({ agent: this.#agent, clock: options.clock });
    this.#recordAttempt = createBatcher(
      async (records) => {
        await options.store.recordAttempts(records);
        return records;
      },
      { max: MAX_RECORDS },
    );
  }

  protected override async claim(): Promise<readonly ClaimedDelivery[]> {
    const { store, clock, limits, lease = LEASE } = this.#options;
    this.#postponed = this.#postponed.filter(({ leaseUntil }) => leaseUntil > clock.now());
    const due = startAfter(this.#lastWebhook, await store.findDueWebhooks());
    const leased = { inFlight: this.inFlight, postponed: this.#postponed };
    const shares = shareOut(due, leased, limits);
    this.#lastWebhook = shares.at(-1)?.webhookId ?? this.#lastWebhook;
    return shares.length === 0 ? [] : store.claimDeliveries({ shares, lease, claim: randomUUID() });
  }

  protected override async perform(delivery: ClaimedDelivery): Promise<void> {
    const result = await this.#attempt(delivery).catch((err) => {
      const { id: deliveryId, webhookId } = delivery;
      const message = 'an attempt to deliver a webhook event failed before it was sent';
      this.logFailure(err, message, { deliveryId, webhookId });
      return POSTPONED;
    });
    if (result === POSTPONED) this.#postponed.push(delivery);
    else await this.#record(result);
  }

  async #record(record: AttemptRecord): Promise<void> {
    // Does not record an aborted attempt, because an abort says nothing about the receiver.
    while (!this.isStopped) {
      try {
        await this.#recordAttempt(record);
        return;
      } catch (err) {
        this.logFailure(err, 'an attempt to deliver could not be recorded', { deliveryId: record.delivery.id });
        if (!(err instanceof StoreUnavailable)) return;
        await sleep(this.#options.pollMs);
      }
    }
  }

  protected override close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #attempt(delivery: ClaimedDelivery): Promise<AttemptRecord | null> {
    const { partners, clock } = this.#options;
    const partner = await partners.findActive(delivery.clientId);
    const startedAt = clock.now();
    if (partner === null) return this.#whileDisabled(delivery, startedAt);
    if (startedAt + MIN_LEASE_LEFT > delivery.leaseUntil) return POSTPONED;
    const body = Buffer.from(delivery.body);
    const secrets = this.#secretsOf(delivery, startedAt);
    const timestamp = toUnixSeconds(startedAt);
    const headers = signatureHeaders({ eventId: delivery.eventId, body, timestamp, secrets });
    const outcome = await this.#send({ url: delivery.url, headers, body });
    const endedAt = clock.now();
    // Whole milliseconds, because the clock is not more precise. The duration is 0 if the clock was set back.
    const durationMicros = Math.max(0, Math.round((endedAt - startedAt) / 1000) * 1000);
    const next = this.#nextState(outcome, delivery.attemptsMade + 1, endedAt);
    return this.#end(delivery, outcome, { startedAt, durationMicros, next });
  }

  /** Postpones the delivery of a disabled partner, but fails the delivery after `RETRY_TIME`. */
  #whileDisabled(delivery: ClaimedDelivery, startedAt: Micros): AttemptRecord | null {
    if (startedAt < delivery.dueAt + RETRY_TIME / this.#options.retrySpeed) return POSTPONED;
    const outcome = { httpStatus: null, error: 'partner_disabled', retryAfterSeconds: null } as const;
    return this.#end(delivery, outcome, { startedAt, durationMicros: 0, next: { state: 'failed' } });
  }

  #secretsOf(delivery: ClaimedDelivery, at: Micros): [string, string?] {
    const { clientId, webhookId, secret, previousSecret, previousEndsAt } = delivery;
    const decrypt = (encrypted: typeof secret) =>
      decryptJson(this.#options.encryptor, webhookSecret({ clientId, id: webhookId }), encrypted);
    const current = decrypt(secret);
    const hasPrevious = previousSecret !== null && previousEndsAt !== null && at < previousEndsAt;
    return hasPrevious ? [current, decrypt(previousSecret)] : [current];
  }

  #nextState(outcome: AttemptOutcome, attemptsMade: number, endedAt: Micros): AttemptRecord['next'] {
    if (isDelivered(outcome)) return { state: 'delivered' };
    // A refused address is not retried, because retries would let a partner probe the internal network.
    if (outcome.error === 'refused_address') return { state: 'failed' };
    const { random = Math.random, retrySpeed } = this.#options;
    const delay = nextDelay(attemptsMade, outcome.retryAfterSeconds, random(), retrySpeed);
    return delay === null ? { state: 'failed' } : { state: 'pending', nextAttemptAt: endedAt + delay };
  }

  #end(
    delivery: ClaimedDelivery,
    outcome: AttemptOutcome,
    { startedAt, durationMicros, next }: Pick<AttemptRecord, 'next'> & Pick<Attempt, 'startedAt' | 'durationMicros'>,
  ): AttemptRecord {
    const { log, telemetry } = this.#options;
    const { httpStatus, error } = outcome;
    const about = { delivery_id: delivery.id, webhook_id: delivery.webhookId, event_id: delivery.eventId };
    const label = outcomeOf(outcome);
    const durationMs = durationMicros / 1000;
    const gaveUp = next.state === 'failed';
    const failed = !isDelivered(outcome);
    const traceId = telemetry.transferEnded({ kind: 'delivery', outcome: label, failed, durationMs, about });
    if (gaveUp) telemetry.deliveryGivenUp();
    const made = { attempt: delivery.attemptsMade + 1, outcome: label, status: httpStatus ?? undefined };
    log.info({ ...about, ...made, gave_up: gaveUp, duration_ms: durationMs, trace_id: traceId }, 'delivery');
    const attempt = { startedAt, durationMicros, httpStatus, error };
    return { delivery, claim: delivery.claim, attempt, next };
  }
}

function sourceAddressOf({ sourceAddresses, log }: Pick<DispatcherOptions, 'sourceAddresses' | 'log'>) {
  const address = findSourceAddress(sourceAddresses);
  // Partners' firewalls can reject deliveries from an unlisted address, unless a NAT gateway replaces the address.
  if (address === undefined && sourceAddresses.length > 0)
    log.warn({ sourceAddresses }, 'this machine has none of the addresses in WEBHOOK_SOURCE_ADDRESSES');
  return address;
}
