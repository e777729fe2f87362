import { createHash } from 'node:crypto';
import type { Micros } from '../../../server/domain/clock.ts';
import { onClock } from './fast-clock.ts';
import type { Receipt } from './receivers.ts';
import type { RunRecord, RunWebhook } from './record.ts';
import { judgeSignatures, readSignatures } from './secrets.ts';

/** How old what an instance has just read of a webhook may be on a busy machine, in real time. */
const READ_MS = 1_500;
/** How long after its attempt ended a request may be looked at here, on a busy machine, in real time. */
const LATE_MS = 3_000;

/** What receivers were sent: signed as it must be, the same at each attempt, to whom it belongs. */
export function judgeReceipts(record: RunRecord): string[] {
  const { pace, receipts, rows, webhooks, attemptTimeoutMs } = record;
  const wrong: string[] = [];
  const byName = new Map(webhooks.map((webhook) => [webhook.name, webhook]));
  const bodies = new Map(rows.events.map(({ event_id, body }) => [event_id, digest(Buffer.from(body))]));
  const clients = new Map(rows.events.map(({ event_id, client_id }) => [event_id, client_id]));
  const slack = onClock(pace, READ_MS);
  for (const receipt of receipts) {
    const webhook = byName.get(receipt.receiver);
    const eventId = String(receipt.headers['webhook-id']);
    const add = (what: string) => wrong.push(`${receipt.receiver} was sent ${eventId}: ${what}`);
    if (webhook === undefined) {
      add('it has no webhook');
      continue;
    }
    if (!bodies.has(eventId)) add('there is no such event');
    else if (bodies.get(eventId) !== digest(receipt.body)) add('the body is not that of the event');
    if (eventIdIn(receipt.body) !== eventId) add('the body names another event');
    if (clients.get(eventId) !== webhook.clientId) add("another partner's event");
    const signatures = readSignatures(receipt.headers, receipt.body, webhook.book);
    for (const what of judgeSignatures(signatures, webhook.book, slack)) add(what);
    const age = receipt.arrivedAt - signatures.timestamp * 1_000_000;
    if (age < 0) add('signed in the future');
    if (age > onClock(pace, attemptTimeoutMs + LATE_MS)) add('signed long before it was sent');
    if (isAfterEnd(webhook, receipt, onClock(pace, attemptTimeoutMs + LATE_MS))) add('the webhook was deleted');
  }
  return wrong;
}

const digest = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

function eventIdIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()).event_id;
  } catch {
    return null;
  }
}

const isAfterEnd = ({ deletedAt }: RunWebhook, { arrivedAt }: Receipt, slack: Micros): boolean =>
  deletedAt !== null && arrivedAt > deletedAt + slack;

/** How many requests were signed with two secrets, and how many came after a previous secret had ended in its time. */
export function countOverlaps({ receipts, webhooks }: RunRecord): { within: number; after: number } {
  const byName = new Map(webhooks.map((webhook) => [webhook.name, webhook]));
  let within = 0;
  let after = 0;
  for (const { receiver, headers } of receipts) {
    const at = Number(headers['x-timestamp']) * 1_000_000;
    if ('x-signature-previous' in headers) within++;
    else if (byName.get(receiver)?.book.secrets.some(({ endsAt }) => endsAt !== null && endsAt <= at)) after++;
  }
  return { within, after };
}
