import { sql } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import type { AttemptError } from '../../../domain/webhook-event.ts';
import { partnersOf } from '../engine/by-partner.ts';
import { lockableChunks } from '../engine/citus/lockable-chunks.ts';
import type { DatabaseAccess, WriteContext } from '../engine/database-access.ts';
import { insertRows, padded, runCompiled, valuesOf } from '../engine/statements.ts';
import { claimStore, type DeliveryKey } from './claim-deliveries.ts';

export interface Attempt {
  startedAt: Micros;
  durationMicros: Micros;
  /** HTTP status of the response. Null if there was no response. */
  httpStatus: number | null;
  /** Error of the attempt. Null if a response with any status was received. */
  error: AttemptError | null;
}

/** A completed attempt to record: the claim that it belongs to, and the new state of the delivery. */
export interface AttemptRecord {
  delivery: DeliveryKey;
  claim: string;
  attempt: Attempt;
  next: { state: 'delivered' | 'failed' } | { state: 'pending'; nextAttemptAt: Micros };
}

interface OutboxCount {
  /** Number of pending deliveries, including claimed deliveries and deliveries that wait for a retry. */
  pending: number;
  /** Number of deliveries that are due and not claimed. */
  due: number;
  /** Time at which the longest-due unclaimed delivery became due. Null if no delivery is due. */
  oldestDueAt: Micros | null;
}

interface WaitingWebhook {
  clientId: string;
  webhookId: string;
  /** Number of due deliveries, including deliveries in progress. */
  due: number;
  pending: number;
  /** Time at which the longest-due delivery became due. Null if no delivery is due. */
  dueSince: Micros | null;
}

export type DeliveryStore = ReturnType<typeof deliveryStore>;

export const deliveryStore = (access: DatabaseAccess) => ({
  ...claimStore(access),

  /** Records attempts in one transaction. Ignores attempts whose delivery was deleted or claimed again. */
  recordAttempts: (records: readonly AttemptRecord[]): Promise<void> =>
    access.write(async (context) => {
      // An attempt ends its claim, so only the first attempt with the same claim is recorded.
      const first = new Map(records.toReversed().map((record) => [`${record.delivery.id} ${record.claim}`, record]));
      // Updates the deliveries in a fixed order, so that concurrent instances cannot deadlock.
      const ordered = [...first.values()]
        .map((record) => ({ ...record, clientId: record.delivery.clientId }))
        .sort((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1));
      for (const some of lockableChunks(ordered, context)) await record(context, some);
    }),

  /** Counts pending deliveries. Reads at most `limit` rows, which bounds the duration. */
  countOutbox: ({ now, limit }: { now: Micros; limit: number }): Promise<OutboxCount> =>
    access.read(async (db) => {
      const { rows } = await sql<OutboxCount>`
        select count(*) as pending,
          count(case when available_at <= ${now} then 1 end) as due,
          min(case when available_at <= ${now} then available_at end) as oldest_due_at
        from (select available_at from deliveries where state = 'pending' limit ${limit}) as waiting`.execute(db);
      return rows[0] ?? { pending: 0, due: 0, oldestDueAt: null };
    }),

  /** Lists the webhooks that have pending deliveries, in no particular order. Deliveries are due at `now`. */
  listWaitingWebhooks: (now: Micros): Promise<WaitingWebhook[]> =>
    access.read(async (db) => {
      const { rows } = await sql<WaitingWebhook>`
        select client_id, webhook_id, count(*) as pending,
          count(case when next_attempt_at <= ${now} then 1 end) as due,
          min(case when next_attempt_at <= ${now} then next_attempt_at end) as due_since
        from deliveries
        where state = 'pending'
        group by client_id, webhook_id`.execute(db);
      return rows;
    }),
});

interface RecordRow {
  delivery: string;
  held: string;
  nextState: AttemptRecord['next']['state'];
  dueAt: unknown;
}

/** Updates the deliveries that still have the given claim, and stores their attempts. */
async function record(
  { trx }: WriteContext,
  records: readonly (AttemptRecord & { clientId: string })[],
): Promise<void> {
  const rows = padded(records).map(({ delivery, claim, next }) => [
    ...[delivery.id, claim, next.state],
    next.state === 'pending' ? next.nextAttemptAt : null,
  ]);
  const partners = padded(partnersOf(records));
  const dueAt = sql<Micros | null>`cast(due_at as bigint)`;
  const { rows: recorded } = await runCompiled(
    trx,
    `record ${rows.length} ${partners.length}`,
    [...rows.flat(), null, 1, ...partners, 'pending'],
    () =>
      trx
        .with('record(delivery, held, nextState, dueAt)', () => valuesOf<RecordRow>(rows))
        .updateTable('deliveries')
        .from('record')
        .set((eb) => ({
          state: eb.ref('nextState'),
          nextAttemptAt: dueAt,
          availableAt: dueAt,
          claim: null,
          attemptsMade: eb('attemptsMade', '+', 1),
        }))
        .where('clientId', 'in', partners)
        .whereRef('id', '=', 'delivery')
        .whereRef('claim', '=', 'held')
        .where('state', '=', 'pending')
        .returning(['id', 'attemptsMade']),
  );
  const numbers = new Map(recorded.map(({ id, attemptsMade }) => [id, attemptsMade]));
  const attempts = records.flatMap(({ clientId, delivery, attempt }) => {
    const { startedAt, durationMicros: duration, httpStatus, error } = attempt;
    const number = numbers.get(delivery.id);
    return number === undefined
      ? []
      : { clientId, deliveryId: delivery.id, number, startedAt, duration, httpStatus, error };
  });
  await insertRows(trx, 'attempts', attempts);
}
