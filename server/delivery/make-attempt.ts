import { webhookDelivery } from '../../generated/operations.ts';
import { type Clock, type Micros, seconds, toUnixSeconds } from '../domain/clock.ts';
import { nextDelay } from '../domain/retry.ts';
import { signatureHeaders } from '../domain/signature.ts';
import type { Logger } from '../log.ts';
import type { AttemptRecord, ClaimedDelivery } from '../store/webhooks/delivery-store.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { placesByKey, type TakePlace } from '../work/places.ts';
import { type AttemptOutcome, isDelivered, outcomeOf, type SendAttempt } from './send-attempt.ts';
import type { Target, Targets } from './targets.ts';

/** The time limit of an attempt. */
export const ATTEMPT_LIMIT = seconds(webhookDelivery.timeout_seconds);
/** The part of a lease that must be left after an attempt, to record it before another instance repeats it. */
const RECORDING = seconds(4);

export type AttemptResult =
  /** An attempt was made. */
  | { record: AttemptRecord }
  /** No attempt was made: the webhook was deleted, and the delivery with it. */
  | 'gone'
  /** No attempt was started, because the dispatcher stops. */
  | 'not_started'
  /** The attempt could not be made, or its outcome is unknown. The delivery becomes due again when its lease ends. */
  | 'dropped';

export function createMakeAttempt(parts: {
  targets: Pick<Targets, 'current'>;
  /** Of the host of a URL. */
  takePlace: TakePlace;
  send: SendAttempt;
  clock: Clock;
  log: Logger;
  telemetry: Pick<Telemetry, 'attemptEnded'>;
  random: () => number;
  retrySpeed: number;
  isStopping: () => boolean;
}): (delivery: ClaimedDelivery) => Promise<AttemptResult> {
  const { targets, takePlace, send, clock, log, telemetry, random, retrySpeed, isStopping } = parts;

  async function make(delivery: ClaimedDelivery): Promise<AttemptResult> {
    const webhook = { clientId: delivery.clientId, id: delivery.webhookId };
    const target = await targets.current(webhook);
    if (isStopping()) return 'not_started';
    if (target === 'gone') return 'gone';
    if (target === 'unusable') return 'dropped';
    const { leave, waited } = await takePlace(target.url);
    try {
      if (isStopping()) return 'not_started';
      // The webhook may have gone or moved to another host while its delivery waited.
      const now = waited ? await targets.current(webhook) : target;
      if (now === 'gone') return 'gone';
      if (now === 'unusable' || now.url !== target.url) return 'dropped';
      return await attempt(delivery, now);
    } finally {
      leave();
    }
  }

  async function attempt(delivery: ClaimedDelivery, target: Target): Promise<AttemptResult> {
    const startedAt = clock.now();
    if (startedAt + ATTEMPT_LIMIT + RECORDING > delivery.leaseUntil) return 'dropped';
    const body = Buffer.from(delivery.body);
    const outcome = await send({
      url: target.url,
      headers: signatureHeaders({
        eventId: delivery.eventId,
        body,
        timestamp: toUnixSeconds(startedAt),
        secrets: target.secretsAt(startedAt),
      }),
      body,
    });
    const endedAt = clock.now();
    const { httpStatus, error } = outcome;
    // Not negative, even if the clock was set back: the database would refuse the attempt.
    const durationMicros = Math.max(0, endedAt - startedAt);
    const then = next(outcome, delivery.attemptsMade + 1, endedAt);
    tell(delivery, outcome, durationMicros / 1000, then.state === 'failed');
    return {
      record: {
        delivery,
        claim: delivery.claim,
        attempt: { startedAt, durationMicros, httpStatus, error },
        next: then,
      },
    };
  }

  function tell(delivery: ClaimedDelivery, outcome: AttemptOutcome, durationMs: number, gaveUp: boolean): void {
    const about = { delivery_id: delivery.id, webhook_id: delivery.webhookId, event_id: delivery.eventId };
    const word = outcomeOf(outcome);
    const traceId = telemetry.attemptEnded({ outcome: word, durationMs, about, gaveUp });
    const attempt = { attempt: delivery.attemptsMade + 1, outcome: word, status: outcome.httpStatus ?? undefined };
    log.info({ ...about, ...attempt, gave_up: gaveUp, duration_ms: durationMs, trace_id: traceId }, 'delivery');
  }

  function next(outcome: AttemptOutcome, attemptsMade: number, endedAt: Micros): AttemptRecord['next'] {
    if (isDelivered(outcome)) return { state: 'delivered' };
    // Not retried, since retries would let a partner probe our network.
    if (outcome.error === 'refused_address') return { state: 'failed' };
    const delay = nextDelay(attemptsMade, outcome.retryAfterSeconds, random(), retrySpeed);
    return delay === null ? { state: 'failed' } : { state: 'pending', nextAttemptAt: endedAt + delay };
  }

  return async (delivery) => {
    try {
      return await make(delivery);
    } catch (err) {
      log.error({ err, deliveryId: delivery.id }, 'an attempt to deliver could not be made');
      return 'dropped';
    }
  };
}

/**
 * Bounds the attempts to one host, by its URL, whoever's webhooks they are for and whatever their ports: many partners,
 * or one with many webhooks, could otherwise have the service send to a stranger's host as fast as it can.
 */
export function createHostPlaces(most: number): TakePlace {
  const take = placesByKey(most);
  return (url) => take(hostOf(url));
}

/** Without the dot that marks a name as complete, which leads to the same host. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '');
