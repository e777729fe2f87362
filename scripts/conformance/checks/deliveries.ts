import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { resolve, type Schema } from '../../generate/contract.ts';
import type { ContractIndex } from '../contract/contract-index.ts';
import { type DeliveryPolicy, deliveredEvent } from '../contract/delivery-policy.ts';
import { type Json, memberOf } from '../json.ts';
import { deliveryJudge, eventIdOf, RULES, type Rule } from '../judge/delivery.ts';
import {
  type Delivery,
  dueAfter,
  judgeDelays,
  judgeLog,
  judgeRepetition,
  type Saw,
  type Webhook,
} from '../judge/delivery-log.ts';
import { isLoopback } from '../target/environment.ts';
import { type Receiver, startReceiver } from '../target/receiver.ts';
import { LimitReached } from '../target/wire.ts';
import { together } from '../together.ts';
import type { Answering, Arrival } from '../types.ts';
import { STATELESS } from './cases.ts';
import type { Check, Run } from './check.ts';
import { coverageOf } from './coverage.ts';
import { deliveryText } from './evidence.ts';
import { createSubscriber, type Respond } from './subscriber.ts';

const POLL_MS = 150;
/** Time limit for an event that is due. */
const ARRIVAL_MS = 5000;
/** The longest schedule that the check waits for. */
const PATIENCE_MS = 30_000;
/** Tolerance for times that are measured from outside. */
const OFF_MS = 1500;
/** Difference between two random delays, as a part of the delay. */
const SAME = 1e-5;

const hours = (seconds: number) => (seconds < 3600 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 3600)} h`);

/**
 * Has events delivered to a receiver of the kit, and checks the rules of `x-delivery` by what arrives and by the
 * delivery log.
 */
export const deliveryCheck: Check = {
  name: 'deliveries',
  applies: ({ contract, checked, isOfAll, selection }) => {
    const operation = deliveredEvent(contract.document)?.policy.operations.test;
    const operations = isOfAll ? contract.operationIds : checked;
    return operation !== undefined && operations.includes(operation) && selection.wants('deliveries', '');
  },
  async run(run) {
    const { policy } = deliveredEvent(run.contract.document) ?? {};
    if (policy === undefined) return;
    const { receiver: address } = run.options;
    const isReached = address !== undefined || isLoopback(run.session.target.baseUrl);
    const receiver = isReached && !run.isStateless ? await startReceiver(address).catch(() => null) : null;
    if (receiver === null) {
      const reason = run.isStateless
        ? STATELESS
        : isReached
          ? 'the port of the receiver is taken'
          : 'nothing is delivered to this machine without --receiver-url and --receiver-port';
      run.addCoverage(ruleCoverage(new Set(), () => reason));
      return;
    }
    try {
      await checkRules(run, policy, receiver);
    } finally {
      await receiver.close();
    }
  },
};

const ruleCoverage = (seen: ReadonlySet<Rule>, reasonFor: (rule: Rule) => string | undefined) => {
  const ruleOf = new Map((Object.keys(RULES) as Rule[]).map((rule) => [RULES[rule] as string, rule]));
  return coverageOf(
    'delivery rule',
    ruleOf.keys(),
    (name) => seen.has(ruleOf.get(name) as Rule),
    (_, name) => reasonFor(ruleOf.get(name) as Rule),
  );
};

/** How the first attempt of an event is answered. */
interface Way extends Answering {
  name: string;
  about: Rule;
  /** The answer is a success, or every attempt gets it. */
  always?: 'succeeds' | 'fails';
}

/** Every kind of failure, and two successes close to a limit. */
function waysOf(policy: DeliveryPolicy, elsewhere: string, hasAllAttempts: boolean): Way[] {
  const { success_status: success, timeout_seconds, max_response_bytes: most } = policy;
  const failing = (status: number): Way => ({ status, name: `an answer ${status}`, about: 'success' });
  const late = timeout_seconds * 600;
  return [
    ...[201, 204, 400, 404, 410, 500, 503].filter((status) => status !== success).map(failing),
    { status: 302, headers: { location: elsewhere }, name: 'a redirect', about: 'redirects' },
    { status: null, name: 'a closed connection', about: 'success', error: 'connection_closed' },
    { status: success, holds: 'head', name: 'no answer', about: 'timeout', error: 'timeout' },
    { status: success, holds: 'body', name: 'a body without an end', about: 'timeout', error: 'timeout' },
    { status: success, afterMs: late, name: `an answer after ${late} ms`, about: 'timeout', always: 'succeeds' },
    { status: success, bytes: most, name: `an answer of ${most} bytes`, about: 'size', always: 'succeeds' },
    { status: success, bytes: most + 1, name: 'a longer one', about: 'size', error: 'response_too_large' },
    ...(hasAllAttempts ? [{ ...failing(500), about: 'attempts', always: 'fails' } as const] : []),
  ];
}

/** The values of a test event that a request can choose with a query parameter of the same name, and the default. */
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

async function checkRules(run: Run, policy: DeliveryPolicy, receiver: Receiver): Promise<void> {
  const { session, contract, recorder, deadline, signal } = run;
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
  const found = new Map<Rule, { mismatches: Set<string>; evidence?: Arrival }>();
  const saw: Saw = (rule, mismatches = [], evidence) => {
    const known = found.get(rule) ?? { mismatches: new Set<string>() };
    found.set(rule, known);
    for (const mismatch of mismatches) {
      if (mismatch === false) continue;
      if (evidence !== undefined) known.evidence ??= evidence;
      known.mismatches.add(mismatch);
    }
  };
  const subscriber = createSubscriber(session, receiver, policy);
  run.cleanUp(subscriber.deleteAll);
  const accept: Respond = () => ({ status: success_status });

  /** Waits until a condition holds. Resolves to false when it never did. */
  async function until(holds: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
    for (const end = Date.now() + ms; !(await holds()); await sleep(POLL_MS)) {
      signal.throwIfAborted();
      if (Date.now() >= deadline) throw new LimitReached();
      if (Date.now() >= end) return false;
    }
    return true;
  }

  const arrivalsOf = ({ arrivals }: Webhook, { event }: Delivery) =>
    arrivals.filter((arrival) => eventIdOf(arrival) === event.event_id);

  async function arrives(webhook: Webhook, delivery: Delivery, times = 1): Promise<void> {
    const isThere = await until(() => arrivalsOf(webhook, delivery).length >= times, ARRIVAL_MS);
    saw('success', [!isThere && `An event that was queued did not arrive within ${ARRIVAL_MS / 1000} s.`]);
  }

  /** Random delays by the attempt before them, as parts of the scheduled ones. */
  const drawn = new Map<string, number>();

  /** Reads the delivery log until nothing is pending, and checks it. */
  async function settled(webhook: Webhook, ms: number, hasSchedule = false): Promise<Delivery[]> {
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
    const webhook = await subscriber.create(accept);
    for (const { name, value, query } of choicesOf(contract, policy.operations.test)) {
      const chosen = await subscriber.test(webhook, query);
      const isChosen = memberOf(chosen.event, name) === value;
      saw('event', [
        !isChosen && `The \`${name}\` of a test event must be ${JSON.stringify(value)}, as it was asked for.`,
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
      const off = (Date.parse(String(end)) - Date.now()) / 1000 - previous_secret_seconds;
      const isKept = Math.abs(off) <= policy.tolerance_seconds;
      saw(rule, [!isKept && `The secret before must end ${hours(previous_secret_seconds)} after the rotation.`]);
      await arrives(webhook, await subscriber.test(webhook));
    }
    await settled(webhook, ARRIVAL_MS);
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
      const next = ways[chosen.size];
      if (way !== undefined) return way.always === 'fails' ? way : accept(arrival, earlier);
      if (next === undefined) return accept(arrival, earlier);
      chosen.set(event, next);
      return next;
    });
    for (const _ of ways) await subscriber.test(webhook);
    const patience = timeout_seconds * 1000 + (isWhole ? schedule : firstDelay) + ARRIVAL_MS;
    const log = await settled(webhook, patience, true);
    for (const delivery of webhook.queued) {
      const way = chosen.get(delivery.event.event_id);
      if (way === undefined) continue;
      const { length } = arrivalsOf(webhook, delivery);
      saw(way.about, [
        way.always === 'succeeds' && length > 1 && `The event is sent again after ${way.name}, which is a success.`,
        way.always !== 'succeeds' && length <= 1 && `The event is not sent again after ${way.name}.`,
      ]);
      if (way.always !== 'fails') continue;
      const most = delays.length + 1;
      const status = log.find(({ id }) => id === delivery.id)?.status;
      saw('attempts', [
        length !== most && `There must be ${most} attempts, and there are ${length}.`,
        status !== 'failed' && `After the last attempt a delivery must be failed, and is ${status}.`,
      ]);
    }
    if (!isWhole) gaps.set('attempts', `the schedule takes ${hours(schedule / 1000)} at this target (--retry-speed)`);
    const parts = [...drawn.values()];
    if (parts.length < 2) gaps.set('jitter', 'no two delays could be read before they had passed');
    else saw('jitter', [Math.max(...parts) - Math.min(...parts) < SAME && 'No delay differs by chance.']);
  }

  /** Postpones events with `Retry-After`, and meanwhile replaces the URL of one webhook and deletes another. */
  async function changes(): Promise<void> {
    const later = Math.ceil(firstDelay / 1000) + 2;
    const asked = [later, 10 * retry_after_max_seconds] as const;
    const postpone: Respond = (_, earlier) => {
      const seconds = asked[new Set(earlier.map(eventIdOf)).size] ?? later;
      return { status: 503, headers: { 'retry-after': String(seconds) } };
    };
    const moved = await subscriber.create(postpone);
    const kept = await subscriber.test(moved);
    await arrives(moved, kept);
    const deleted = await subscriber.create(postpone);
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
      saw(rule, [
        Math.abs(due - wanted) > 1 &&
          `After Retry-After: ${asked[index]} the next attempt is due in ${wanted} s, and not in ${due}.`,
      ]);
    }
    await subscriber.delete(deleted);
    const end = Date.now();
    // An event that was in flight is not late.
    const isLate = ({ at }: Arrival) => at > end + OFF_MS / 2;
    const old = moved.url;
    await subscriber.replace(moved, accept);
    const patience = later * 1000 + ARRIVAL_MS;
    const isAgain = await until(() => arrivalsOf(moved, kept).length > 1, patience);
    saw('replacement', [!isAgain && 'What was pending when the URL was replaced did not arrive again.']);
    await arrives(moved, await subscriber.test(moved));
    await settled(moved, ARRIVAL_MS);
    const strayed = moved.arrivals.find((arrival) => arrival.url === old && isLate(arrival));
    saw('replacement', [strayed !== undefined && 'An event arrived at the URL that was replaced.'], strayed);
    await until(() => Date.now() > end + later * 1000 + OFF_MS, patience);
    const late = deleted.arrivals.find(isLate);
    saw('deletion', [late !== undefined && 'An event arrived after its webhook was deleted.'], late);
  }

  const isWaitedFor = firstDelay <= PATIENCE_MS;
  const scenarios = { signatures, ...(isWaitedFor && { retries, changes }) };
  try {
    await together(
      Object.entries(scenarios).map(([name, scenario]) =>
        recorder.guarded('deliveries', policy.operations.test, `deliveries: ${name}`, scenario),
      ),
    );
  } finally {
    await subscriber.deleteAll();
  }
  const judge = deliveryJudge(contract);
  for (const webhook of subscriber.webhooks) {
    for (const arrival of webhook.arrivals) {
      for (const rule of ['request', 'event', 'timestamp', 'signature', 'standard'] as const) saw(rule);
      for (const [rule, mismatch] of judge?.(arrival, arrival.secrets) ?? []) saw(rule, [mismatch], arrival);
    }
    judgeRepetition(webhook, policy, saw);
  }
  for (const [rule, { mismatches, evidence }] of found) {
    const finding = {
      operation: policy.operations.test,
      case: `deliveries: ${RULES[rule]}`,
      departures: [...mismatches],
      ...(evidence !== undefined && { answer: deliveryText(evidence) }),
    };
    recorder.conclude('deliveries', mismatches.size === 0 ? null : finding);
  }
  const tooLong = isWaitedFor ? undefined : `the first delay is ${hours(firstDelay / 1000)} (--retry-speed)`;
  run.addCoverage(ruleCoverage(new Set(found.keys()), (rule) => gaps.get(rule) ?? tooLong));
}
