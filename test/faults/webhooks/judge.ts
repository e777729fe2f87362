import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { webhookDelivery } from '../../../generated/operations.ts';
import { type Micros, seconds, toTimestamp } from '../../../server/domain/clock.ts';
import { queryPostgres } from '../../support/postgres.ts';
import type { Receipt, Treatment } from './receivers.ts';
import { ATTEMPT_TIMEOUT_MS, type KnownSecret, type RunRecord, type RunWebhook } from './run.ts';
import { onClock } from './shared.ts';

// The tables are read with SQL and the signatures are verified with node:crypto, so that the judge shares no code with the
// service.

interface RequestRow {
  client_id: string;
  request_id: string;
  status: string;
  owner_id: string | null;
  created_at: number;
  finalized_at: number | null;
  last_event_at: number | null;
  has_identity: boolean;
}

interface EventRow {
  event_id: string;
  client_id: string;
  request_id: string;
  status: string;
  created_at: number;
  body: string;
}

interface DeliveryRow {
  id: string;
  webhook_id: string;
  event_id: string;
  state: string;
  next_attempt_at: number | null;
  attempts_made: number;
}

interface AttemptRow {
  delivery_id: string;
  number: number;
  started_at: number;
  duration: number;
  http_status: number | null;
  error: string | null;
}

interface Rows {
  requests: RequestRow[];
  events: EventRow[];
  deliveries: DeliveryRow[];
  attempts: AttemptRow[];
}

async function readRows(databaseUrl: string): Promise<Rows> {
  const read = async <T>(statement: string) => (await queryPostgres(databaseUrl, statement)) as T[];
  return {
    requests: await read('select *, identity is not null as has_identity from verification_requests'),
    events: await read('select * from events'),
    deliveries: await read('select * from deliveries'),
    attempts: await read('select * from attempts order by delivery_id, number'),
  };
}

const ATTEMPTS = webhookDelivery.retry_delays_seconds.length + 1;
/** Age of a webhook that an instance has just read, on a busy machine, in real time. */
const READ_MS = 1_500;
/** Delay between the end of an attempt and the arrival of its request, on a busy machine, in real time. */
const LATE_MS = 3_000;

/** `Map.groupBy`, which Node 20 lacks. */
function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const keyOf = (row: { client_id: string; request_id: string }) => `${row.client_id}/${row.request_id}`;

/** Returns the violations of every rule, and the figures that show what happened in the run. */
export async function judge(record: RunRecord) {
  const rows = await readRows(record.databaseUrl);
  const violations = {
    'every acknowledged change is stored': judgeDecisions(record, rows),
    'every change has its event, and every event its change': judgeEvents(rows),
    'every event was delivered to every webhook, or failed after all attempts': judgeDeliveries(record, rows),
    'every attempt sent the same bytes, signed with valid secrets': judgeReceipts(record, rows),
    'every instance stopped gracefully and logged no error': [
      ...record.ends.filter((end) => end !== 0).map((end) => `an instance ended with ${end}`),
      ...record.output.filter((line) => !line.includes('"level":"warn"')),
    ],
  };
  return { violations, figures: figuresOf(record, rows) };
}

function figuresOf({ receipts, webhooks, kills }: RunRecord, { requests, events, deliveries, attempts }: Rows) {
  const eventsOf = groupBy(events, keyOf);
  const isSignedTwice = ({ headers }: Receipt) => 'x-signature-previous' in headers;
  const isAfterOverlap = ({ receiver, headers }: Receipt) =>
    webhooks
      .find(({ name }) => name === receiver)
      ?.secrets.some(({ endsAt }) => endsAt !== null && endsAt <= Number(headers['x-timestamp']) * 1_000_000);
  return {
    kills,
    changes: requests.reduce((sum, each) => sum + changesOf(each, eventsOf.get(keyOf(each)) ?? []).length, 0),
    expired: requests.filter(
      ({ status, finalized_at, created_at }) =>
        status === 'canceled' && (finalized_at ?? 0) - created_at >= 48 * 3600 * 1e6,
    ).length,
    events: events.length,
    webhooks: webhooks.length,
    delivered: deliveries.filter(({ state }) => state === 'delivered').length,
    failed: deliveries.filter(({ state }) => state === 'failed').length,
    attempts: attempts.length,
    outcomes: [...new Set(attempts.map(({ http_status, error }) => error ?? String(http_status)))],
    signedTwice: receipts.filter(isSignedTwice).length,
    afterOverlap: receipts.filter((each) => !isSignedTwice(each) && isAfterOverlap(each)).length,
  };
}

/** A canceled request has no owner any more: only its events tell whether somebody opened it. */
const changesOf = ({ owner_id, status }: RequestRow, events: readonly EventRow[]): string[] => [
  ...((status === 'canceled' ? events.length > 1 : owner_id !== null) ? ['incomplete'] : []),
  ...(status === 'incomplete' ? [] : [status]),
];

function judgeEvents(rows: Rows): string[] {
  const wrong: string[] = [];
  const events = groupBy(rows.events, keyOf);
  const requests = new Set(rows.requests.map(keyOf));
  for (const [key, some] of events)
    if (!requests.has(key)) wrong.push(`${some.length} events of ${key}, which does not exist`);
  for (const request of rows.requests) {
    const found = (events.get(keyOf(request)) ?? []).toSorted((a, b) => a.created_at - b.created_at);
    const statuses = found.map(({ status }) => status).join();
    const expected = changesOf(request, found).join();
    const last = found.at(-1)?.created_at ?? null;
    const add = (what: string) => wrong.push(`${keyOf(request)}: ${what}`);
    if (statuses !== expected) add(`events [${statuses}] of changes [${expected}]`);
    if (last !== request.last_event_at) add('the newest event is not the newest change');
    if (request.finalized_at !== null && request.finalized_at !== last) add('the last event has another time');
    if (new Set(found.map(({ created_at }) => created_at)).size !== found.length) add('two events have the same time');
    if (request.has_identity !== (request.status === 'verified')) add(`${request.status}, with the wrong identity`);
  }
  for (const { event_id, request_id, status, created_at, body } of rows.events) {
    const expected = { event_id, request_id, type: 'verification', status, created_at: toTimestamp(created_at) };
    if (body !== JSON.stringify(expected)) wrong.push(`${event_id}: another body`);
  }
  return wrong;
}

/** Finds acknowledged decisions that are not stored, and decisions that were refused without a reason. */
function judgeDecisions({ decisions }: RunRecord, rows: Rows): string[] {
  const stored = new Map(rows.requests.map((request) => [keyOf(request), request.status]));
  return decisions.flatMap(({ key, decision, status, unanswered }) => {
    const found = stored.get(`${key.clientId}/${key.requestId}`);
    // A conflict says that the decision is stored, which an instance made before it could answer.
    const isAnswered = status === 200 || (status === 409 && unanswered > 0);
    if (isAnswered && found === decision) return [];
    return [`${key.requestId}: ${decision} was answered ${status} after ${unanswered} tries, and ${found} is stored`];
  });
}

function judgeDeliveries({ webhooks, receipts }: RunRecord, rows: Rows): string[] {
  const wrong: string[] = [];
  const byPair = groupBy(rows.deliveries, ({ event_id, webhook_id }) => `${event_id} ${webhook_id}`);
  for (const event of rows.events)
    for (const webhook of webhooks) {
      if (webhook.clientId !== event.client_id || webhook.deletedAt !== null) continue;
      const count = byPair.get(`${event.event_id} ${webhook.id}`)?.length ?? 0;
      if (count > 1 || (count === 0 && event.created_at > webhook.addedAt))
        wrong.push(`${event.event_id} has ${count} deliveries to ${webhook.name}`);
    }
  const events = new Map(rows.events.map((event) => [event.event_id, event]));
  const webhooksById = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
  const attempts = groupBy(rows.attempts, ({ delivery_id }) => delivery_id);
  const received = groupBy(receipts, ({ receiver, headers }) => `${receiver} ${headers['webhook-id']}`);
  for (const delivery of rows.deliveries) {
    const webhook = webhooksById.get(delivery.webhook_id);
    const about = `the delivery of ${delivery.event_id} to ${webhook?.name}`;
    if (webhook === undefined || webhook.deletedAt !== null) wrong.push(`${about}, which does not exist`);
    if (webhook?.clientId !== events.get(delivery.event_id)?.client_id) wrong.push(`${about}: another partner's`);
    const made = attempts.get(delivery.id) ?? [];
    const ofIt = received.get(`${webhook?.name} ${delivery.event_id}`) ?? [];
    const found = [...judgeEnd(delivery, made, ofIt), ...judgeAttempts(made, ofIt)];
    wrong.push(...found.map((what) => `${about}: ${what}`));
  }
  return wrong;
}

const isSuccess = (attempt?: AttemptRow) => attempt?.http_status === 200 && attempt.error === null;

function judgeEnd(delivery: DeliveryRow, made: readonly AttemptRow[], received: readonly Receipt[]): string[] {
  const wrong: string[] = [];
  const { state, attempts_made: count } = delivery;
  if (count !== made.length || made.some(({ number }, n) => number !== n + 1))
    wrong.push(`${count} attempts counted, ${made.map(({ number }) => number).join()} recorded`);
  const successes = made.filter(isSuccess).length;
  if (state === 'delivered') {
    if (successes !== 1 || !isSuccess(made.at(-1))) wrong.push('delivered without a success at the end');
    if (!received.some(({ treatment }) => treatment === '200')) wrong.push('delivered, and never answered 200');
  } else if (state === 'failed') {
    if (made.length !== ATTEMPTS) wrong.push(`failed after ${made.length} attempts`);
    if (successes > 0) wrong.push('failed in spite of a success');
  } else wrong.push(`still ${state} after ${made.length} attempts`);
  if (delivery.next_attempt_at !== null) wrong.push(`${state}, and another attempt is due`);
  if (made.length > ATTEMPTS) wrong.push(`${made.length} attempts`);
  return wrong;
}

/** Checks that each attempt records what the receiver did, and that none comes before its time. */
function judgeAttempts(made: readonly AttemptRow[], received: readonly Receipt[]): string[] {
  const wrong: string[] = [];
  const byTimestamp = groupBy(received, ({ headers }) => String(headers['x-timestamp']));
  let earliest = 0;
  for (const attempt of made) {
    const { number, started_at: startedAt, duration, http_status: status, error } = attempt;
    if (startedAt < earliest) wrong.push(`attempt ${number} came ${(earliest - startedAt) / 1e6} s early`);
    // A request on a kept connection that turns out to be closed is sent once more in the same attempt.
    const receipt = byTimestamp.get(String(Math.floor(startedAt / 1_000_000)))?.at(-1);
    if (receipt === undefined && status !== null)
      wrong.push(`attempt ${number} records ${status}, and nothing arrived`);
    if (receipt !== undefined && !isTrue(attempt, receipt.treatment))
      wrong.push(`attempt ${number} records ${status}, ${error} of: ${receipt.treatment}`);
    const delay = webhookDelivery.retry_delays_seconds[number - 1] ?? 0;
    const asked = error === null && status !== null ? (receipt?.retryAfterSeconds ?? 0) : 0;
    earliest = startedAt + duration + seconds(Math.max(delay * (1 - webhookDelivery.jitter), asked)) - 1;
  }
  return wrong;
}

const ERRORS: Partial<Record<Treatment, string>> = {
  'endless body': 'timeout',
  'no response': 'timeout',
  'hang-up before the response': 'connection_closed',
  'hang-up within the response': 'connection_closed',
};

/** Errors of the second connection, which an attempt opens when a kept connection turns out to be closed. */
const NO_CONNECTION = ['dns_failure', 'connection_failed', 'tls_failure'];

function isTrue({ http_status: status, error }: AttemptRow, treatment: Treatment): boolean {
  const expected = ERRORS[treatment];
  const claimed = treatment === 'endless body' || treatment === 'hang-up within the response' ? '200' : treatment;
  if (status !== null && String(status) !== claimed) return false;
  // On a busy machine any attempt may time out.
  if (error === 'timeout') return true;
  if (expected === undefined) return error === null && status !== null;
  return error === expected || (treatment === 'hang-up before the response' && NO_CONNECTION.includes(error ?? ''));
}

function judgeReceipts({ pace, receipts, webhooks }: RunRecord, rows: Rows): string[] {
  const wrong: string[] = [];
  const byName = new Map(webhooks.map((webhook) => [webhook.name, webhook]));
  const events = new Map(rows.events.map((event) => [event.event_id, event]));
  const slack = onClock(pace, ATTEMPT_TIMEOUT_MS + LATE_MS);
  for (const { receiver, headers, body, arrivedAt } of receipts) {
    const webhook = byName.get(receiver) as RunWebhook;
    const eventId = String(headers['webhook-id']);
    const event = events.get(eventId);
    const add = (what: string) => wrong.push(`${receiver} received ${eventId}: ${what}`);
    if (event === undefined) add('there is no such event');
    else if (event.body !== body.toString()) add('the body is not that of the event');
    if (event?.client_id !== webhook.clientId) add("another partner's event");
    for (const what of judgeSignatures(headers, body, webhook.secrets, onClock(pace, READ_MS))) add(what);
    const age = arrivedAt - Number(headers['x-timestamp']) * 1_000_000;
    if (age < 0) add('signed in the future');
    if (!(age <= slack)) add('signed long before it was sent');
    if (webhook.deletedAt !== null && arrivedAt > webhook.deletedAt + slack) add('the webhook was deleted');
  }
  return wrong;
}

/** Checks the signatures of a request. `slack` is the age that the sender's copy of the secrets may have. */
function judgeSignatures(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secrets: readonly KnownSecret[],
  slack: Micros,
): string[] {
  const header = (name: string) => String(headers[name] ?? '');
  const signerOf = (prefix: string, encoding: 'hex' | 'base64', signature: string) =>
    secrets.findLastIndex(
      ({ secret }) => createHmac('sha256', secret).update(prefix).update(body).digest(encoding) === signature,
    );
  const own = (name: string) => signerOf(`${header('x-timestamp')}.`, 'hex', header(name));
  const current = own('x-signature');
  const main = secrets[current];
  if (main === undefined) return ['no secret of the webhook fits X-Signature'];
  const wrong: string[] = [];
  // The attempt began within this second.
  const from = Number(header('x-timestamp')) * 1_000_000;
  const to = from + 999_999;
  if (to < main.from) wrong.push('signed with a secret before it existed');
  if (main.replacedAt !== null && from > main.replacedAt + slack) wrong.push('signed with a replaced secret');
  const before = secrets[current - 1];
  const hasPrevious = 'x-signature-previous' in headers;
  if (hasPrevious) {
    if (before === undefined || own('x-signature-previous') !== current - 1)
      wrong.push('X-Signature-Previous fits no previous secret');
    else if (before.endsAt === null || from >= before.endsAt) wrong.push('signed with an expired secret');
  } else if (before !== undefined && before.endsAt !== null && to < before.endsAt) {
    wrong.push('no X-Signature-Previous during the overlap of the secrets');
  }
  const prefix = `${header('webhook-id')}.${header('webhook-timestamp')}.`;
  const standard = header('webhook-signature')
    .split(' ')
    .map((entry) => signerOf(prefix, 'base64', entry.replace('v1,', '')));
  if (standard.join() !== (hasPrevious ? [current, current - 1] : [current]).join())
    wrong.push('webhook-signature and X-Signature are made with different secrets');
  return wrong;
}
