import { createHmac } from 'node:crypto';
import { events as eventTypes, service, webhookDelivery } from '../../../generated/operations.ts';
import { seconds, toTimestamp } from '../../../server/domain/clock.ts';
import type { WebhookEvent } from '../../../server/domain/webhook-event.ts';
import type { Database, Row } from '../../../server/storage/database/engine/schema.ts';
import { queryPostgres } from '../../support/postgres.ts';
import type { Receipt, Treatment } from './receivers.ts';
import { ATTEMPT_TIMEOUT_MS, type ResourceKey, type RunRecord } from './run.ts';
import { onClock } from './shared.ts';

// These checks read the tables with SQL and verify signatures with node:crypto, to share no code with the service.

/** Reads a table, and converts the column names to the property names of `Row`. */
async function readRows<T extends keyof Database>(databaseUrl: string, table: T, order = ''): Promise<Row<T>[]> {
  const rows = await queryPostgres(databaseUrl, `select * from ${table} ${order}`);
  const inCamelCase = (name: string) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  const entriesOf = (row: object) => Object.entries(row).map(([name, value]) => [inCamelCase(name), value]);
  return rows.map((row) => Object.fromEntries(entriesOf(row)));
}

async function readTables(databaseUrl: string) {
  return {
    resources: [
      ...(await readRows(databaseUrl, 'verification_requests')).map(ofRequest),
      ...(await readRows(databaseUrl, 'submissions')).map(ofSubmission),
    ],
    events: await readRows(databaseUrl, 'events'),
    deliveries: await readRows(databaseUrl, 'deliveries'),
    attempts: await readRows(databaseUrl, 'attempts', 'order by delivery_id, number'),
  };
}

type Rows = Awaited<ReturnType<typeof readTables>>;

/** A verification request or submission. */
interface Resource
  extends ResourceKey,
    Pick<Row<'verification_requests'>, 'status' | 'ownerId' | 'createdAt' | 'finalizedAt' | 'lastEventAt'> {
  /** True if the database contains the data that the user shared. */
  hasData: boolean;
}

const ofRequest = ({ requestId: resourceId, identity, ...row }: Row<'verification_requests'>): Resource => ({
  ...row,
  type: 'verification',
  resourceId,
  hasData: identity !== null,
});

const STATUSES = {
  pending: 'incomplete',
  associated: 'incomplete',
  completed: 'verified',
  canceled: 'canceled',
} as const;

const ofSubmission = ({ partnerRef: resourceId, state, content, ...row }: Row<'submissions'>): Resource => ({
  ...row,
  type: 'submission',
  resourceId,
  hasData: content !== null,
  status: STATUSES[state],
  lastEventAt: row.finalizedAt,
});

const ATTEMPTS = webhookDelivery.retry_delays_seconds.length + 1;
/** Maximum delay of a request after the end of its attempt, on a busy machine, in real milliseconds. */
const LATE_MS = 3_000;

/** Groups items like `Map.groupBy`, which Node 20 lacks. */
function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const keyOf = ({ clientId, type, resourceId }: Pick<WebhookEvent, keyof ResourceKey>) =>
  `${clientId}/${type}/${resourceId}`;

/** Returns the violations of every rule, and statistics about the events of the run. */
export async function judge(record: RunRecord) {
  const rows = await readTables(record.databaseUrl);
  const violations = {
    'every acknowledged change is stored': judgeDecisions(record, rows),
    'every change has an event, and every event has a change': judgeEvents(rows),
    'every event was delivered to every webhook, or failed after all attempts': judgeDeliveries(record, rows),
    'every attempt sent the same bytes, signed with a secret of the webhook': judgeReceipts(record, rows),
    'every instance stopped gracefully and logged no error': [
      ...record.ends.filter((end) => end !== 0).map((end) => `an instance exited with ${end}`),
      ...record.output.filter((line) => !line.includes('"level":"warn"')),
    ],
  };
  return { violations, figures: figuresOf(record, rows) };
}

function figuresOf({ webhooks, kills }: RunRecord, { resources, events, deliveries, attempts }: Rows) {
  const eventsOf = groupBy(events, keyOf);
  const isExpired = ({ type, status, finalizedAt, createdAt }: Resource) =>
    status === 'canceled' && (finalizedAt ?? 0) - createdAt >= seconds(service[`${type}_window_seconds`]);
  return {
    kills,
    changes: resources.reduce((sum, each) => sum + changesOf(each, eventsOf.get(keyOf(each)) ?? []).length, 0),
    expired: resources.filter(isExpired).length,
    events: events.length,
    webhooks: webhooks.length,
    delivered: deliveries.filter(({ state }) => state === 'delivered').length,
    failed: deliveries.filter(({ state }) => state === 'failed').length,
    outcomes: [...new Set(attempts.map(({ httpStatus, error }) => error ?? String(httpStatus)))],
  };
}

/**
 * Returns the status changes of a request or submission. A canceled request has no owner: only its events show if it was
 * opened. Opening a submission does not change its status.
 */
const changesOf = ({ type, ownerId, status }: Resource, events: readonly Row<'events'>[]): string[] => [
  ...(type === 'verification' && (status === 'canceled' ? events.length > 1 : ownerId !== null) ? ['incomplete'] : []),
  ...(status === 'incomplete' ? [] : [status]),
];

function judgeEvents(rows: Rows): string[] {
  const wrong: string[] = [];
  const events = groupBy(rows.events, keyOf);
  const resources = new Set(rows.resources.map(keyOf));
  for (const [key, some] of events)
    if (!resources.has(key)) wrong.push(`${some.length} events refer to ${key}, which does not exist`);
  for (const resource of rows.resources) {
    const found = (events.get(keyOf(resource)) ?? []).toSorted((a, b) => a.createdAt - b.createdAt);
    const statuses = found.map(({ status }) => status).join();
    const expected = changesOf(resource, found).join();
    const last = found.at(-1)?.createdAt ?? null;
    const add = (what: string) => wrong.push(`${keyOf(resource)}: ${what}`);
    if (statuses !== expected) add(`events [${statuses}], changes [${expected}]`);
    if (last !== resource.lastEventAt) add('the newest event does not match the newest change');
    if (resource.finalizedAt !== null && resource.finalizedAt !== last) add('the last event has a different time');
    if (new Set(found.map(({ createdAt }) => createdAt)).size !== found.length) add('two events have the same time');
    if (resource.hasData !== (resource.status === 'verified'))
      add(`the stored data does not match the status ${resource.status}`);
  }
  for (const { eventId, type, resourceId, status, createdAt, body } of rows.events) {
    const id = { [eventTypes[type].identifier]: resourceId };
    const expected = { event_id: eventId, ...id, type, status, created_at: toTimestamp(createdAt) };
    if (body !== JSON.stringify(expected)) wrong.push(`${eventId}: unexpected body`);
  }
  return wrong;
}

/** Returns the acknowledged decisions that are not stored, and the decisions that were rejected without a reason. */
function judgeDecisions({ decisions }: RunRecord, rows: Rows): string[] {
  const stored = new Map(rows.resources.map((resource) => [keyOf(resource), resource.status]));
  return decisions.flatMap(({ key, decision, status, unanswered }) => {
    const found = stored.get(keyOf(key));
    // After an unanswered request, a 409 shows that an instance stored the decision but did not respond.
    const isAnswered = status === 200 || (status === 409 && unanswered > 0);
    if (isAnswered && found === decision) return [];
    return [`${key.resourceId}: ${decision} got ${status} after ${unanswered} lost requests, and ${found} is stored`];
  });
}

function judgeDeliveries({ webhooks, receipts }: RunRecord, rows: Rows): string[] {
  const wrong: string[] = [];
  const byPair = groupBy(rows.deliveries, ({ eventId, webhookId }) => `${eventId} ${webhookId}`);
  for (const event of rows.events)
    for (const webhook of webhooks) {
      if (webhook.clientId !== event.clientId || webhook.deletedAt !== null) continue;
      const count = byPair.get(`${event.eventId} ${webhook.id}`)?.length ?? 0;
      if (count > 1 || (count === 0 && event.createdAt > webhook.addedAt))
        wrong.push(`${event.eventId} has ${count} deliveries to ${webhook.name}`);
    }
  const events = new Map(rows.events.map((event) => [event.eventId, event]));
  const webhooksById = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
  const attempts = groupBy(rows.attempts, ({ deliveryId }) => deliveryId);
  const received = groupBy(receipts, ({ receiver, headers }) => `${receiver} ${headers['webhook-id']}`);
  for (const delivery of rows.deliveries) {
    const webhook = webhooksById.get(delivery.webhookId);
    const about = `the delivery of ${delivery.eventId} to ${webhook?.name}`;
    if (webhook === undefined || webhook.deletedAt !== null) wrong.push(`${about}, which does not exist`);
    if (webhook?.clientId !== events.get(delivery.eventId)?.clientId) wrong.push(`${about}: wrong partner`);
    const made = attempts.get(delivery.id) ?? [];
    const ofIt = received.get(`${webhook?.name} ${delivery.eventId}`) ?? [];
    const found = [...judgeEnd(delivery, made, ofIt), ...judgeAttempts(made, ofIt)];
    wrong.push(...found.map((what) => `${about}: ${what}`));
  }
  return wrong;
}

const isSuccess = (attempt?: Row<'attempts'>) => attempt?.httpStatus === 200 && attempt.error === null;

function judgeEnd(
  delivery: Row<'deliveries'>,
  made: readonly Row<'attempts'>[],
  received: readonly Receipt[],
): string[] {
  const wrong: string[] = [];
  const { state, attemptsMade: count } = delivery;
  if (count !== made.length || made.some(({ number }, n) => number !== n + 1))
    wrong.push(`${count} attempts counted, ${made.map(({ number }) => number).join()} recorded`);
  const successes = made.filter(isSuccess).length;
  if (state === 'delivered') {
    if (successes !== 1 || !isSuccess(made.at(-1))) wrong.push('delivered, but not by exactly one final success');
    if (!received.some(({ treatment }) => treatment === '200')) wrong.push('delivered, but no response was 200');
  } else if (state === 'failed') {
    if (made.length !== ATTEMPTS) wrong.push(`failed after ${made.length} attempts`);
    if (successes > 0) wrong.push('failed despite a successful attempt');
  } else wrong.push(`still ${state} after ${made.length} attempts`);
  if (delivery.nextAttemptAt !== null) wrong.push(`${state}, but another attempt is due`);
  if (made.length > ATTEMPTS) wrong.push(`${made.length} attempts`);
  return wrong;
}

/** Checks that each attempt records how the receiver behaved, and that no attempt starts too early. */
function judgeAttempts(made: readonly Row<'attempts'>[], received: readonly Receipt[]): string[] {
  const wrong: string[] = [];
  const byTimestamp = groupBy(received, ({ headers }) => String(headers['x-timestamp']));
  let earliest = 0;
  for (const attempt of made) {
    const { number, startedAt, duration, httpStatus: status, error } = attempt;
    if (startedAt < earliest) wrong.push(`attempt ${number} started ${(earliest - startedAt) / 1e6} s early`);
    // If a keep-alive connection was closed, the same attempt sends its request again.
    const receipt = byTimestamp.get(String(Math.floor(startedAt / 1_000_000)))?.at(-1);
    if (receipt === undefined && status !== null)
      wrong.push(`attempt ${number} records ${status}, but no request arrived`);
    if (receipt !== undefined && !outcomesOf(receipt.treatment).includes(error ?? String(status)))
      wrong.push(`attempt ${number} records ${status} and ${error} for: ${receipt.treatment}`);
    const delay = webhookDelivery.retry_delays_seconds[number - 1] ?? 0;
    earliest = startedAt + duration + seconds(delay * (1 - webhookDelivery.jitter)) - 1;
  }
  return wrong;
}

/** Returns the outcomes that an attempt can record. On a busy machine, any attempt can time out. */
function outcomesOf(treatment: Treatment): string[] {
  if (treatment === 'hang-up') return ['connection_closed', 'connection_failed', 'timeout'];
  return [treatment, 'timeout'];
}

function judgeReceipts({ pace, receipts, webhooks }: RunRecord, rows: Rows): string[] {
  const wrong: string[] = [];
  const byName = new Map(webhooks.map((webhook) => [webhook.name, webhook]));
  const events = new Map(rows.events.map((event) => [event.eventId, event]));
  const slack = onClock(pace, ATTEMPT_TIMEOUT_MS + LATE_MS);
  for (const { receiver, headers, body, arrivedAt } of receipts) {
    const webhook = byName.get(receiver);
    const event = events.get(String(headers['webhook-id']));
    const add = (what: string) => wrong.push(`${receiver} received ${headers['webhook-id']}: ${what}`);
    if (event?.body !== body.toString()) add('the body is not that of the event');
    if (webhook === undefined || event?.clientId !== webhook.clientId) add('the event belongs to another partner');
    const signatures = (webhook?.secrets ?? []).map((secret) =>
      createHmac('sha256', secret).update(`${headers['x-timestamp']}.`).update(body).digest('hex'),
    );
    if (!signatures.includes(String(headers['x-signature']))) add('signed with no secret of the webhook');
    const age = arrivedAt - Number(headers['x-timestamp']) * 1_000_000;
    if (!(age >= 0 && age <= slack)) add('signed at another time');
    if (webhook?.deletedAt != null && arrivedAt > webhook.deletedAt + slack) add('the webhook had been deleted');
  }
  return wrong;
}
