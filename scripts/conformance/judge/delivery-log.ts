import { isDeepStrictEqual } from 'node:util';
import type { DeliveryPolicy } from '../contract/delivery-policy.ts';
import type { Answering, Arrival } from '../types.ts';
import { eventIdOf, type Rule, type Secrets } from './delivery.ts';

/** An entry of the delivery log. */
export interface Delivery {
  id: string;
  status: 'pending' | 'delivered' | 'failed';
  next_attempt_at: string | null;
  redelivery_of: string | null;
  event: { event_id: string };
  attempts: readonly Attempt[];
}

interface Attempt {
  started_at: string;
  duration_ms: number;
  http_status: number | null;
  error: string | null;
}

/** A webhook of the kit, with all that was queued for it and all that came. */
export interface Webhook {
  id: string;
  url: string;
  secrets: Secrets;
  queued: Delivery[];
  arrivals: Received[];
}

/** An event that came, what was answered, and what held at that moment. */
export type Received = Arrival & { answered: Answering; url: string; secrets: Secrets };

/** Notes that a rule was looked at, and what departs from it. */
export type Saw = (rule: Rule, departures?: readonly (string | false)[], evidence?: Arrival) => void;

/** Of times that are given in milliseconds. */
const ROUNDING_MS = 2;
/** How late what is due may be begun, or is ended. */
const LATE_MS = 5000;
const LATE_END_MS = 1500;
const EARLY_MS = 250;

/** Milliseconds since the Unix epoch, of a time with six digits of fraction. */
const msOf = (time: string): number => Date.parse(time) + Number(time.slice(23, 26)) / 1000;

/** When the attempt after the last one is due, in milliseconds after that one; undefined where there is none. */
export function dueAfter({ attempts, next_attempt_at: next }: Delivery): number | undefined {
  const last = attempts.at(-1);
  return next === null || last === undefined ? undefined : msOf(next) - msOf(last.started_at) - last.duration_ms;
}

/**
 * The attempts come as the schedule has them, `speed` times as fast. Gives the delay that can be read as it was drawn,
 * as a part of what the schedule has.
 */
export function judgeDelays(delivery: Delivery, policy: DeliveryPolicy, speed: number, saw: Saw): number | undefined {
  const { attempts } = delivery;
  const due = dueAfter(delivery);
  const waited = attempts.slice(1).map(({ started_at: begun }, index) => {
    const { started_at: before = begun, duration_ms: lasted = 0 } = attempts[index] ?? {};
    return msOf(begun) - msOf(before) - lasted;
  });
  [...waited, ...(due === undefined ? [] : [due])].forEach((delay, index) => {
    const scheduled = ((policy.retry_delays_seconds[index] ?? 0) * 1000) / speed;
    const [least, most] = [scheduled * (1 - policy.jitter), scheduled * (1 + policy.jitter)];
    const allowed = most + ROUNDING_MS + (index < waited.length ? LATE_MS : 0);
    const isKept = delay >= least - ROUNDING_MS && delay <= allowed;
    const range = `${Math.round(least)} to ${Math.round(most)} ms`;
    saw('delays', [
      !isKept && `After attempt ${index + 1} the next is due in ${range}, and not in ${Math.round(delay)}.`,
    ]);
  });
  const scheduled = ((policy.retry_delays_seconds[attempts.length - 1] ?? 0) * 1000) / speed;
  return due === undefined || scheduled < 10 * ROUNDING_MS ? undefined : due / scheduled;
}

/** The log has each attempt that arrived, and says of it what was the case. */
export function judgeLog(log: readonly Delivery[], { queued, arrivals }: Webhook, policy: DeliveryPolicy, saw: Saw) {
  for (const { id } of queued)
    saw('log', [!log.some((entry) => entry.id === id) && 'A delivery that was queued does not stand in the log.']);
  for (const event of new Set(queued.map((each) => each.event.event_id))) {
    const attempts = log
      .filter((each) => each.event.event_id === event)
      .flatMap((each) => each.attempts)
      .sort((one, other) => msOf(one.started_at) - msOf(other.started_at));
    const came = arrivals.filter((arrival) => eventIdOf(arrival) === event);
    if (attempts.length === came.length)
      for (const [index, arrival] of came.entries()) judgeAttempt(attempts[index] as Attempt, arrival, policy, saw);
    else saw('log', [`The log has ${attempts.length} attempts of an event that arrived ${came.length} times.`]);
  }
}

function judgeAttempt(attempt: Attempt, arrival: Received, { signature, timeout_seconds }: DeliveryPolicy, saw: Saw) {
  const { answered, headers } = arrival;
  const status = answered.holds === 'head' ? null : answered.status;
  const error = answered.error ?? null;
  const signed = Number(headers[signature.headers.timestamp.toLowerCase()]) * 1000 - msOf(attempt.started_at);
  const isSigned = signed >= -1000 && signed <= timeout_seconds * 1000;
  saw('timestamp', [!isSigned && 'An attempt is not signed with the time at which it began.'], arrival);
  const about = [
    attempt.http_status !== status && `The log has http_status ${attempt.http_status}, and the answer was ${status}.`,
    attempt.error !== error && `The log has the error ${attempt.error}, and must have ${error}.`,
  ];
  saw('log', about, arrival);
  if (answered.holds === undefined) return;
  const over = attempt.duration_ms - timeout_seconds * 1000;
  const isKept = over > -EARLY_MS && over < LATE_END_MS && arrival.closedAfterMs !== null;
  const lasted = `lasts ${arrival.closedAfterMs === null ? 'longer than ' : ''}${attempt.duration_ms} ms`;
  saw('timeout', [!isKept && `An attempt must end after ${timeout_seconds} s, and ${lasted}.`], arrival);
}

/** Nothing comes that was not queued, and nothing again that was received. */
export function judgeRepetition({ arrivals, queued }: Webhook, { success_status }: DeliveryPolicy, saw: Saw): void {
  const received: string[] = [];
  for (const arrival of arrivals) {
    const event = eventIdOf(arrival);
    const deliveries = queued.filter((each) => each.event.event_id === event);
    const isRepeated = received.filter((each) => each === event).length >= Math.max(1, deliveries.length);
    const isOther = deliveries.some((each) => !isDeepStrictEqual(each.event, JSON.parse(String(arrival.body))));
    const departures = [
      deliveries.length === 0 && 'The event is none that was queued: event_id is the same at every attempt.',
      isOther && 'The event is another than that of its delivery.',
    ];
    saw('event', departures, arrival);
    saw('success', [isRepeated && `The event is sent again after an answer ${success_status}.`], arrival);
    const { status, error } = arrival.answered;
    if (status === success_status && error === undefined) received.push(event);
  }
}
