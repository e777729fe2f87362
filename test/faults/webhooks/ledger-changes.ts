import { toTimestamp } from '../../../server/domain/clock.ts';
import { groupBy } from './group-by.ts';
import type { RunRecord } from './record.ts';
import type { EventRow, RequestRow } from './rows.ts';

export const keyOf = (row: { client_id: string; request_id: string }) => `${row.client_id}/${row.request_id}`;

/** No event without its change, no change without its event, and every body tells what the event is. */
export function judgeEvents({ rows }: RunRecord): string[] {
  const wrong: string[] = [];
  const events = groupBy(rows.events, keyOf);
  const requests = new Set(rows.requests.map(keyOf));
  for (const [key, some] of events) {
    if (!requests.has(key)) wrong.push(`${some.length} events of ${key}, which does not exist`);
  }
  for (const request of rows.requests) {
    const found = (events.get(keyOf(request)) ?? []).toSorted((a, b) => a.created_at - b.created_at);
    const statuses = found.map(({ status }) => status).join(', ');
    const expected = changesOf(request, found).join(', ');
    if (statuses !== expected) wrong.push(`${keyOf(request)}: events [${statuses}] of changes [${expected}]`);
    const last = found.at(-1)?.created_at ?? null;
    if (last !== request.last_event_at) wrong.push(`${keyOf(request)}: its newest event is not its newest change`);
    if (request.finalized_at !== null && request.finalized_at !== last) {
      wrong.push(`${keyOf(request)}: its end and the event of it have different times`);
    }
    if (new Set(found.map(({ created_at }) => created_at)).size !== found.length) {
      wrong.push(`${keyOf(request)}: two events of the same time`);
    }
    if (request.has_identity !== (request.status === 'verified')) {
      wrong.push(`${keyOf(request)}: ${request.status}, and ${request.has_identity ? 'an' : 'no'} identity`);
    }
  }
  for (const event of rows.events) if (event.body !== bodyOf(event)) wrong.push(`${event.event_id}: another body`);
  return wrong;
}

/** A canceled request does not know any more who opened it: its events alone tell whether somebody did. */
export const changesOf = ({ owner_id, status }: RequestRow, events: readonly EventRow[]): string[] => [
  ...((status === 'canceled' ? events.length > 1 : owner_id !== null) ? ['incomplete'] : []),
  ...(status === 'incomplete' ? [] : [status]),
];

const bodyOf = ({ event_id, request_id, status, created_at }: EventRow): string =>
  JSON.stringify({ event_id, request_id, type: 'verification', status, created_at: toTimestamp(created_at) });

/** What an instance acknowledged is in the database, and nothing was refused for a reason that there was not. */
export function judgeSteps({ rows, steps }: RunRecord): string[] {
  const wrong: string[] = [];
  const requests = new Map(rows.requests.map((request) => [keyOf(request), request]));
  const made = new Set<string>();
  for (const { step, outcome, reason, unanswered, mayExpire } of steps) {
    const key = `${step.key.clientId}/${step.key.requestId}`;
    const request = requests.get(key);
    const said = `${step.kind} of ${key} was answered ${reason ?? outcome}`;
    if (outcome === 'changed') {
      if (made.has(`${key} ${step.kind}`)) wrong.push(`${said}, twice`);
      made.add(`${key} ${step.kind}`);
      if (request === undefined || !isMade(request, step.kind, step.userId)) wrong.push(`${said}, and is not stored`);
    } else if (outcome === 'refused' && reason === 'expired' && mayExpire) {
      // The window passed before the step was taken.
    } else if (unanswered === 0 && !(mayExpire && reason === 'final')) {
      wrong.push(said);
    } else if (outcome === 'unknown' || reason === 'other_user' || reason === 'not_opened') {
      wrong.push(said);
    }
  }
  return wrong;
}

function isMade(request: RequestRow, kind: 'open' | 'verify' | 'cancel', userId: string): boolean {
  if (request.status === 'canceled') return request.owner_id === null && kind !== 'verify';
  if (request.owner_id !== userId) return false;
  if (kind === 'open') return true;
  return kind === 'verify' && request.status === 'verified';
}
