import { webhookDelivery } from '../../../generated/operations.ts';
import { seconds } from '../../../server/domain/clock.ts';
import { groupBy } from './group-by.ts';
import type { Receipt, Treatment } from './receivers.ts';
import type { RunRecord } from './record.ts';
import type { AttemptRow, DeliveryRow } from './rows.ts';

const ATTEMPTS = webhookDelivery.retry_delays_seconds.length + 1;

/** Every event went to every webhook that there was, or is marked failed after all of its attempts. */
export function judgeDeliveries(record: RunRecord): string[] {
  const { rows, webhooks } = record;
  const wrong: string[] = [];
  const byPair = groupBy(rows.deliveries, ({ event_id, webhook_id }) => `${event_id} ${webhook_id}`);
  const events = new Map(rows.events.map((event) => [event.event_id, event]));
  for (const event of rows.events) {
    for (const webhook of webhooks) {
      if (webhook.clientId !== event.client_id || webhook.deletedAt !== null) continue;
      const count = byPair.get(`${event.event_id} ${webhook.id}`)?.length ?? 0;
      const mayLack = event.created_at <= webhook.addedAt;
      if (count > 1 || (count === 0 && !mayLack)) {
        wrong.push(`${event.event_id} has ${count} deliveries to ${webhook.name}`);
      }
    }
  }
  const webhooksById = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
  const attempts = groupBy(rows.attempts, ({ delivery_id }) => delivery_id);
  const receipts = receiptsByDelivery(record);
  for (const delivery of rows.deliveries) {
    const webhook = webhooksById.get(delivery.webhook_id);
    const about = `the delivery of ${delivery.event_id} to ${webhook?.name}`;
    if (webhook === undefined || webhook.deletedAt !== null) wrong.push(`${about}, which does not exist`);
    if (webhook?.clientId !== events.get(delivery.event_id)?.client_id) wrong.push(`${about}: another partner's`);
    const made = attempts.get(delivery.id) ?? [];
    const received = receipts.get(`${webhook?.name} ${delivery.event_id}`) ?? [];
    const found = [...judgeEnd(delivery, made, received), ...judgeAttempts(made, received)];
    wrong.push(...found.map((what) => `${about}: ${what}`));
  }
  return wrong;
}

export const receiptsByDelivery = ({ receipts }: RunRecord): Map<string, Receipt[]> =>
  groupBy(receipts, ({ receiver, headers }) => `${receiver} ${headers['webhook-id']}`);

const isSuccess = ({ http_status, error }: AttemptRow) => http_status === 200 && error === null;

function judgeEnd(delivery: DeliveryRow, made: readonly AttemptRow[], received: readonly Receipt[]): string[] {
  const wrong: string[] = [];
  const { state, attempts_made: count } = delivery;
  if (count !== made.length || made.some(({ number }, n) => number !== n + 1)) {
    wrong.push(`${count} attempts counted, ${made.map(({ number }) => number).join()} noted`);
  }
  const successes = made.filter(isSuccess).length;
  if (state === 'delivered') {
    const last = made.at(-1);
    if (successes !== 1 || last === undefined || !isSuccess(last)) wrong.push('delivered without a success at the end');
    if (!received.some(({ treatment }) => treatment === '200')) wrong.push('delivered, and never answered 200');
  } else if (state === 'failed') {
    if (made.length !== ATTEMPTS) wrong.push(`failed after ${made.length} attempts`);
    if (successes > 0) wrong.push('failed in spite of a success');
  } else wrong.push(`still ${state} after ${made.length} attempts`);
  if (delivery.next_attempt_at !== null) wrong.push(`${state}, and another attempt is due`);
  if (made.length > ATTEMPTS) wrong.push(`${made.length} attempts`);
  return wrong;
}

/** Each attempt says what the receiver did, and none comes before its time. */
function judgeAttempts(made: readonly AttemptRow[], received: readonly Receipt[]): string[] {
  const wrong: string[] = [];
  const byTimestamp = groupBy(received, ({ headers }) => Number(headers['x-timestamp']));
  let earliest = 0;
  for (const attempt of made) {
    const { number, started_at: startedAt, duration, http_status: status, error } = attempt;
    if (startedAt < earliest) wrong.push(`attempt ${number} came ${(earliest - startedAt) / 1e6} s early`);
    // A request on a kept connection that turns out to be closed is sent once more in the same attempt.
    const receipt = byTimestamp.get(Math.floor(startedAt / 1_000_000))?.at(-1);
    if (receipt === undefined) {
      if (status !== null) wrong.push(`attempt ${number} notes ${status}, and nothing arrived`);
    } else if (!isTrue(attempt, receipt.treatment)) {
      wrong.push(`attempt ${number} notes ${status}, ${error} of: ${receipt.treatment}`);
    }
    const delay = webhookDelivery.retry_delays_seconds[number - 1] ?? 0;
    const asked = error === null && status !== null ? (receipt?.retryAfterSeconds ?? 0) : 0;
    earliest = startedAt + duration + seconds(Math.max(delay * (1 - webhookDelivery.jitter), asked)) - 1;
  }
  return wrong;
}

const ERRORS: Partial<Record<Treatment, string>> = {
  'endless body': 'timeout',
  'no answer': 'timeout',
  'hung up before the answer': 'connection_closed',
  'hung up within the answer': 'connection_closed',
};

/** How the connection can fail on which a request is repeated that met the end of a kept one. */
const NO_CONNECTION = ['dns_failure', 'connection_failed', 'tls_failure'];

function isTrue({ http_status: status, error }: AttemptRow, treatment: Treatment): boolean {
  const expected = ERRORS[treatment];
  const claimed = treatment === 'endless body' || treatment === 'hung up within the answer' ? '200' : treatment;
  if (status !== null && String(status) !== claimed) return false;
  // On a busy machine any attempt may run out of time.
  if (error === 'timeout') return true;
  if (expected === undefined) return error === null && status !== null;
  return error === expected || (treatment === 'hung up before the answer' && NO_CONNECTION.includes(error ?? ''));
}
