import { groupBy } from './group-by.ts';
import { changesOf, judgeEvents, judgeSteps, keyOf } from './ledger-changes.ts';
import { judgeDeliveries, receiptsByDelivery } from './ledger-deliveries.ts';
import { countOverlaps, judgeReceipts } from './ledger-receipts.ts';
import type { RunRecord } from './record.ts';

export interface Figures {
  changes: number;
  acknowledged: number;
  unanswered: number;
  expired: number;
  events: number;
  webhooks: number;
  deliveries: number;
  delivered: number;
  failed: number;
  attempts: number;
  /** By status or error. */
  outcomes: Record<string, number>;
  requests: number;
  /** Requests whose attempt is not noted: its instance was killed, or its lease had ended. */
  unnoted: number;
  /** Events that a receiver acknowledged more than once. */
  duplicates: number;
  signedTwice: number;
  afterOverlap: number;
  rotations: number;
  kills: number;
  seconds: number;
}

/** What is wrong, by the rule that it breaks; an empty list of each rule that holds. */
export type Violations = Record<string, string[]>;

export function judge(record: RunRecord): Violations {
  return {
    'every acknowledged change is stored': judgeSteps(record),
    'no event without its change, no change without its event': judgeEvents(record),
    'every event delivered to every webhook, or failed after all attempts': judgeDeliveries(record),
    'the same bytes at each attempt, signed with no expired secret': judgeReceipts(record),
    'instances end in order and log no error': judgeInstances(record),
  };
}

function judgeInstances({ ends, output }: RunRecord): string[] {
  const errors = output.filter((line) => !line.includes('"level":"warn"'));
  return [...ends.filter((end) => end !== 0).map((end) => `an instance ended with ${end}`), ...errors];
}

export function figuresOf(record: RunRecord): Figures {
  const { rows, receipts, steps, webhooks, kills, rotations } = record;
  const outcomes: Record<string, number> = {};
  for (const { http_status: status, error } of rows.attempts) {
    const outcome = error === null ? String(status) : status === null ? error : `${error} after ${status}`;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  const kept = new Set(webhooks.filter(({ deletedAt }) => deletedAt === null).map(({ name }) => name));
  const nameOf = new Map(webhooks.map(({ id, name }) => [id, name]));
  const deliveries = new Map(rows.deliveries.map((delivery) => [delivery.id, delivery]));
  const noted = new Set(
    rows.attempts.map(({ delivery_id, started_at }) => {
      const delivery = deliveries.get(delivery_id);
      const name = nameOf.get(delivery?.webhook_id ?? '');
      return `${name} ${delivery?.event_id} ${Math.floor(started_at / 1_000_000)}`;
    }),
  );
  const sent = new Set(
    receipts
      .filter(({ receiver }) => kept.has(receiver))
      .map(({ receiver, headers }) => `${receiver} ${headers['webhook-id']} ${headers['x-timestamp']}`),
  );
  const overlaps = countOverlaps(record);
  const events = groupBy(rows.events, keyOf);
  const inState = (state: string) => rows.deliveries.filter((delivery) => delivery.state === state).length;
  const isAcknowledged = ({ treatment }: { treatment: string }) => treatment === '200';
  return {
    changes: rows.requests.reduce(
      (sum, request) => sum + changesOf(request, events.get(keyOf(request)) ?? []).length,
      0,
    ),
    acknowledged: steps.filter(({ outcome }) => outcome === 'changed').length,
    unanswered: steps.reduce((sum, { unanswered }) => sum + unanswered, 0),
    expired: rows.requests.filter(({ status, finalized_at, created_at }) =>
      status === 'canceled' && finalized_at !== null ? finalized_at - created_at >= 48 * 3600 * 1e6 : false,
    ).length,
    events: rows.events.length,
    webhooks: webhooks.length,
    deliveries: rows.deliveries.length,
    delivered: inState('delivered'),
    failed: inState('failed'),
    attempts: rows.attempts.length,
    outcomes,
    requests: receipts.length,
    unnoted: [...sent].filter((each) => !noted.has(each)).length,
    duplicates: [...receiptsByDelivery(record).values()].filter((some) => some.filter(isAcknowledged).length > 1)
      .length,
    signedTwice: overlaps.within,
    afterOverlap: overlaps.after,
    rotations,
    kills,
    seconds: Math.round(record.durationMs / 100) / 10,
  };
}
