import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { itemsOf, type Json, type JsonObject, memberOf, parsed, valueAt, withValue } from '../../contract/json.ts';
import { resolve, type Schema } from '../../contract/openapi.ts';
import { hasValues, parameterOf, relationsOf } from '../../contract/relations.ts';
import type { ContractIndex } from '../index/contract-index.ts';
import { responseMismatches } from '../judge/check-response.ts';
import {
  checkDelays,
  checkLog,
  checkRepetition,
  createArrivalCheck,
  type DeliveredEvent,
  type Delivery,
  type DeliveryPolicy,
  delaysOf,
  deliveredEvent,
  type Expect,
  isSuccess,
  type Webhook,
} from '../judge/delivery-rules.ts';
import type { Arrival, CaseRequest, CoverageOf, OperationId, ReceiverResponse } from '../kit-types.ts';
import { count } from '../report/terminal.ts';
import { isLoopback } from '../target/known-servers.ts';
import type { Session } from '../target/target-session.ts';
import { validBodies, validJson } from '../target/valid-bodies.ts';
import { type Receiver, startReceiver } from '../target/webhook-receiver.ts';
import { TargetUnusable } from '../target/wire.ts';
import { STATELESS } from './case-checks.ts';
import { deliveryText } from './evidence.ts';
import { pollUntil, type Run, settleAll } from './kit-check.ts';

const ARRIVAL_MS = 5000;
const PATIENCE_MS = 30_000;
const OFF_MS = 1500;
/** Tolerance for the start of a retry, because a busy machine can start it late. */
const LATE_SECONDS = 5;
/** How long the receiver waits before it responds, in the check of concurrent attempts. */
const HELD_MS = 1500;
/** Minimum difference between two delays with jitter, as a fraction of the scheduled delay. */
const MIN_JITTER = 1e-5;
/** Rules that a correct target can break if its attempts time out, because the target or this machine is slow. */
const TIMED_RULES = /^(attempts|concurrency|delays|deletion|log|replacement|retries|size|timeout)$|Retry-After$/;
const durationText = (seconds: number) =>
  seconds < 3600 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 3600)} h`;

export async function checkDeliveries(run: Run): Promise<void> {
  if (!run.selection.wants('deliveries', '')) return;
  const event = deliveredEvent(run.contract.document);
  const operations = run.selection.isOfAll ? run.contract.operationIds : run.checked;
  if (event === undefined || !operations.includes(event.policy.operations.test)) return;
  const { receiver: address } = run.options;
  const skip = (reason: string) => void run.coverage.add(ruleCoverage([], new Map([['every rule', reason]])));
  if (run.isStateless) return skip(STATELESS);
  if (address === undefined && !isLoopback(run.session.target.baseUrl))
    return skip('the target cannot reach this machine without --receiver-url and --receiver-port');
  const receiver = await startReceiver(address).catch(() => null);
  if (receiver === null) return skip('the port of the receiver is in use');
  try {
    await checkRules(run, event, receiver);
  } finally {
    await receiver.close();
  }
}

function ruleCoverage(checked: readonly string[], gaps: ReadonlyMap<string, string>): CoverageOf {
  const missing = [...gaps].flatMap(([name, reason]) => (checked.includes(name) ? [] : [{ name, reason }]));
  return { kind: 'delivery rule', covered: checked.length, total: checked.length + missing.length, missing };
}

/** Returns the names and schemas of an operation's query parameters. */
const queryOf = ({ document, parametersOf }: ContractIndex, operation: OperationId) =>
  parametersOf(operation)
    .filter((each) => each.in === 'query')
    .map(({ name, schema = {} }) => ({ name, schema: resolve<Schema>(document, schema) }));

/** Returns the response to an event. `position` is the index of the event in the `events` of the webhook. */
type Respond = (position: number, isRetry: boolean) => ReceiverResponse;

function createSubscriber(session: Session, receiver: Receiver, { operations }: DeliveryPolicy) {
  const webhooks: Webhook[] = [];

  async function call(role: keyof typeof operations, ids: readonly string[], more: Omit<CaseRequest, 'path'> = {}) {
    const operation = operations[role];
    const places = session.contract.parametersOf(operation).filter((each) => each.in === 'path');
    const path = Object.fromEntries(ids.map((id, index) => [places[index]?.name ?? '', id]));
    const { answer } = await session.succeed(operation, { path, ...more });
    const mismatches = responseMismatches(session.contract, operation, answer);
    if (mismatches.length > 0) throw new TargetUnusable(`${operation}: ${mismatches.join(' ')}`);
    return answer.json;
  }

  const longestPage = queryOf(session.contract, operations.log).flatMap(({ name, schema: { maximum } }) =>
    maximum === undefined ? [] : [[name, String(maximum)] as const],
  );
  const bodyWith = (url: string, body: Json = validJson(session, operations.create)) => ({
    body: { json: withValue(body, '/url', url) },
  });

  function listen(webhook: Webhook, respond: Respond, open: Receiver['open']): string {
    const url = open((arrival) => {
      const event = parsed(arrival.body.toString());
      const eventId = String(memberOf(event, 'event_id'));
      const isRetry = webhook.events.includes(eventId);
      if (!isRetry) webhook.events.push(eventId);
      const answered = respond(webhook.events.indexOf(eventId), isRetry);
      webhook.arrivals.push(Object.assign(arrival, { event, eventId, url, answered, secrets: webhook.secrets }));
      return answered;
    });
    return url;
  }

  async function queue(webhook: Webhook, response: Promise<Json>): Promise<Delivery> {
    const delivery = (await response) as Delivery;
    webhook.queued.push(delivery);
    return delivery;
  }

  async function end(webhook: Webhook): Promise<void> {
    await call('delete', [webhook.id]);
    webhook.isDeleted = true;
  }

  return {
    webhooks,
    delete: end,
    async create(respond: Respond, open = receiver.open): Promise<Webhook> {
      const webhook: Webhook = { id: '', shown: null, secrets: [], queued: [], arrivals: [], events: [] };
      const shown = await call('create', [], bodyWith(listen(webhook, respond, open)));
      Object.assign(webhook, { shown, id: memberOf(shown, 'id'), secrets: [String(memberOf(shown, 'secret'))] });
      webhooks.push(webhook);
      return webhook;
    },
    /** Replaces a webhook several times, to show that pending events do not depend on the new properties. */
    async replace(webhook: Webhook, respond: Respond): Promise<void> {
      const url = listen(webhook, respond, receiver.open);
      for (const body of validBodies(session, operations.replace))
        await call('replace', [webhook.id], bodyWith(url, body));
    },
    async rotate(webhook: Webhook): Promise<void> {
      const rotated = await call('rotate', [webhook.id]);
      webhook.secrets = [String(memberOf(rotated, 'secret')), ...webhook.secrets];
    },
    test: (webhook: Webhook, query: CaseRequest['query'] = []) => queue(webhook, call('test', [webhook.id], { query })),
    redeliver: (webhook: Webhook, { id }: Delivery) => queue(webhook, call('redeliver', [webhook.id, id])),
    log: async ({ id }: Webhook) =>
      itemsOf(memberOf(await call('log', [id], { query: longestPage }), 'deliveries')) as Delivery[],
    deleteAll: () => Promise.allSettled(webhooks.filter(({ isDeleted }) => !isDeleted).map(end)),
  };
}

interface NamedResponse extends ReceiverResponse {
  name: string;
  /** The rule that the response tests. Default: `retries`. */
  about?: string;
  /** True if every attempt gets this response, and not only the first. */
  isLasting?: true;
}

function responsesOf(policy: DeliveryPolicy, elsewhere: string, isWhole: boolean, isDirect: boolean): NamedResponse[] {
  const { success_status: success, timeout_seconds, max_response_bytes: most } = policy;
  const failing = (status: number): NamedResponse => ({ status, name: `a ${status} response` });
  const inTimeMs = timeout_seconds * 600;
  const begun = `HTTP/1.1 ${success} OK\r\nconnection: close\r\n`;
  const interim = `HTTP/1.1 103 Early Hints\r\n\r\n${begun}content-length: 0\r\n\r\n`;
  const long = `HTTP/1.1 ${success} OK\r\nx-long: ${'x'.repeat(most)}`;
  const broken = (rest: string, name: string, error: string) => ({ status: success, raw: begun + rest, name, error });
  // A shorter delay in `Retry-After` has no effect.
  const lasting = { ...failing(500), headers: { 'retry-after': '0' }, about: 'attempts', isLasting: true } as const;
  const tooLarge = { about: 'size', error: 'response_too_large' };
  const unusual: NamedResponse[] = [
    { status: null, resets: true, name: 'a reset connection', error: 'connection_closed' },
    { status: null, raw: 'HTTP/1.1 101 Switching\r\n\r\n', name: 'a protocol switch', error: 'invalid_response' },
    { status: success, raw: interim, name: 'an interim response' },
    { status: null, raw: long, name: 'a response with long headers', ...tooLarge },
    { status: null, raw: 'no HTTP\r\n\r\n', name: 'an invalid response', error: 'invalid_response' },
    broken('content-length: 2\r\n\r\n1', 'a truncated response', 'connection_closed'),
    broken('transfer-encoding: chunked\r\n\r\n2\r\n1', 'a truncated chunk', 'connection_closed'),
    broken('transfer-encoding: chunked\r\n\r\nno size\r\n', 'an invalid chunk', 'invalid_response'),
  ];
  return [
    ...[201, 204, 400, 404, 410, 500, 503].filter((status) => status !== success).map(failing),
    { status: 302, headers: { location: elsewhere }, name: 'a redirect', about: 'redirects' },
    { status: null, name: 'a closed connection', error: 'connection_closed' },
    ...(isDirect ? unusual : []),
    { status: null, holds: 'head', name: 'no response', about: 'timeout', error: 'timeout' },
    { status: success, holds: 'body', name: 'an endless body', about: 'timeout', error: 'timeout' },
    { status: success, afterMs: inTimeMs, name: `a response after ${inTimeMs} ms`, about: 'timeout' },
    { status: success, body: Buffer.alloc(most), name: `a response of ${most} bytes`, about: 'size' },
    { status: success, body: Buffer.alloc(most + 1), name: 'a longer response', ...tooLarge },
    ...(isWhole ? [lasting] : []),
  ];
}

/** Returns values for `Retry-After` (RFC 9110, section 5.6.7), with the seconds by which each postpones an attempt. */
function retryAfterValues(later: number, most: number): [value: string, seconds: number | null][] {
  const time = new Date(Date.now() + later * 1000);
  const date = time.toUTCString();
  const [day = '', inMonth = '', month, year = '', clock] = date.split(/,? /);
  const weekday = time.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  const ignored = ['soon', date.replace(inMonth, '99'), new Date(0).toUTCString(), '0'];
  return [
    [date, later],
    [`${weekday}, ${inMonth}-${month}-${year.slice(2)} ${clock} GMT`, later],
    [`${day} ${month} ${inMonth.replace(/^0/, ' ')} ${clock} ${year}`, later],
    [String(later), later],
    [String(later - 2), later - 2],
    [String(10 * most), most],
    ...ignored.map((value): [string, null] => [value, null]),
  ];
}

async function checkRules(run: Run, event: DeliveredEvent, receiver: Receiver): Promise<void> {
  const { session, contract, recorder } = run;
  const { policy } = event;
  const { success_status, timeout_seconds, retry_after_max_seconds, previous_secret_seconds } = policy;
  const { retrySpeed: speed = 1 } = session.target;
  const delays = policy.retry_delays_seconds.map((delay) => (delay * (1 + policy.jitter) * 1000) / speed);
  const [firstDelay = 0] = delays;
  const schedule = delays.reduce((sum, delay) => sum + delay, 0);
  const gaps = new Map<string, string>([
    ['secret expiry by time', `it happens ${durationText(previous_secret_seconds)} after a rotation`],
    ['concurrency', 'it needs more test events than the rate limit of a server permits'],
    ['log retention', `it happens after ${durationText(policy.log_seconds)}`],
  ]);
  /** Mismatches of each rule that was checked, with the last event that shows the mismatch. */
  const checked = new Map<string, Map<string, Arrival | undefined>>();
  const expect: Expect = (rule, holds, mismatch, evidence) => {
    const mismatches = checked.get(rule) ?? new Map<string, Arrival | undefined>();
    checked.set(rule, mismatches);
    if (!holds) mismatches.set(mismatch, evidence);
  };
  session.wire.slowestMs = 0;
  const subscriber = createSubscriber(session, receiver, policy);
  run.cleanUps.push(subscriber.deleteAll);
  const accept = (): ReceiverResponse => ({ status: success_status });

  const until = (ms: number, holds: () => boolean) => pollUntil(session.wire, ms, holds, Boolean);

  const arrivalsOf = ({ arrivals }: Webhook, { event }: Delivery) =>
    arrivals.filter(({ eventId }) => eventId === event.event_id);

  async function arrives(webhook: Webhook, delivery: Delivery, times = 1): Promise<void> {
    const isThere = await until(ARRIVAL_MS, () => arrivalsOf(webhook, delivery).length >= times);
    expect('retries', isThere, `A queued event did not arrive within ${ARRIVAL_MS / 1000} s.`);
  }

  /** Polls the delivery log until a condition holds. Resolves to the last log, even after the timeout. */
  const logWhen = (webhook: Webhook, holds: (log: readonly Delivery[]) => boolean, ms = ARRIVAL_MS) =>
    pollUntil(session.wire, ms, () => subscriber.log(webhook), holds);

  async function settled(webhook: Webhook, ms?: number, inspect = (_: Delivery) => {}): Promise<readonly Delivery[]> {
    const isSettled = (entries: readonly Delivery[]) => {
      entries.forEach(inspect);
      return entries.length >= webhook.queued.length && entries.every(({ status }) => status !== 'pending');
    };
    const log = await logWhen(webhook, isSettled, ms);
    checkLog(log, webhook, policy, expect);
    return log;
  }

  async function signatures(): Promise<void> {
    const webhook = await subscriber.create(accept);
    // Afterwards, the webhook has only some event types. It must still get test events of every type.
    await subscriber.replace(webhook, accept);
    const choices = queryOf(contract, policy.operations.test).filter(({ schema }) => schema['enum'] !== undefined);
    async function testEvent(chosen: JsonObject = {}): Promise<Delivery> {
      const query = Object.entries(chosen).map(([name, value]) => [name, String(value)] as const);
      const delivery = await subscriber.test(webhook, query);
      for (const { name, schema } of choices) {
        const wanted = chosen[name] ?? schema['default'] ?? memberOf(delivery.event, name);
        const mismatch = `The \`${name}\` of a test event must be ${JSON.stringify(wanted)}, as requested or by default.`;
        expect('event', memberOf(delivery.event, name) === wanted, mismatch);
      }
      await arrives(webhook, delivery);
      return delivery;
    }
    for (const { name, schema } of choices)
      for (const value of itemsOf(schema['enum'])) await testEvent({ [name]: value });
    const first = await testEvent();
    const again = await subscriber.redeliver(webhook, first);
    const isSame = isDeepStrictEqual(again.event, first.event);
    expect('redelivery', isSame, 'The redelivery must contain the original event.');
    await arrives(webhook, first, 2);
    for (let rotations = 0; rotations < 2; rotations++) {
      await subscriber.rotate(webhook);
      await arrives(webhook, await subscriber.test(webhook));
    }
    await settled(webhook);
  }

  async function retries(): Promise<void> {
    const elsewhere = receiver.open((arrival) => {
      expect('redirects', false, 'The target followed a redirect.', arrival);
      return accept();
    });
    const isWhole = schedule <= PATIENCE_MS;
    const responses = responsesOf(policy, elsewhere, isWhole, receiver.isDirect);
    const webhook = await subscriber.create((position, isRetry) => {
      const response = responses[position];
      return response === undefined || (isRetry && !response.isLasting) ? accept() : response;
    });
    for (const _ of responses) await subscriber.test(webhook);
    const patience = timeout_seconds * 1000 + (isWhole ? schedule : firstDelay) + ARRIVAL_MS;
    /** Actual delays as fractions of the scheduled delays, keyed by the attempt before the delay. */
    const drawn = new Map<string, number>();
    const log = await settled(webhook, patience, (delivery) => {
      const part = checkDelays(delivery, policy, speed, expect);
      if (part !== undefined) drawn.set(`${delivery.id} ${delivery.attempts.length}`, part);
    });
    for (const delivery of webhook.queued) {
      const response = responses[webhook.events.indexOf(delivery.event.event_id)];
      if (response === undefined) continue;
      const { length } = arrivalsOf(webhook, delivery);
      const isRepeated = !isSuccess(response, policy);
      const mismatch = `The event was ${isRepeated ? 'not ' : ''}sent again after ${response.name}.`;
      expect(response.about ?? 'retries', length > 1 === isRepeated, mismatch);
      if (!response.isLasting) continue;
      const most = delays.length + 1;
      const status = log.find(({ id }) => id === delivery.id)?.status;
      expect('attempts', length === most, `There must be ${most} attempts, but there are ${length}.`);
      expect('attempts', status === 'failed', `After the last attempt, a delivery must be failed, but is ${status}.`);
    }
    if (!isWhole) gaps.set('attempts', `the retry schedule takes ${durationText(schedule / 1000)} (see --retry-speed)`);
    const parts = [...drawn.values()];
    if (parts.length < 2) gaps.set('jitter', 'fewer than two delays could be read before they had passed');
    else expect('jitter', Math.max(...parts) - Math.min(...parts) >= MIN_JITTER, 'The retry delays have no jitter.');
  }

  /** Postpones events with `Retry-After`, then replaces the URL of one webhook and deletes another webhook. */
  async function changes(): Promise<void> {
    const later = Math.ceil(firstDelay / 1000) + 4;
    const asked = () => retryAfterValues(later, retry_after_max_seconds);
    const postpone: Respond = (index) => ({ status: 503, headers: { 'retry-after': asked()[index]?.[0] ?? '' } });
    const moved = await subscriber.create(postpone);
    const kept = await subscriber.test(moved);
    await arrives(moved, kept);
    const deleted = await subscriber.create(postpone);
    for (const _ of asked()) await arrives(deleted, await subscriber.test(deleted));
    const log = await logWhen(deleted, (entries) => entries.every((each) => delaysOf(each).length > 0));
    for (const [index, [value, seconds]] of asked().entries()) {
      const entries = log.filter(({ id }) => id === deleted.queued[index]?.id);
      const due = Math.round((entries.flatMap(delaysOf)[0] ?? 0) / 1000);
      // An attempt that has already started can be late.
      const tolerance = seconds === null || entries.some(({ attempts }) => attempts.length > 1) ? LATE_SECONDS : 1;
      const [least, most] = seconds === null ? [0, firstDelay / 1000] : [seconds - 1, seconds];
      const isRight = due >= least && due <= most + tolerance;
      const wanted = seconds === null ? 'at the scheduled time' : `in ${seconds} s`;
      const next = `the next attempt must be due ${wanted}, but is due in ${due} s`;
      const rule = seconds === retry_after_max_seconds ? 'longest Retry-After' : 'Retry-After';
      expect(rule, isRight, `After Retry-After: ${value}, ${next}.`);
    }
    await subscriber.delete(deleted);
    const end = Date.now();
    // Allows some time for an event that was already in flight at `end`.
    const isAfter = (time: number) => (arrival: Arrival) => arrival.at > time + OFF_MS / 2;
    const old = moved.arrivals[0]?.url;
    await subscriber.replace(moved, accept);
    const isLate = isAfter(Date.now());
    const patience = later * 1000 + ARRIVAL_MS;
    const hasArrived = await until(patience, () => arrivalsOf(moved, kept).length > 1);
    expect('replacement', hasArrived, 'A pending delivery did not arrive at the new URL of its webhook.');
    await arrives(moved, await subscriber.test(moved));
    await settled(moved);
    const strayed = moved.arrivals.find((arrival) => arrival.url === old && isLate(arrival));
    expect('replacement', strayed === undefined, 'An event arrived at a URL that had been replaced.', strayed);
    await until(patience, () => Date.now() > end + later * 1000 + OFF_MS);
    const straggler = deleted.arrivals.find(isAfter(end));
    expect('deletion', straggler === undefined, 'An event arrived after its webhook was deleted.', straggler);
  }

  async function failures(): Promise<void> {
    const unreachable = {
      'https://receiver.invalid/': ['dns_failure', 'timeout'],
      ...(receiver.isDirect && {
        'https://[::1]:1/': ['connection_failed'],
        [receiver.base.replace('http:', 'https:')]: ['tls_failure'],
      }),
    };
    for (const [url, errors] of Object.entries(unreachable)) {
      const webhook = await subscriber.create(accept, () => url);
      await subscriber.test(webhook);
      const patience = timeout_seconds * 1000 + ARRIVAL_MS;
      const [delivery] = await logWhen(webhook, ([entry]) => entry?.attempts[0] !== undefined, patience);
      const logged = `http_status ${delivery?.attempts[0]?.http_status} and error ${delivery?.attempts[0]?.error}`;
      const possible = errors.map((error) => `http_status null and error ${error}`);
      const mismatch = `For deliveries to ${url}, the log must contain ${possible.join(' or ')}, but contains ${logged}.`;
      expect('log', possible.includes(logged), mismatch);
      await subscriber.delete(webhook);
    }
  }

  /** Operations that emit events, such as the sandbox operations that decide in place of a user. */
  const deciding = relationsOf(contract.document).filter(({ act, emits }) => act === 'changes' && emits.length > 0);

  async function decisions(): Promise<void> {
    const webhook = await subscriber.create(accept);
    for (const { operation, id, emits } of deciding)
      for (const json of validBodies(session, operation)) {
        const parameter = parameterOf(id);
        // An identifier that is not ASCII detects a wrong encoding of events.
        const chosen = `${randomUUID()}-Ä`;
        const isChosen = await session.resources.createNamed(operation, parameter, chosen);
        const path = isChosen ? { path: { [parameter]: chosen } } : {};
        await session.resources.settle(await session.succeed(operation, { ...path, body: { json } }));
        const wanted = emits.filter(({ where }) => hasValues(where, (place) => valueAt(webhook.shown, `/${place}`)));
        const newIn = (log: readonly Delivery[]) =>
          log.filter(({ id }) => webhook.queued.every((each) => each.id !== id));
        const found = newIn(await logWhen(webhook, (log) => newIn(log).length >= wanted.length));
        const isComplete = found.length >= wanted.length;
        expect('decisions', isComplete, `After ${operation}, the log must have ${count(wanted.length, 'new event')}.`);
        const newestFirst = found.map(({ event }) => String(memberOf(event, policy.event_order)));
        const isOrdered = isDeepStrictEqual(newestFirst, [...new Set(newestFirst)].toSorted().toReversed());
        expect('decisions', isOrdered, `After ${operation}, each event must be later than the event before.`);
        webhook.queued.push(...found);
      }
    await settled(webhook);
  }

  /** Sends many events to two ports of one host, and counts how many attempts are in flight at the same time. */
  async function concurrency(): Promise<void> {
    const { max_in_flight_to_host: most } = policy;
    const other = await startReceiver(undefined);
    try {
      const webhooks = await Promise.all(
        [receiver, other].map(async ({ open }) => {
          // The receiver waits a little longer, because a timer can end a few milliseconds early.
          const webhook = await subscriber.create(() => ({ ...accept(), afterMs: HELD_MS + 50 }), open);
          await Promise.all(Array.from({ length: most }, () => subscriber.test(webhook)));
          return webhook;
        }),
      );
      await until(PATIENCE_MS, () => webhooks.every(({ arrivals, queued }) => arrivals.length >= queued.length));
      const times = webhooks.flatMap(({ arrivals }) => arrivals.map(({ at }) => at));
      const highest = Math.max(...times.map((time) => times.filter((at) => at <= time && time < at + HELD_MS).length));
      const mismatch = `At most ${most} attempts may be in flight to one host, but there were ${highest}.`;
      expect('concurrency', highest <= most, mismatch);
    } finally {
      await subscriber.deleteAll();
      await other.close();
    }
  }

  const isWaitedFor = firstDelay <= PATIENCE_MS;
  const parts = { signatures, failures, ...(isWaitedFor && { retries, changes }) };
  const operation = policy.operations.test;
  const guarded = ([name, part]: [string, () => Promise<void>]) =>
    recorder.check('deliveries', operation, `deliveries: ${name}`, part);
  await settleAll(Object.entries(parts).map(guarded));
  // Deletes all webhooks, because they would also receive the events of the decisions below.
  await subscriber.deleteAll();
  if (deciding.length > 0) await guarded(['decisions', decisions]);
  else gaps.set('decisions', 'users trigger these events, not clients');
  await subscriber.deleteAll();
  if (session.target.isBundled === true) await guarded(['concurrency', concurrency]);
  const slowest = session.wire.slowestMs / 1000;
  const checkArrival = createArrivalCheck(contract.document, event, expect);
  for (const webhook of subscriber.webhooks) {
    webhook.arrivals.forEach(checkArrival);
    checkRepetition(webhook, policy, expect);
  }
  for (const [rule, found] of checked) {
    if (slowest > timeout_seconds / 2 && TIMED_RULES.test(rule) && found.size > 0) {
      gaps.set(rule, `a response took ${durationText(slowest)}, so attempts can time out`);
      checked.delete(rule);
      continue;
    }
    const [answer] = [...found.values()].flatMap((arrival) => (arrival === undefined ? [] : deliveryText(arrival)));
    recorder.conclude('deliveries', { operation, case: `deliveries: ${rule}`, mismatches: [...found.keys()], answer });
  }
  if (!isWaitedFor)
    for (const rule of ['retries', 'Retry-After', 'replacement', 'deletion'])
      gaps.set(rule, `the first retry delay is ${durationText(firstDelay / 1000)} (see --retry-speed)`);
  run.coverage.add(ruleCoverage([...checked.keys()], gaps));
}
