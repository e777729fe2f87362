import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { mediaTypeOf } from '../../contract/bodies.ts';
import { type Json, memberOf } from '../../contract/json.ts';
import { type Contract, type Parameter, resolve } from '../../contract/openapi.ts';
import { objectOf } from '../../contract/parameters.ts';
import type { Arrival, ReceiverResponse } from '../kit-types.ts';
import { validatorFor } from '../validators/schema-validator.ts';
import { broken, mustBe } from './check-response.ts';

interface Signing {
  /** `HMAC-` followed by the name of the hash function. */
  algorithm: string;
  /** Template of the signed bytes, with placeholders in braces. */
  signed_bytes: string;
  encoding: 'hex' | 'base64';
}

export interface DeliveryPolicy {
  content_type: string;
  success_status: number;
  timeout_seconds: number;
  max_response_bytes: number;
  max_in_flight_to_host: number;
  retry_delays_seconds: readonly number[];
  jitter: number;
  retry_after_max_seconds: number;
  signature: Signing & { headers: { timestamp: string; signature: string; previous_signature: string } };
  standard_webhooks: Signing & { version: string; headers: { id: string; timestamp: string; signature: string } };
  tolerance_seconds: number;
  previous_secret_seconds: number;
  log_seconds: number;
  /** Property whose value must increase with each event of a resource. */
  event_order: string;
  test_prefix: string;
  operations: Record<'create' | 'replace' | 'rotate' | 'delete' | 'test' | 'redeliver' | 'log', string>;
}

export function deliveryPolicyOf(contract: Contract): DeliveryPolicy | undefined {
  const policies = Object.values(contract.webhooks ?? {}).map(({ post }) => post['x-delivery'] as unknown);
  return (policies as (DeliveryPolicy | undefined)[]).find((policy) => policy?.operations !== undefined);
}

/** Records that a rule was checked, and reports the mismatch if the rule is violated. */
export type Expect = (rule: string, holds: boolean, mismatch: string, evidence?: Arrival) => void;

export interface Delivery {
  id: string;
  status: 'pending' | 'delivered' | 'failed';
  next_attempt_at: string | null;
  event: { event_id: string };
  attempts: readonly Attempt[];
}

interface Attempt {
  started_at: string;
  duration_ms: number;
  http_status: number | null;
  error: string | null;
}

export interface Webhook {
  id: string;
  shown: Json;
  /** Secrets, newest first. The target signs with the first two; the others have expired. */
  secrets: readonly string[];
  queued: Delivery[];
  arrivals: Received[];
  isDeleted?: boolean;
}

/** Returns the attempts to deliver an event that reached the receiver, in the order of their arrival. */
export const arrivalsOf = ({ arrivals }: Webhook, { event }: Delivery) =>
  arrivals.filter(({ eventId }) => eventId === event.event_id);

export const isSuccess = ({ status, error }: ReceiverResponse, { success_status }: DeliveryPolicy) =>
  status === success_status && error === undefined;

/** A received event, the receiver's response, and the webhook's URL and secrets at the time of arrival. */
interface Received extends Arrival, Pick<Webhook, 'secrets'> {
  event: Json;
  eventId: string;
  url: string;
  answered: ReceiverResponse;
}

export function createArrivalCheck(contract: Contract, policy: DeliveryPolicy, expect: Expect) {
  const events = Object.values(contract.webhooks).map(({ post }) => post);
  const schemas = events.flatMap(({ requestBody }) => requestBody?.content[policy.content_type]?.schema ?? []);
  const parameters = events.flatMap((each) => each.parameters ?? []).map((each) => resolve<Parameter>(contract, each));
  const headers = new Map(parameters.map((each) => [each.name.toLowerCase(), each]));
  const validateHeaders = validatorFor(contract, objectOf([...headers]));
  const validateEvent = validatorFor(contract, { anyOf: schemas });
  const userAgent = memberOf(contract['x-service'], 'user_agent');

  return (arrival: Received, { arrivals, queued }: Webhook): void => {
    const { headers: given, event, eventId } = arrival;
    const wants = (rule: string, holds: boolean, mismatch: string) => expect(rule, holds, mismatch, arrival);
    const wantsNone = (rule: string, found: readonly string[]) => wants(rule, found.length === 0, found.join(' '));
    const { 'content-type': type = null, 'user-agent': agent } = given;
    wantsNone('request', mustBe('The method', 'POST', arrival.method));
    wantsNone('request', mustBe('Content-Type', policy.content_type, mediaTypeOf(type)));
    wantsNone('request', mustBe('User-Agent', userAgent ?? agent, agent));
    wantsNone('request', broken(validateHeaders, given, 'Header'));
    wantsNone('event', broken(validateEvent, event, 'Event'));
    checkSignatures(arrival, policy, wants);

    const deliveries = queued.filter((each) => each.event.event_id === eventId);
    const isSame = deliveries.every((each) => isDeepStrictEqual(each.event, event));
    const earlier = arrivals.slice(0, arrivals.indexOf(arrival)).filter((each) => each.eventId === eventId);
    const successes = earlier.filter(({ answered }) => isSuccess(answered, policy)).length;
    const isFirst = successes < Math.max(1, deliveries.length);
    wants('event', deliveries.length > 0, 'The event was not queued. All attempts must have the same event_id.');
    wants('event', isSame, 'The event must be equal to the event in the delivery log.');
    wants('retries', isFirst, `The event was sent again after a ${policy.success_status} response.`);
  };
}

function checkSignatures(arrival: Received, policy: DeliveryPolicy, wants: Expect): void {
  const { at, headers: given, body, secrets, eventId } = arrival;
  const { signature: own, standard_webhooks: standard, tolerance_seconds: tolerance } = policy;
  const header = (name: string) => String(given[name.toLowerCase()] ?? '');
  const { timestamp: timeHeader, signature, previous_signature: previous } = own.headers;
  const { headers: names } = standard;
  const [id, timestamp] = [header(names.id), header(timeHeader)];
  const off = Math.abs(Number(timestamp) - at / 1000);
  wants('timestamp', off <= tolerance, `${timeHeader} differs from the current time by ${Math.round(off)} s.`);
  wants('Standard Webhooks', id === eventId, `${names.id} must be the identifier of the event.`);
  const isSameTime = header(names.timestamp) === timestamp;
  wants('Standard Webhooks', isSameTime, `${names.timestamp} must be equal to ${timeHeader}.`);

  const signaturesOf = ({ algorithm, signed_bytes, encoding }: Signing) =>
    secrets.map((secret) => {
      const values: Record<string, string | Buffer> = { '{body}': body, '{timestamp}': timestamp, '{id}': id };
      const code = createHmac(algorithm.replace('HMAC-', '').toLowerCase(), secret);
      for (const part of signed_bytes.split(/(\{\w+\})/)) code.update(values[part] ?? part);
      return code.digest(encoding);
    });
  const check = (rule: string, name: string, given: readonly string[], valid: readonly string[]) => {
    const [first, ...others] = given;
    const [current, ...older] = valid;
    wants(rule, first === current, `${name} must be the HMAC of the received bytes, keyed with the secret.`);
    const wanted = older.length === 0 ? 'no other signature' : 'a second signature with the previous secret';
    wants('rotation', isDeepStrictEqual(others, older.slice(0, 1)), `There must be ${wanted}, besides ${name}.`);
    const isUsed = older.slice(1).some((ended) => others.includes(ended));
    wants('second rotation', !isUsed, 'A signature uses a secret that a second rotation has invalidated.');
  };
  check('signature', signature, [signature, previous].map(header).filter(Boolean), signaturesOf(own));
  const valid = signaturesOf(standard).map((text) => `${standard.version},${text}`);
  check('Standard Webhooks', names.signature, header(names.signature).split(' '), valid);
}

/** Tolerances in milliseconds, because the target rounds times and can start an attempt late. */
const ROUNDING_MS = 2;
export const LATE_MS = 5000;
const LATE_END_MS = 1500;
const EARLY_MS = 250;
/** Converts a time with six fractional digits to milliseconds since the Unix epoch. */
const msOf = (time: string): number => Date.parse(time) + Number(time.slice(23, 26)) / 1000;

/** Returns the delay after each attempt, in milliseconds. The last delay ends at the scheduled next attempt. */
export const delaysOf = ({ attempts, next_attempt_at: due }: Delivery): number[] =>
  attempts.flatMap(({ started_at, duration_ms }, index) => {
    const next = attempts[index + 1]?.started_at ?? due;
    return next === null ? [] : [msOf(next) - msOf(started_at) - duration_ms];
  });

/** Checks the delays between attempts. Returns the next delay as a fraction of the scheduled delay, if known. */
export function checkDelays(delivery: Delivery, policy: DeliveryPolicy, speed: number, expect: Expect) {
  const { attempts } = delivery;
  const delays = delaysOf(delivery);
  const due = delivery.next_attempt_at === null ? undefined : delays.at(-1);
  const scheduledAfter = (index: number) => ((policy.retry_delays_seconds[index] ?? 0) * 1000) / speed;
  for (const [index, delay] of delays.entries()) {
    const [least = 0, most = 0] = [-1, 1].map((sign) => scheduledAfter(index) * (1 + sign * policy.jitter));
    const allowed = most + ROUNDING_MS + (index < attempts.length - 1 ? LATE_MS : 0);
    const range = `${Math.round(least)} to ${Math.round(most)} ms`;
    const mismatch = `After attempt ${index + 1}, the next attempt must be due in ${range}, but is due in ${Math.round(delay)} ms.`;
    expect('delays', delay >= least - ROUNDING_MS && delay <= allowed, mismatch);
  }
  const scheduled = scheduledAfter(attempts.length - 1);
  return due === undefined || scheduled < 10 * ROUNDING_MS ? undefined : due / scheduled;
}

export function checkLog(log: readonly Delivery[], webhook: Webhook, policy: DeliveryPolicy, expect: Expect) {
  for (const delivery of webhook.queued) {
    const { event_id } = delivery.event;
    const isSame = log.every(({ id, event }) => id !== delivery.id || isDeepStrictEqual(event, delivery.event));
    expect('log', isSame, 'The event in the log must be equal to the event that was queued.');
    const attempts = log
      .filter(({ event }) => event.event_id === event_id)
      .flatMap((each) => each.attempts)
      .sort((one, other) => msOf(one.started_at) - msOf(other.started_at));
    const came = arrivalsOf(webhook, delivery);
    const mismatch = `The log has ${attempts.length} attempts for an event that arrived ${came.length} times.`;
    expect('log', attempts.length === came.length, mismatch);
    if (attempts.length !== came.length) continue;
    for (const [index, arrival] of came.entries()) checkAttempt(attempts[index] as Attempt, arrival, policy, expect);
  }
}

function checkAttempt(attempt: Attempt, arrival: Received, policy: DeliveryPolicy, expect: Expect): void {
  const { signature, timeout_seconds: timeout } = policy;
  const { answered, headers, closedAfterMs } = arrival;
  const { http_status, duration_ms } = attempt;
  const { status, error = null } = answered;
  const signed = Number(headers[signature.headers.timestamp.toLowerCase()]) * 1000 - msOf(attempt.started_at);
  const isSigned = signed >= -1000 && signed <= timeout * 1000;
  expect('timestamp', isSigned, 'An attempt must be signed with the time of its start.', arrival);
  expect('log', http_status === status, `The logged http_status must be ${status}, but is ${http_status}.`, arrival);
  expect('log', attempt.error === error, `The logged error must be ${error}, but is ${attempt.error}.`, arrival);
  const isPossible = closedAfterMs === null || duration_ms <= closedAfterMs + LATE_MS;
  expect('log', isPossible, `An attempt cannot have lasted ${duration_ms} ms.`, arrival);
  if (answered.holds === undefined) return;
  const over = duration_ms - timeout * 1000;
  const isKept = over > -EARLY_MS && over < LATE_END_MS && closedAfterMs !== null;
  const lasted = `lasts ${closedAfterMs === null ? 'longer than ' : ''}${duration_ms} ms`;
  expect('timeout', isKept, `An attempt must time out after ${timeout} s, but ${lasted}.`, arrival);
}
