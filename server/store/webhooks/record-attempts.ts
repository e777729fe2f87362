import { sql } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { chunksByPartner } from '../engine/chunks.ts';
import type { DatabaseAccess, WriteContext } from '../engine/database-access.ts';
import { insertRows } from '../engine/insert-rows.ts';
import { partnersOf } from '../engine/partners-of.ts';
import { padded, runCompiled } from '../engine/run-compiled.ts';
import type { AttemptRecord, DeliveryStore } from './delivery-store.ts';
import { recordInOneStatement } from './one-statement.ts';
import { idsOf } from './outbox.ts';

/** A record whose claim holds, and the number of its attempt. */
interface Valid {
  record: AttemptRecord;
  number: number;
}

export const recordAttempts =
  ({ writeAtOnce }: DatabaseAccess): DeliveryStore['recordAttempts'] =>
  (records) =>
    writeAtOnce(
      (db) => recordInOneStatement(db, records),
      async (context) => {
        for (const some of chunksByPartner(records, context, ({ delivery }) => delivery.clientId)) {
          const valid = await lockClaimed(context, some);
          if (valid.length === 0) continue;
          const attempts = valid.map(({ record: { delivery, attempt }, number }) => ({
            client_id: delivery.clientId,
            delivery_id: delivery.id,
            number,
            started_at: attempt.startedAt,
            duration: attempt.durationMicros,
            http_status: attempt.httpStatus,
            error: attempt.error,
          }));
          await insertRows(context.trx, 'attempts', attempts);
          await finish(context, valid, 'delivered');
          await finish(context, valid, 'failed');
          await retryLater(context, valid);
        }
      },
    );

/** Locked in the order of their ids, so that of two who note the same ones neither waits for the other in vain. */
async function lockClaimed({ trx, lockRows }: WriteContext, records: readonly AttemptRecord[]): Promise<Valid[]> {
  const { partners, ids, lengths } = keysOf(records);
  const { rows } = await runCompiled(trx, `claimed ${lengths}`, [...partners, ...ids, 'pending'], () =>
    trx
      .selectFrom('deliveries')
      .select(['id', 'claim', 'attempts_made'])
      .where('client_id', 'in', partners)
      .where('id', 'in', ids)
      .where('state', '=', 'pending')
      .orderBy('id')
      .$if(lockRows, (query) => query.forUpdate()),
  );
  const open = new Map(rows.map((row) => [row.id, row]));
  return records.flatMap((record) => {
    const row = open.get(record.delivery.id);
    if (!row || row.claim !== record.claim) return [];
    // An attempt ends its claim: a second one under the same claim is as one under a claim that has ended.
    open.delete(record.delivery.id);
    return [{ record, number: row.attempts_made + 1 }];
  });
}

async function finish({ trx }: WriteContext, valid: readonly Valid[], state: 'delivered' | 'failed'): Promise<void> {
  const finished = valid.map(({ record }) => record).filter(({ next }) => next.state === state);
  if (finished.length === 0) return;
  const { partners, ids, lengths } = keysOf(finished);
  await runCompiled(trx, `finish ${lengths}`, [state, null, null, null, 1, ...partners, ...ids], () =>
    trx
      .updateTable('deliveries')
      .set((eb) => ({
        state,
        next_attempt_at: null,
        available_at: null,
        claim: null,
        attempts_made: eb('attempts_made', '+', 1),
      }))
      .where('client_id', 'in', partners)
      .where('id', 'in', ids),
  );
}

/** The keys of the records as lists for `in`, and the lengths of these lists for the shape of a statement. */
function keysOf(records: readonly AttemptRecord[]) {
  const keys = records.map(({ delivery }) => delivery);
  const partners = padded(partnersOf(keys));
  const ids = padded(idsOf(keys));
  return { partners, ids, lengths: `${partners.length} ${ids.length}` };
}

async function retryLater({ trx }: WriteContext, valid: readonly Valid[]): Promise<void> {
  const retries = valid.flatMap(({ record: { delivery, next } }) =>
    next.state === 'pending' ? [{ ...delivery, dueAt: next.nextAttemptAt }] : [],
  );
  if (retries.length === 0) return;
  await trx
    .with(
      'retries(delivery_id, due_at)',
      () => sql<{ delivery_id: string; due_at: number }>`(values ${sql.join(retries.map(retry))})`,
    )
    .updateTable('deliveries')
    .from('retries')
    .set((eb) => ({
      next_attempt_at: eb.ref('retries.due_at'),
      available_at: eb.ref('retries.due_at'),
      claim: null,
      attempts_made: eb('deliveries.attempts_made', '+', 1),
    }))
    .where('deliveries.client_id', 'in', partnersOf(retries))
    .whereRef('deliveries.id', '=', 'retries.delivery_id')
    .execute();
}

/** PostgreSQL takes a parameter in a list of values for text unless it is told its type. */
const retry = ({ id, dueAt }: { id: string; dueAt: Micros }) => sql`(cast(${id} as text), cast(${dueAt} as bigint))`;
