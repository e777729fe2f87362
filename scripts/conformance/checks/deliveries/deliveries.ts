import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { resolve, type Schema } from '../../../generate/contract.ts';
import type { ContractIndex } from '../../contract/contract-index.ts';
import { type DeliveryPolicy, deliveredEvent } from '../../contract/delivery-policy.ts';
import { type Json, memberOf } from '../../json.ts';
import { deliveryJudge, eventIdOf, RULES, type Rule } from '../../judge/delivery.ts';
import {
  type Delivery,
  dueAfter,
  judgeDelays,
  judgeLog,
  judgeRepetition,
  type Saw,
  type Webhook,
} from '../../judge/delivery-log.ts';
import { isLoopback } from '../../target/environment.ts';
import { type Receiver, startReceiver } from '../../target/receiver.ts';
import type { Session } from '../../target/session.ts';
import { LimitReached } from '../../target/wire.ts';
import type { Arrival, CheckOptions, CoverageOf } from '../../types.ts';
import { deliveryText } from '../evidence.ts';
import type { Recorder } from '../recorder.ts';
import { type Answers, createSubscriber } from './subscriber.ts';
import { type Way, waysOf } from './ways.ts';

/** How often is looked, how long something due may take, and how long a run waits for what takes its time. */
const POLL_MS = 150;
const ARRIVAL_MS = 5000;
const PATIENCE_MS = 30_000;

/** Two delays that are drawn by chance differ by more. */
const SAME = 1e-5;

interface Limits extends Pick<CheckOptions, 'receiver'> {
  /** Milliseconds since the Unix epoch. */
  deadline: number;
  isStateless: boolean;
  /** Nobody waits for the outcome any more. */
  signal: AbortSignal;
  /** Does this when the limits allow a few more requests: to end what could not be ended within them. */
  atEnd(work: () => Promise<void>): void;
}

/**
 * Has events delivered to a receiver of the kit, and judges the rules of the contract's `x-delivery` by what arrives
 * and by what the delivery log says of it.
 */
export async function checkDeliveries(session: Session, recorder: Recorder, limits: Limits): Promise<CoverageOf[]> {
  const { policy } = deliveredEvent(session.contract.document) ?? {};
  if (policy === undefined) return [];
  if (limits.isStateless) return [coverageOf([], () => 'the target keeps nothing from one request to the next')];
  if (limits.receiver === undefined && !isLoopback(session.target.baseUrl))
    return [coverageOf([], () => 'nothing is delivered to this machine without --receiver-url and --receiver-port')];
  const receiver = await startReceiver(limits.receiver).catch(() => null);
  if (receiver === null) return [coverageOf([], () => 'the port of the receiver is taken')];
  try {
    return [await judgeDeliveries(session, recorder, limits, policy, receiver)];
  } finally {
    await receiver.close();
  }
}

/** What a test event can be asked to tell, by a parameter with the name of its member; and what it tells unasked. */
function choicesOf({ document, parametersOf }: ContractIndex, operation: string) {
  return parametersOf(operation).flatMap(({ in: place, name, schema = {} }) => {
    const { enum: values, default: unasked } = resolve<Schema>(document, schema) as { enum?: Json[]; default?: Json };
    if (place !== 'query' || values === undefined) return [];
    return [
      ...(unasked === undefined ? [] : [{ name, value: unasked, query: [] }]),
      ...values.map((value) => ({ name, value, query: [[name, String(value)] as const] })),
    ];
  });
}

function coverageOf(seen: readonly Rule[], reasonOf: (rule: Rule) => string | undefined): CoverageOf {
  const all = Object.keys(RULES) as Rule[];
  const missing = all
    .filter((rule) => !seen.includes(rule))
    .map((rule) => {
      const reason = reasonOf(rule);
      return { name: RULES[rule], ...(reason !== undefined && { reason }) };
    });
  return { kind: 'delivery rule', covered: seen.length, total: all.length, missing };
}

async function judgeDeliveries(
  session: Session,
  recorder: Recorder,
  { deadline, signal, atEnd }: Limits,
  policy: DeliveryPolicy,
  receiver: Receiver,
): Promise<CoverageOf> {
  const { success_status, timeout_seconds, retry_after_max_seconds, previous_secret_seconds } = policy;
  const { retrySpeed: speed = 1 } = session.target;
  const delays = policy.retry_delays_seconds.map((delay) => (delay * (1 + policy.jitter) * 1000) / speed);
  const [firstDelay = 0] = delays;
  const schedule = delays.reduce((sum, delay) => sum + delay, 0);
  const gaps = new Map<Rule, string>([
    ['overlapEnd', `it comes ${hours(previous_secret_seconds)} after a rotation`],
    ['logEnd', `it comes after ${hours(policy.log_seconds)}`],
    ['changes', 'a person causes them, and no client'],
  ]);
  const found = new Map<Rule, { departures: Set<string>; evidence?: Arrival }>();
  const saw: Saw = (rule, departures = [], evidence) => {
    const known = found.get(rule) ?? { departures: new Set<string>() };
    found.set(rule, known);
    for (const departure of departures) {
      if (departure === false) continue;
      if (evidence !== undefined) known.evidence ??= evidence;
      known.departures.add(departure);
    }
  };
  const subscriber = createSubscriber(session, receiver, policy);
  atEnd(subscriber.end);
  const received: Answers = () => ({ status: success_status });

  /** Waits until it is so. False: it never was. */
  async function until(isSo: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
    for (const end = Date.now() + ms; !(await isSo()); await sleep(POLL_MS)) {
      signal.throwIfAborted();
      if (Date.now() >= deadline) throw new LimitReached();
      if (Date.now() >= end) return false;
    }
    return true;
  }

  const arrived = ({ arrivals }: Webhook, { event }: Delivery) =>
    arrivals.filter((arrival) => eventIdOf(arrival) === event.event_id);

  async function arrives(webhook: Webhook, delivery: Delivery, times = 1): Promise<void> {
    const isThere = await until(() => arrived(webhook, delivery).length >= times, ARRIVAL_MS);
    saw('success', [!isThere && `An event that was queued did not arrive within ${ARRIVAL_MS / 1000} s.`]);
  }

  /** Delays that were read as they were drawn, by the attempt that they follow, as parts of the schedule's. */
  const drawn = new Map<string, number>();

  /** Reads the log until nothing is pending. */
  async function settled(webhook: Webhook, ms: number, hasSchedule: boolean): Promise<Delivery[]> {
    let log: Delivery[] = [];
    await until(async () => {
      log = await subscriber.log(webhook);
      for (const delivery of hasSchedule ? log : []) {
        const part = judgeDelays(delivery, policy, speed, saw);
        if (part !== undefined) drawn.set(`${delivery.id} ${delivery.attempts.length}`, part);
      }
      return log.length >= webhook.queued.length && log.every(({ status }) => status !== 'pending');
    }, ms);
    judgeLog(log, webhook, policy, saw);
    return log;
  }

  async function signatures(): Promise<void> {
    const webhook = await subscriber.create(received);
    for (const { name, value, query } of choicesOf(session.contract, policy.operations.test)) {
      const chosen = await subscriber.test(webhook, query);
      const isKept = memberOf(chosen.event, name) === value;
      saw('event', [
        !isKept && `The \`${name}\` of a test event must be ${JSON.stringify(value)}, as it was asked for.`,
      ]);
    }
    const first = await subscriber.test(webhook);
    await arrives(webhook, first);
    const again = await subscriber.redeliver(webhook, first);
    saw('redelivery', [
      again.redelivery_of !== first.id && 'redelivery_of does not name the delivery that is repeated.',
      again.id === first.id && 'The redelivery has the id of the delivery that it repeats.',
      !isDeepStrictEqual(again.event, first.event) && 'The event of the redelivery is another one.',
    ]);
    await arrives(webhook, first, 2);
    for (const rule of ['overlap', 'ended'] as const) {
      const end = memberOf(await subscriber.rotate(webhook), 'previous_secret_ends_at');
      const seconds = (Date.parse(String(end)) - Date.now()) / 1000 - previous_secret_seconds;
      const isKept = Math.abs(seconds) <= policy.tolerance_seconds;
      saw(rule, [!isKept && `The secret before must end ${hours(previous_secret_seconds)} after the rotation.`]);
      await arrives(webhook, await subscriber.test(webhook));
    }
    await settled(webhook, ARRIVAL_MS, false);
  }

  async function retries(): Promise<void> {
    const elsewhere = receiver.open((arrival) => {
      saw('redirects', ['A redirect was followed.'], arrival);
      return { status: success_status };
    });
    const isWhole = schedule <= PATIENCE_MS;
    const ways = waysOf(policy, elsewhere, isWhole);
    const chosen = new Map<string, Way>();
    const webhook = await subscriber.create((arrival, earlier) => {
      const event = eventIdOf(arrival);
      const way = chosen.get(event);
      if (way !== undefined) return way.always === 'fails' ? way : received(arrival, earlier);
      const next = ways[chosen.size];
      if (next === undefined) return received(arrival, earlier);
      chosen.set(event, next);
      return next;
    });
    for (const _ of ways) await subscriber.test(webhook);
    const patience = timeout_seconds * 1000 + (isWhole ? schedule : firstDelay) + ARRIVAL_MS;
    const log = await settled(webhook, patience, true);
    for (const delivery of webhook.queued) {
      const way = chosen.get(delivery.event.event_id);
      const came = arrived(webhook, delivery);
      if (way === undefined) continue;
      const isAgain = came.length > 1;
      saw(way.about, [
        way.always === 'succeeds' && isAgain && `The event is sent again after ${way.name}, which is a success.`,
        way.always !== 'succeeds' && !isAgain && `The event is not sent again after ${way.name}.`,
      ]);
      if (way.always !== 'fails') continue;
      const most = delays.length + 1;
      const status = log.find(({ id }) => id === delivery.id)?.status;
      saw('attempts', [
        came.length !== most && `There must be ${most} attempts, and there are ${came.length}.`,
        status !== 'failed' && `After the last attempt a delivery must be failed, and is ${status}.`,
      ]);
    }
    if (!isWhole) gaps.set('attempts', `the schedule takes ${hours(schedule / 1000)} at this target (--retry-speed)`);
    if (drawn.size > 1)
      saw('jitter', [
        Math.max(...drawn.values()) - Math.min(...drawn.values()) < SAME && 'No delay differs by chance.',
      ]);
    else gaps.set('jitter', 'no two delays could be read before they had passed');
  }

  /** The receiver asks for a later time; until then one webhook gets another URL, and another one ends. */
  async function changes(): Promise<void> {
    const later = Math.ceil(firstDelay / 1000) + 2;
    const asked = [later, 10 * retry_after_max_seconds] as const;
    const postponing: Answers = (_, earlier) => {
      const seconds = asked[new Set(earlier.map(eventIdOf)).size] ?? later;
      return { status: 503, headers: { 'retry-after': String(seconds) } };
    };
    const moved = await subscriber.create(postponing);
    const kept = await subscriber.test(moved);
    await arrives(moved, kept);
    const deleted = await subscriber.create(postponing);
    for (const _ of asked) await arrives(deleted, await subscriber.test(deleted));
    let log: Delivery[] = [];
    await until(async () => {
      log = await subscriber.log(deleted);
      return log.every((delivery) => dueAfter(delivery) !== undefined);
    }, ARRIVAL_MS);
    for (const [index, rule] of (['retryAfter', 'retryAfterMost'] as const).entries()) {
      const delivery = log.find(({ id }) => id === deleted.queued[index]?.id);
      const due = Math.round((delivery === undefined ? 0 : (dueAfter(delivery) ?? 0)) / 1000);
      const wanted = Math.min(asked[index] ?? 0, retry_after_max_seconds);
      const isKept = Math.abs(due - wanted) <= 1;
      saw(rule, [
        !isKept && `After Retry-After: ${asked[index]} the next attempt is due in ${wanted} s, and not in ${due}.`,
      ]);
    }
    await subscriber.delete(deleted);
    const end = Date.now();
    const old = moved.url;
    await subscriber.replace(moved, received);
    const comesAfter = later * 1000 + ARRIVAL_MS;
    const isAgain = await until(() => arrived(moved, kept).length > 1, comesAfter);
    saw('replacement', [!isAgain && 'What was pending when the URL was replaced did not arrive again.']);
    await arrives(moved, await subscriber.test(moved));
    await settled(moved, ARRIVAL_MS, false);
    const strayed = moved.arrivals.find(({ url, at }) => url === old && at > end + OFF_MS / 2);
    saw('replacement', [strayed !== undefined && 'An event arrived at the URL that was replaced.'], strayed);
    await until(() => Date.now() > end + later * 1000 + OFF_MS, comesAfter);
    // What was already on its way is not late.
    const late = deleted.arrivals.find(({ at }) => at > end + OFF_MS / 2);
    saw('deletion', [late !== undefined && 'An event arrived after its webhook was deleted.'], late);
  }

  const isWaitedFor = firstDelay <= PATIENCE_MS;
  if (!isWaitedFor)
    for (const rule of Object.keys(RULES) as Rule[])
      if (!gaps.has(rule)) gaps.set(rule, `the first delay is ${hours(firstDelay / 1000)} (--retry-speed)`);
  const stories = { signatures, ...(isWaitedFor && { retries, changes }) };
  try {
    const ended = await Promise.allSettled(
      Object.entries(stories).map(([name, story]) =>
        recorder.guarded('deliveries', policy.operations.test, `deliveries: ${name}`, story),
      ),
    );
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
  } finally {
    await subscriber.end();
  }
  const judge = deliveryJudge(session.contract);
  for (const webhook of subscriber.webhooks) {
    for (const arrival of webhook.arrivals) {
      for (const rule of ['request', 'event', 'timestamp', 'signature', 'standard'] as const) saw(rule);
      for (const [rule, departure] of judge?.(arrival, arrival.secrets) ?? []) saw(rule, [departure], arrival);
    }
    judgeRepetition(webhook, policy, saw);
  }
  for (const [rule, { departures, evidence }] of found)
    recorder.conclude(
      'deliveries',
      departures.size === 0
        ? null
        : {
            operation: policy.operations.test,
            case: `deliveries: ${RULES[rule]}`,
            departures: [...departures],
            ...(evidence !== undefined && { answer: deliveryText(evidence) }),
          },
    );
  return coverageOf([...found.keys()], (rule) => gaps.get(rule));
}

/** How much a moment may be off, of what is measured from outside. */
const OFF_MS = 1500;

const hours = (seconds: number) => (seconds < 3600 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 3600)} h`);
