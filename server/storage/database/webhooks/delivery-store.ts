import { sql } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import type { AttemptError } from '../../../domain/webhook-event.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Row } from '../engine/schema.ts';
import { insertRows } from '../engine/statements.ts';
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
    access.write(async ({ trx }) => {
      const attempts: Row<'attempts'>[] = [];
      // Updates the deliveries in a fixed order, so that concurrent instances cannot deadlock.
      for (const record of records.toSorted((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1))) {
        const { claim, next, delivery, attempt } = record;
        const { clientId, id: deliveryId } = delivery;
        const dueAt = next.state === 'pending' ? next.nextAttemptAt : null;
        const recorded = await trx
          .updateTable('deliveries')
          .set({ state: next.state, nextAttemptAt: dueAt, availableAt: dueAt, claim: null })
          .set((eb) => ({ attemptsMade: eb('attemptsMade', '+', 1) }))
          .where(({ and }) => and({ clientId, id: deliveryId, claim, state: 'pending' }))
          .returning('attemptsMade as number')
          .executeTakeFirst();
        if (recorded === undefined) continue;
        const { startedAt, durationMicros: duration, httpStatus, error } = attempt;
        attempts.push({ ...recorded, clientId, deliveryId, startedAt, duration, httpStatus, error });
      }
      await insertRows(trx, 'attempts', attempts);
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
