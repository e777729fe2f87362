import { sql } from 'kysely';
import { chunks, idsOf, lockableChunks, partnersOf } from '../engine/by-partner.ts';
import type { DatabaseAccess, WriteContext } from '../engine/database-access.ts';
import { insertRows, padded, runCompiled, valuesOf } from '../engine/statements.ts';
import { claimDeliveries } from './claim-deliveries.ts';
import type { AttemptRecord, DeliveryStore, WaitingWebhook } from './delivery-store.ts';
import { readTargets } from './webhook-store.ts';

export const deliveryStore = (access: DatabaseAccess): DeliveryStore => ({
  claimDeliveries: claimDeliveries(access),

  recordAttempts: (records) =>
    access.write(async (context) => {
      // An attempt ends its claim: a second one under the same claim is like one under a claim that has ended.
      const first = new Map(records.toReversed().map((record) => [`${record.delivery.id} ${record.claim}`, record]));
      // In one order, so that two instances that record the same deliveries do not wait for each other.
      const ordered = [...first.values()]
        .map((record) => ({ ...record, clientId: record.delivery.clientId }))
        .sort((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1));
      for (const some of lockableChunks(ordered, context)) await record(context, some);
    }),

  releaseDeliveries: (claim, deliveries) =>
    access.write(async ({ trx }) => {
      for (const some of chunks(deliveries)) {
        await trx
          .updateTable('deliveries')
          .set((eb) => ({ claim: null, available_at: eb.ref('next_attempt_at') }))
          .where('client_id', 'in', partnersOf(some))
          .where('id', 'in', idsOf(some))
          .where('claim', '=', claim)
          .execute();
      }
    }),

  findDeliveryTargets: (keys) => access.read((db) => readTargets(db, keys)),

  countOutbox: ({ now, limit }) =>
    access.read(async (db) => {
      const { rows } = await sql<{ pending: number; due: number; oldest: number | null }>`
        select count(*) as pending,
          count(case when available_at <= ${now} then 1 end) as due,
          min(case when available_at <= ${now} then available_at end) as oldest
        from (select available_at from deliveries where state = 'pending' limit ${limit}) as waiting`.execute(db);
      const { pending = 0, due = 0, oldest = null } = rows[0] ?? {};
      return { pending, due, oldestDueAt: oldest };
    }),

  listWaitingWebhooks: (now) =>
    access.read(async (db) => {
      const { rows } = await sql<WaitingWebhook>`
        select client_id as "clientId", webhook_id as "webhookId", count(*) as pending,
          count(case when next_attempt_at <= ${now} then 1 end) as due,
          min(case when next_attempt_at <= ${now} then next_attempt_at end) as "dueSince"
        from deliveries
        where state = 'pending'
        group by client_id, webhook_id`.execute(db);
      return rows;
    }),

  countWaiting: () =>
    access.read(async (db) => {
      const { rows } = await sql<{ webhooks: number; documents: number }>`
        select (select count(*) from webhooks) as webhooks,
          (select count(*) from documents where state = 'pending') as documents`.execute(db);
      return rows[0] ?? { webhooks: 0, documents: 0 };
    }),
});

interface RecordRow {
  delivery: string;
  held: string;
  next_state: AttemptRecord['next']['state'];
  due_at: unknown;
}

/** Updates the deliveries whose claims hold, and stores the attempts of these. */
async function record(
  { trx }: WriteContext,
  records: readonly (AttemptRecord & { clientId: string })[],
): Promise<void> {
  const rows = padded(records).map(({ delivery, claim, next }) => [
    delivery.id,
    claim,
    next.state,
    next.state === 'pending' ? next.nextAttemptAt : null,
  ]);
  const partners = padded(partnersOf(records));
  const { rows: recorded } = await runCompiled(
    trx,
    `record ${rows.length} ${partners.length}`,
    [...rows.flat(), null, 1, ...partners, 'pending'],
    () =>
      trx
        .with('record(delivery, held, next_state, due_at)', () => valuesOf<RecordRow>(rows))
        .updateTable('deliveries')
        .from('record')
        .set((eb) => ({
          state: eb.ref('next_state'),
          next_attempt_at: sql<number | null>`cast(due_at as bigint)`,
          available_at: sql<number | null>`cast(due_at as bigint)`,
          claim: null,
          attempts_made: eb('attempts_made', '+', 1),
        }))
        .where('client_id', 'in', partners)
        .whereRef('id', '=', 'delivery')
        .whereRef('claim', '=', 'held')
        .where('state', '=', 'pending')
        .returning(['id', 'attempts_made']),
  );
  const numbers = new Map(recorded.map(({ id, attempts_made }) => [id, attempts_made]));
  const attempts = records.flatMap(({ clientId, delivery, attempt }) => {
    const number = numbers.get(delivery.id);
    if (number === undefined) return [];
    return {
      client_id: clientId,
      delivery_id: delivery.id,
      number,
      started_at: attempt.startedAt,
      duration: attempt.durationMicros,
      http_status: attempt.httpStatus,
      error: attempt.error,
    };
  });
  await insertRows(trx, 'attempts', attempts);
}
