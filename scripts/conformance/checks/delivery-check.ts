import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { itemsOf, type JsonObject, memberOf, parsed, valueAt, withValue } from '../../contract/json.ts';
import { resolve, type Schema } from '../../contract/openapi.ts';
import { hasValues, parameterOf, relationsOf } from '../../contract/relations.ts';
import { responseMismatches } from '../judge/check-response.ts';
import {
  arrivalsOf,
  checkDelays,
  checkLog,
  createArrivalCheck,
  type Delivery,
  type DeliveryPolicy,
  delaysOf,
  deliveryPolicyOf,
  type Expect,
  isSuccess,
  LATE_MS,
  type Webhook,
} from '../judge/delivery-rules.ts';
import type { Arrival, CaseRequest, ReceiverResponse } from '../kit-types.ts';
import { count } from '../report/terminal.ts';
import { isLoopback } from '../target/known-servers.ts';
import { validBodies, validJson } from '../target/valid-bodies.ts';
import { type Receiver, startReceiver } from '../target/webhook-receiver.ts';
import { TargetUnusable } from '../target/wire.ts';
import { STATELESS } from './case-checks.ts';
import { deliveryText } from './evidence.ts';
import { poll, type Run, settleAll } from './kit-check.ts';

const ARRIVAL_MS = 5000;
const PATIENCE_MS = 30_000;
const OFF_MS = 1500;
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
  const policy = deliveryPolicyOf(run.contract.document);
  const operations = run.selection.isOfAll ? run.contract.operationIds : run.checked;
  if (policy === undefined || !operations.includes(policy.operations.test)) return;
  const { receiver: address } = run.options;
  const skip = (reason: string) =>
    void run.coverage.add({ kind: 'delivery rule', covered: 0, total: 1, missing: [{ name: 'every rule', reason }] });
  if (run.isStateless) return skip(STATELESS);
  if (address === undefined && !isLoopback(run.session.target.baseUrl))
    return skip('the target cannot reach this machine without --receiver-url and --receiver-port');
  const receiver = await startReceiver(address).catch(() => null);
  if (receiver === null) return skip('the port of the receiver is in use');
  await checkRules(run, policy, receiver).finally(receiver.close);
}

/** Returns the response to an event. `position` is the index of the event among the events at the same URL. */
type Respond = (position: number, isRetry: boolean) => ReceiverResponse;

type DeliveryRun = ReturnType<typeof createDeliveryRun>;

function createDeliveryRun(run: Run, policy: DeliveryPolicy, receiver: Receiver) {
  const { retrySpeed: speed = 1 } = run.session.target;
  /** Longest possible delay before each retry, in milliseconds. */
  const delays = policy.retry_delays_seconds.map((delay) => (delay * (1 + policy.jitter) * 1000) / speed);
  const [firstDelay = 0] = delays;
  const schedule = delays.reduce((sum, delay) => sum + delay, 0);
  const gaps = new Map<string, string>([
    ['secret expiry by time', `it happens ${durationText(policy.previous_secret_seconds)} after a rotation`],
    ['concurrency', 'it needs more test events than the rate limit of a server permits'],
    ['log retention', `it happens after ${durationText(policy.log_seconds)}`],
  ]);
  /** The mismatches of each rule that was checked. Each mismatch has the last event that shows it. */
  const rules = new Map<string, Map<string, Arrival | undefined>>();
  const expect: Expect = (rule, holds, mismatch, evidence) => {
    const mismatches = rules.get(rule) ?? new Map<string, Arrival | undefined>();
    rules.set(rule, mismatches);
    if (!holds) mismatches.set(mismatch, evidence);
  };
  if (firstDelay > PATIENCE_MS)
    for (const rule of ['retries', 'Retry-After', 'replacement', 'deletion'])
      gaps.set(rule, `the first retry delay is ${durationText(firstDelay / 1000)} (see --retry-speed)`);
  const webhooks: Webhook[] = [];
  const success: ReceiverResponse = { status: policy.success_status };
  return { ...run, policy, receiver, speed, delays, firstDelay, schedule, gaps, rules, expect, webhooks, success };
}

type Role = keyof DeliveryPolicy['operations'];

/** Returns the names and schemas of the query parameters of an operation. */
const queryOf = ({ contract, policy }: DeliveryRun, role: Role) =>
  contract
    .parametersOf(policy.operations[role])
    .filter((each) => each.in === 'query')
    .map(({ name, schema = {} }) => ({ name, schema: resolve<Schema>(contract.document, schema) }));

/** Sends a request that must succeed. `ids` are the path parameters. Resolves to the body of the response. */
async function call(run: DeliveryRun, role: Role, ids: readonly string[], more: Omit<CaseRequest, 'path'> = {}) {
  const { contract, session, policy } = run;
  const operation = policy.operations[role];
  const places = contract.parametersOf(operation).filter((each) => each.in === 'path');
  const path = Object.fromEntries(places.map(({ name }, index) => [name, ids[index] ?? '']));
  const { answer } = await session.succeed(operation, { path, ...more });
  const mismatches = responseMismatches(contract, operation, answer);
  if (mismatches.length > 0) throw new TargetUnusable(`${operation}: ${mismatches.join(' ')}`);
  return answer.json;
}

/** Opens a URL for the events of a webhook. */
function listen(webhook: Webhook, respond: Respond, open: Receiver['open']): string {
  const eventIds: string[] = [];
  const url = open((arrival) => {
    const event = parsed(arrival.body.toString());
    const eventId = String(memberOf(event, 'event_id'));
    const isRetry = eventIds.includes(eventId);
    if (!isRetry) eventIds.push(eventId);
    const answered = respond(eventIds.indexOf(eventId), isRetry);
    webhook.arrivals.push(Object.assign(arrival, { event, eventId, url, answered, secrets: webhook.secrets }));
    return answered;
  });
  return url;
}

async function createWebhook(run: DeliveryRun, respond: Respond = () => run.success, open = run.receiver.open) {
  const webhook: Webhook = { id: '', shown: null, secrets: [], queued: [], arrivals: [] };
  const body = validJson(run.session, run.policy.operations.create);
  const json = withValue(body, '/url', listen(webhook, respond, open));
  const shown = await call(run, 'create', [], { body: { json } });
  Object.assign(webhook, { shown, id: memberOf(shown, 'id'), secrets: [String(memberOf(shown, 'secret'))] });
  run.webhooks.push(webhook);
  return webhook;
}

/** Replaces a webhook several times, to show that pending events do not depend on the new properties. */
async function replace(run: DeliveryRun, webhook: Webhook): Promise<void> {
  const url = listen(webhook, () => run.success, run.receiver.open);
  for (const body of validBodies(run.session, run.policy.operations.replace))
    await call(run, 'replace', [webhook.id], { body: { json: withValue(body, '/url', url) } });
}

async function deleteWebhook(run: DeliveryRun, webhook: Webhook): Promise<void> {
  await call(run, 'delete', [webhook.id]);
  webhook.isDeleted = true;
}

const deleteAll = (run: DeliveryRun) =>
  Promise.allSettled(run.webhooks.filter((each) => !each.isDeleted).map((each) => deleteWebhook(run, each)));

async function queueTest(run: DeliveryRun, webhook: Webhook, query: CaseRequest['query'] = []): Promise<Delivery> {
  const delivery = (await call(run, 'test', [webhook.id], { query })) as Delivery;
  webhook.queued.push(delivery);
  return delivery;
}

/** Waits until a queued event has arrived. */
async function arrives(run: DeliveryRun, webhook: Webhook, queued: Delivery | Promise<Delivery>, times = 1) {
  const delivery = await queued;
  const isThere = await poll(run, ARRIVAL_MS, () => arrivalsOf(webhook, delivery).length >= times);
  run.expect('retries', isThere, `A queued event did not arrive within ${ARRIVAL_MS / 1000} s.`);
  return delivery;
}

/** Polls the delivery log until a condition holds. Resolves to the last log, even after the timeout. */
function logWhen(run: DeliveryRun, { id }: Webhook, holds: (log: readonly Delivery[]) => boolean, ms = ARRIVAL_MS) {
  const query = queryOf(run, 'log').flatMap(({ name, schema: { maximum } }) =>
    maximum === undefined ? [] : [[name, String(maximum)] as const],
  );
  const read = async () => itemsOf(memberOf(await call(run, 'log', [id], { query }), 'deliveries')) as Delivery[];
  return poll(run, ms, read, holds);
}

async function settled(run: DeliveryRun, webhook: Webhook, ms?: number, inspect = (_: Delivery) => {}) {
  const isSettled = (entries: readonly Delivery[]) => {
    entries.forEach(inspect);
    return entries.length >= webhook.queued.length && entries.every(({ status }) => status !== 'pending');
  };
  const log = await logWhen(run, webhook, isSettled, ms);
  checkLog(log, webhook, run.policy, run.expect);
  return log;
}

interface NamedResponse extends ReceiverResponse {
  name: string;
  /** The rule that the response tests. Default: `retries`. */
  about?: string;
  /** True if every attempt gets this response, and not only the first. */
  isLasting?: true;
}

/** Returns the responses to test events. A gateway would replace those that are not valid HTTP. */
function responsesOf({ policy, receiver }: DeliveryRun, elsewhere: string, isWhole: boolean): NamedResponse[] {
  const { success_status: success, timeout_seconds, max_response_bytes: most } = policy;
  const failing = (status: number): NamedResponse => ({ status, name: `a ${status} response` });
  const inTimeMs = timeout_seconds * 600;
  const begun = `HTTP/1.1 ${success} OK\r\nconnection: close\r\n`;
  const interim = `HTTP/1.1 103 Early Hints\r\n\r\n${begun}content-length: 0\r\n\r\n`;
  const long = `HTTP/1.1 ${success} OK\r\nx-long: ${'x'.repeat(most)}`;
  const broken = (rest: string, name: string, error: string) => ({ status: success, raw: begun + rest, name, error });
  const tooLarge = { about: 'size', error: 'response_too_large' };
  const responses: NamedResponse[] = [
    ...[201, 204, 400, 404, 410, 500, 503].filter((status) => status !== success).map(failing),
    { status: 302, headers: { location: elsewhere }, name: 'a redirect', about: 'redirects' },
    { status: null, name: 'a closed connection', error: 'connection_closed' },
    { status: null, resets: true, name: 'a reset connection', error: 'connection_closed' },
    { status: null, raw: 'HTTP/1.1 101 Switching\r\n\r\n', name: 'a protocol switch', error: 'invalid_response' },
    { status: success, raw: interim, name: 'an interim response' },
    { status: null, raw: long, name: 'a response with long headers', ...tooLarge },
    { status: null, raw: 'no HTTP\r\n\r\n', name: 'an invalid response', error: 'invalid_response' },
    broken('content-length: 2\r\n\r\n1', 'a truncated response', 'connection_closed'),
    broken('transfer-encoding: chunked\r\n\r\n2\r\n1', 'a truncated chunk', 'connection_closed'),
    broken('transfer-encoding: chunked\r\n\r\nno size\r\n', 'an invalid chunk', 'invalid_response'),
    { status: null, holds: 'head', name: 'no response', about: 'timeout', error: 'timeout' },
    { status: success, holds: 'body', name: 'an endless body', about: 'timeout', error: 'timeout' },
    { status: success, afterMs: inTimeMs, name: `a response after ${inTimeMs} ms`, about: 'timeout' },
    { status: success, body: Buffer.alloc(most), name: `a response of ${most} bytes`, about: 'size' },
    { status: success, body: Buffer.alloc(most + 1), name: 'a longer response', ...tooLarge },
    // A shorter delay in `Retry-After` has no effect.
    { ...failing(500), headers: { 'retry-after': '0' }, about: 'attempts', isLasting: true },
  ];
  return responses.filter(
    ({ raw, resets, isLasting }) => (receiver.isDirect || (raw ?? resets) === undefined) && (isWhole || !isLasting),
  );
}

/** Returns values for `Retry-After` (RFC 9110, section 5.6.7), with the seconds by which each postpones an attempt. */
function retryAfterValues(later: number, most: number): [value: string, seconds: number][] {
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
    ...ignored.map((value): [string, number] => [value, 0]),
  ];
}

async function signatures(run: DeliveryRun): Promise<void> {
  const { expect } = run;
  const webhook = await createWebhook(run);
  // Afterwards, the webhook has only some event types. It must still get test events of every type.
  await replace(run, webhook);
  const choices = queryOf(run, 'test').filter(({ schema }) => schema['enum'] !== undefined);
  async function testEvent(chosen: JsonObject): Promise<Delivery> {
    const query = Object.entries(chosen).map(([name, value]) => [name, String(value)] as const);
    const delivery = await arrives(run, webhook, queueTest(run, webhook, query));
    const isMarked = Object.values(delivery.event).some((value) => String(value).startsWith(run.policy.test_prefix));
    expect('event', isMarked, `The identifier in a test event must start with ${run.policy.test_prefix}.`);
    for (const { name, schema } of choices) {
      const wanted = chosen[name] ?? schema['default'] ?? memberOf(delivery.event, name);
      const mismatch = `The \`${name}\` of a test event must be ${JSON.stringify(wanted)}, as requested or by default.`;
      expect('event', memberOf(delivery.event, name) === wanted, mismatch);
    }
    return delivery;
  }
  for (const { name, schema } of choices)
    for (const value of itemsOf(schema['enum'])) await testEvent({ [name]: value });
  const first = await testEvent({});
  const again = (await call(run, 'redeliver', [webhook.id, first.id])) as Delivery;
  webhook.queued.push(again);
  const isSame = isDeepStrictEqual(again.event, first.event);
  expect('redelivery', isSame, 'The redelivery must contain the original event.');
  await arrives(run, webhook, again, 2);
  for (let rotations = 0; rotations < 2; rotations++) {
    const rotated = await call(run, 'rotate', [webhook.id]);
    webhook.secrets = [String(memberOf(rotated, 'secret')), ...webhook.secrets];
    await arrives(run, webhook, queueTest(run, webhook));
  }
  await settled(run, webhook);
}

async function retries(run: DeliveryRun): Promise<void> {
  const { policy, receiver, expect, gaps, delays, firstDelay, schedule } = run;
  if (firstDelay > PATIENCE_MS) return;
  const elsewhere = receiver.open((arrival) => {
    expect('redirects', false, 'The target followed a redirect.', arrival);
    return run.success;
  });
  const isWhole = schedule <= PATIENCE_MS;
  const responses = responsesOf(run, elsewhere, isWhole);
  const webhook = await createWebhook(run, (position, isRetry) => {
    const response = responses[position];
    return response === undefined || (isRetry && !response.isLasting) ? run.success : response;
  });
  for (const _ of responses) await queueTest(run, webhook);
  const patience = policy.timeout_seconds * 1000 + (isWhole ? schedule : firstDelay) + ARRIVAL_MS;
  /** Each measured delay, divided by the scheduled delay. The key is the attempt before the delay. */
  const drawn = new Map<string, number>();
  const log = await settled(run, webhook, patience, (delivery) => {
    const part = checkDelays(delivery, policy, run.speed, expect);
    if (part !== undefined) drawn.set(`${delivery.id} ${delivery.attempts.length}`, part);
  });
  for (const delivery of webhook.queued) {
    const came = arrivalsOf(webhook, delivery);
    const response = responses.find((each) => each === came[0]?.answered);
    if (response === undefined) continue;
    const isRepeated = !isSuccess(response, policy);
    const mismatch = `The event was ${isRepeated ? 'not ' : ''}sent again after ${response.name}.`;
    expect(response.about ?? 'retries', came.length > 1 === isRepeated, mismatch);
    if (!response.isLasting) continue;
    const most = delays.length + 1;
    const status = log.find(({ id }) => id === delivery.id)?.status;
    expect('attempts', came.length === most, `There must be ${most} attempts, but there are ${came.length}.`);
    expect('attempts', status === 'failed', `After the last attempt, a delivery must be failed, but is ${status}.`);
  }
  if (!isWhole) gaps.set('attempts', `the retry schedule takes ${durationText(schedule / 1000)} (see --retry-speed)`);
  const parts = [...drawn.values()];
  if (parts.length < 2) gaps.set('jitter', 'fewer than two delays could be read before they had passed');
  else expect('jitter', Math.max(...parts) - Math.min(...parts) >= MIN_JITTER, 'The retry delays have no jitter.');
}

/** Postpones events with `Retry-After`, then replaces the URL of one webhook and deletes another webhook. */
async function changes(run: DeliveryRun): Promise<void> {
  const { expect, firstDelay } = run;
  if (firstDelay > PATIENCE_MS) return;
  const { retry_after_max_seconds } = run.policy;
  const later = Math.ceil(firstDelay / 1000) + 4;
  const asked = () => retryAfterValues(later, retry_after_max_seconds);
  const postpone: Respond = (index) => ({ status: 503, headers: { 'retry-after': asked()[index]?.[0] ?? '' } });
  const moved = await createWebhook(run, postpone);
  const kept = await arrives(run, moved, queueTest(run, moved));
  const deleted = await createWebhook(run, postpone);
  for (const _ of asked()) await arrives(run, deleted, queueTest(run, deleted));
  const log = await logWhen(run, deleted, (entries) => entries.every((each) => delaysOf(each).length > 0));
  for (const [index, [value, seconds]] of asked().entries()) {
    const entries = log.filter(({ id }) => id === deleted.queued[index]?.id);
    const due = Math.round((entries.flatMap(delaysOf)[0] ?? 0) / 1000);
    // An attempt that has already started can be late.
    const tolerance = seconds === 0 || entries.some(({ attempts }) => attempts.length > 1) ? LATE_MS / 1000 : 1;
    const isRight = due >= seconds - 1 && due <= Math.max(seconds, firstDelay / 1000) + tolerance;
    const wanted = seconds === 0 ? 'at the scheduled time' : `in ${seconds} s`;
    const next = `the next attempt must be due ${wanted}, but is due in ${due} s`;
    const rule = seconds === retry_after_max_seconds ? 'longest Retry-After' : 'Retry-After';
    expect(rule, isRight, `After Retry-After: ${value}, ${next}.`);
  }
  await deleteWebhook(run, deleted);
  const deletedAt = Date.now();
  // Allows some time for an event that was already in flight.
  const isAfter = (time: number, arrival: Arrival) => arrival.at > time + OFF_MS / 2;
  const old = moved.arrivals[0]?.url;
  await replace(run, moved);
  const replacedAt = Date.now();
  const patience = later * 1000 + ARRIVAL_MS;
  const hasArrived = await poll(run, patience, () => arrivalsOf(moved, kept).length > 1);
  expect('replacement', hasArrived, 'A pending delivery did not arrive at the new URL of its webhook.');
  await arrives(run, moved, queueTest(run, moved));
  await settled(run, moved);
  const strayed = moved.arrivals.find((arrival) => arrival.url === old && isAfter(replacedAt, arrival));
  expect('replacement', strayed === undefined, 'An event arrived at a URL that had been replaced.', strayed);
  await poll(run, patience, () => Date.now() > deletedAt + later * 1000 + OFF_MS);
  const straggler = deleted.arrivals.find((arrival) => isAfter(deletedAt, arrival));
  expect('deletion', straggler === undefined, 'An event arrived after its webhook was deleted.', straggler);
}

async function failures(run: DeliveryRun): Promise<void> {
  const { policy, receiver } = run;
  const unreachable = {
    'https://receiver.invalid/': ['dns_failure', 'timeout'],
    ...(receiver.isDirect && {
      'https://[::1]:1/': ['connection_failed'],
      [receiver.base.replace('http:', 'https:')]: ['tls_failure'],
    }),
  };
  for (const [url, errors] of Object.entries(unreachable)) {
    const webhook = await createWebhook(run, undefined, () => url);
    await queueTest(run, webhook);
    const patience = policy.timeout_seconds * 1000 + ARRIVAL_MS;
    const [delivery] = await logWhen(run, webhook, ([entry]) => entry?.attempts[0] !== undefined, patience);
    const logged = `http_status ${delivery?.attempts[0]?.http_status} and error ${delivery?.attempts[0]?.error}`;
    const possible = errors.map((error) => `http_status null and error ${error}`);
    const mismatch = `For deliveries to ${url}, the log must contain ${possible.join(' or ')}, but contains ${logged}.`;
    run.expect('log', possible.includes(logged), mismatch);
    await deleteWebhook(run, webhook);
  }
}

async function decisions(run: DeliveryRun): Promise<void> {
  const { session, expect } = run;
  // Operations that emit events, such as the sandbox operations that decide in place of a user.
  const deciding = relationsOf(run.contract.document).filter(({ act, emits }) => act === 'changes' && emits.length > 0);
  if (deciding.length === 0) return void run.gaps.set('decisions', 'users trigger these events, not clients');
  const webhook = await createWebhook(run);
  for (const { operation, id, emits } of deciding)
    for (const json of validBodies(session, operation)) {
      const parameter = parameterOf(id);
      // An identifier that is not ASCII detects a wrong encoding of events.
      const chosen = `${randomUUID()}-Ä`;
      const isChosen = await session.resources.createNamed(operation, parameter, chosen);
      const path = isChosen ? { path: { [parameter]: chosen } } : {};
      await session.resources.settle(await session.succeed(operation, { ...path, body: { json } }));
      const wanted = emits.filter(({ where }) => hasValues(where, (place) => valueAt(webhook.shown, `/${place}`)));
      const isNew = ({ id }: Delivery) => webhook.queued.every((each) => each.id !== id);
      const log = await logWhen(run, webhook, (entries) => entries.filter(isNew).length >= wanted.length);
      const found = log.filter(isNew);
      const isComplete = found.length >= wanted.length;
      expect('decisions', isComplete, `After ${operation}, the log must have ${count(wanted.length, 'new event')}.`);
      const newestFirst = found.map(({ event }) => String(memberOf(event, run.policy.event_order)));
      const isOrdered = isDeepStrictEqual(newestFirst, [...new Set(newestFirst)].toSorted().toReversed());
      expect('decisions', isOrdered, `After ${operation}, each event must be later than the event before.`);
      webhook.queued.push(...found);
    }
  await settled(run, webhook);
}

/** Sends many events to two ports of one host, and counts how many attempts are in flight at the same time. */
async function concurrency(run: DeliveryRun): Promise<void> {
  if (run.session.target.isBundled !== true) return;
  const { max_in_flight_to_host: most } = run.policy;
  const other = await startReceiver(undefined);
  try {
    const webhooks = await Promise.all(
      [run.receiver, other].map(async ({ open }) => {
        // The receiver waits a little longer, because a timer can end a few milliseconds early.
        const webhook = await createWebhook(run, () => ({ ...run.success, afterMs: HELD_MS + 50 }), open);
        await Promise.all(Array.from({ length: most }, () => queueTest(run, webhook)));
        return webhook;
      }),
    );
    await poll(run, PATIENCE_MS, () => webhooks.every(({ arrivals, queued }) => arrivals.length >= queued.length));
    const times = webhooks.flatMap(({ arrivals }) => arrivals.map(({ at }) => at));
    const highest = Math.max(...times.map((time) => times.filter((at) => at <= time && time < at + HELD_MS).length));
    const mismatch = `At most ${most} attempts may be in flight to one host, but there were ${highest}.`;
    run.expect('concurrency', highest <= most, mismatch);
  } finally {
    await other.close();
  }
}

/** Functions of the check. The functions in a group run concurrently, and the groups run in sequence. */
const GROUPS: Record<string, typeof retries>[] = [
  { signatures, failures, retries, changes },
  { decisions },
  { concurrency },
];

async function checkRules(given: Run, policy: DeliveryPolicy, receiver: Receiver): Promise<void> {
  const run = createDeliveryRun(given, policy, receiver);
  const { session, recorder, expect, rules, gaps } = run;
  const operation = policy.operations.test;
  session.wire.slowestMs = 0;
  run.cleanUps.push(() => deleteAll(run));
  for (const group of GROUPS) {
    const work = Object.entries(group).map(([name, part]) =>
      recorder.check('deliveries', operation, `deliveries: ${name}`, () => part(run)),
    );
    await settleAll(work);
    // Deletes all webhooks, because they would also receive the events of the decisions in the next group.
    await deleteAll(run);
  }
  const slowest = session.wire.slowestMs / 1000;
  const checkArrival = createArrivalCheck(run.contract.document, policy, expect);
  for (const webhook of run.webhooks) for (const arrival of webhook.arrivals) checkArrival(arrival, webhook);
  for (const [rule, found] of rules) {
    if (slowest > policy.timeout_seconds / 2 && TIMED_RULES.test(rule) && found.size > 0) {
      gaps.set(rule, `a response took ${durationText(slowest)}, so attempts can time out`);
      rules.delete(rule);
      continue;
    }
    const [answer] = [...found.values()].flatMap((arrival) => (arrival === undefined ? [] : deliveryText(arrival)));
    recorder.conclude('deliveries', { operation, case: `deliveries: ${rule}`, mismatches: [...found.keys()], answer });
  }
  const missing = [...gaps].flatMap(([name, reason]) => (rules.has(name) ? [] : [{ name, reason }]));
  run.coverage.add({ kind: 'delivery rule', covered: rules.size, total: rules.size + missing.length, missing });
}
