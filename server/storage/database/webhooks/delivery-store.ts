import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import type { AttemptError } from '../../../domain/webhook-event.ts';
import type { DatabaseAccess, WriteContext } from '../engine/database-access.ts';
import type { Database, Row, Trx } from '../engine/schema.ts';
import { byPartner, chunks, groupBy, idsOf, insertRows, partnersOf } from '../engine/statements.ts';
import type { Webhook } from './webhook-store.ts';

export type DeliveryKey = Pick<Row<'deliveries'>, 'clientId' | 'id'>;

export interface ClaimedDelivery
  extends Pick<Row<'deliveries'>, 'clientId' | 'id' | 'webhookId' | 'eventId' | 'attemptsMade'>,
    Pick<Webhook, 'url' | 'secret' | 'previousSecret' | 'previousEndsAt'> {
  /** ID of the claim. The store ignores attempts with this ID after the claim ends. */
  claim: string;
  leaseUntil: Micros;
  body: string;
  dueAt: Micros;
}

export interface DueWebhook {
  clientId: string;
  webhookId: string;
  url: string;
}

export interface ClaimShare extends Omit<DueWebhook, 'url'> {
  share: number;
}

export interface Attempt {
  startedAt: Micros;
  durationMicros: Micros;
  httpStatus: number | null;
  error: AttemptError | null;
}

export interface AttemptRecord {
  delivery: DeliveryKey;
  claim: string;
  attempt: Attempt;
  next: { state: 'delivered' | 'failed' } | { state: 'pending'; nextAttemptAt: Micros };
}

/** `pending` includes claimed deliveries. `dueSince` is the earliest due time; null if no delivery is due. */
interface DeliveryCounts {
  pending: number;
  due: number;
  dueSince: Micros | null;
}

export type DeliveryStore = ReturnType<typeof deliveryStore>;

export const deliveryStore = ({ read, write, clock }: DatabaseAccess) => ({
  /** The condition `exists` avoids a subquery for each webhook when no delivery is due. */
  findDueWebhooks: (): Promise<DueWebhook[]> =>
    read(async (db) => {
      const due = isDue(clock.now());
      // The subquery with `min` reads one index entry for each webhook, however many deliveries are due.
      const { rows } = await sql<DueWebhook>`
        select client_id, id as webhook_id, url from webhooks
        where exists (select 1 from deliveries where ${due}) and (
          select min(next_attempt_at) from deliveries
          where deliveries.client_id = webhooks.client_id and webhook_id = webhooks.id and ${due}
        ) is not null
        order by id`.execute(db);
      return rows;
    }),

  claimDeliveries: (options: { shares: readonly ClaimShare[]; lease: Micros; claim: string }) =>
    write(async (context): Promise<ClaimedDelivery[]> => {
      const { shares, lease, claim } = options;
      const leaseUntil = context.now + lease;
      const keys: DeliveryKey[] = [];
      for (const [clientId, some] of byPartner(shares)) {
        for (const chunk of chunks(some))
          keys.push(...(await claimKeys(context, clientId, chunk, { claim, leaseUntil })));
      }
      if (keys.length === 0) return [];
      const rows = await readToDeliver(context.trx, keys);
      return rows.map((row) => ({ ...row, claim, leaseUntil })).sort((a, b) => a.dueAt - b.dueAt);
    }),

  /** Ignores attempts whose delivery was deleted or claimed again. */
  recordAttempts: (records: readonly AttemptRecord[]): Promise<void> =>
    write(async ({ trx }) => {
      const recorded: Insertable<Database['attempts']>[] = [];
      // One statement updates all deliveries of a partner that have the same claim and the same next state.
      const changeOf = ({ delivery, claim, next }: AttemptRecord) => JSON.stringify([delivery.clientId, claim, next]);
      for (const some of groupBy(records, changeOf).values()) {
        const [{ delivery, claim, next }] = some;
        const { clientId } = delivery;
        const dueAt = next.state === 'pending' ? next.nextAttemptAt : null;
        const updated = await trx
          .updateTable('deliveries')
          .set({ state: next.state, nextAttemptAt: dueAt, availableAt: dueAt, claim: null })
          .set((eb) => ({ attemptsMade: eb('attemptsMade', '+', 1) }))
          .where(({ and }) => and({ clientId, claim, state: 'pending' }))
          .where('id', 'in', idsOf(some.map((record) => record.delivery)))
          .returning(['id', 'attemptsMade as number'])
          .execute();
        const attempts = new Map(some.map((record) => [record.delivery.id, record.attempt]));
        for (const { id: deliveryId, number } of updated) {
          const attempt = attempts.get(deliveryId);
          if (attempt === undefined) continue;
          const { durationMicros: duration, ...made } = attempt;
          recorded.push({ ...made, clientId, deliveryId, number, duration });
        }
      }
      await insertRows(trx, 'attempts', recorded);
    }),

  /** Counts at most `limit` pending deliveries. Claimed deliveries count as pending, but not as due. */
  countOutbox: ({ now, limit }: { now: Micros; limit: number }): Promise<DeliveryCounts> =>
    read(async (db) => {
      const { rows } = await sql<DeliveryCounts>`
        select ${countsAt(now, 'available_at')}
        from (select available_at from deliveries where state = 'pending' limit ${limit}) as waiting`.execute(db);
      return rows[0] ?? { pending: 0, due: 0, dueSince: null };
    }),

  listWaitingWebhooks: (now: Micros): Promise<(DeliveryCounts & Omit<DueWebhook, 'url'>)[]> =>
    read(async (db) => {
      const { rows } = await sql<DeliveryCounts & Omit<DueWebhook, 'url'>>`
        select client_id, webhook_id, ${countsAt(now, 'next_attempt_at')} from deliveries
        where state = 'pending' group by client_id, webhook_id`.execute(db);
      return rows;
    }),
});

function countsAt(now: Micros, column: 'available_at' | 'next_attempt_at') {
  const dueAt = sql.ref(column);
  return sql`count(*) as pending, count(case when ${dueAt} <= ${now} then 1 end) as due,
    min(case when ${dueAt} <= ${now} then ${dueAt} end) as due_since`;
}

/** Uses the index on `next_attempt_at`. `available_at` is not in an index, so that a claim updates no index. */
const isDue = (now: Micros) => sql<SqlBool>`state = 'pending' and next_attempt_at <= ${now} and available_at <= ${now}`;

/** Claims due deliveries of one partner. Each webhook has its own subquery, because `share` is a limit per webhook. */
function claimKeys(
  { trx, now }: WriteContext,
  clientId: string,
  shares: readonly ClaimShare[],
  { claim, leaseUntil }: Pick<ClaimedDelivery, 'claim' | 'leaseUntil'>,
): Promise<DeliveryKey[]> {
  const dueOf = ({ webhookId, share }: ClaimShare) => {
    const due = trx
      .selectFrom('deliveries')
      .select('id')
      .where(({ and }) => and({ clientId, webhookId }))
      .where(isDue(now))
      .orderBy('nextAttemptAt')
      .limit(share)
      .forUpdate()
      .skipLocked();
    return sql`select id from (${due}) as due`;
  };
  return trx
    .with('picked', () => sql<{ id: string }>`(${sql.join(shares.map(dueOf), sql` union all `)})`)
    .updateTable('deliveries')
    .set({ availableAt: leaseUntil, claim })
    .where('clientId', '=', clientId)
    .where('id', 'in', (eb) => eb.selectFrom('picked').select('picked.id'))
    .returning(['clientId', 'id'])
    .execute();
}

const readToDeliver = (trx: Trx, keys: readonly DeliveryKey[]) =>
  trx
    .selectFrom('deliveries')
    .innerJoin('events', (join) =>
      join.onRef('events.clientId', '=', 'deliveries.clientId').onRef('events.eventId', '=', 'deliveries.eventId'),
    )
    .innerJoin('webhooks', (join) =>
      join.onRef('webhooks.clientId', '=', 'deliveries.clientId').onRef('webhooks.id', '=', 'deliveries.webhookId'),
    )
    .select(['deliveries.clientId', 'deliveries.id', 'webhookId', 'deliveries.eventId', 'attemptsMade', 'body', 'url'])
    .select(['secret', 'previousSecret', 'previousEndsAt'])
    .select((eb) => eb.ref('nextAttemptAt').$notNull().as('dueAt'))
    .where('deliveries.clientId', 'in', partnersOf(keys))
    .where('deliveries.id', 'in', idsOf(keys))
    .execute();
