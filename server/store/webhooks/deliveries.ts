import { sql } from 'kysely';
import { chunks } from '../engine/chunks.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import { partnersOf } from '../engine/partners-of.ts';
import { claimDeliveries } from './claim-deliveries.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { idsOf } from './outbox.ts';
import { recordAttempts } from './record-attempts.ts';
import { readTargets } from './targets.ts';

export const deliveryStore = (access: DatabaseAccess): DeliveryStore => ({
  claimDeliveries: claimDeliveries(access),
  recordAttempts: recordAttempts(access),

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

  findDeliveryTargets: (keys) => access.read((db) => readTargets(db, keys)),

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
});
