import { type Kysely, sql, type Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { chunks } from '../engine/chunks.ts';
import type { DatabaseAccess, WriteContext } from '../engine/database-access.ts';
import type { Database, Row } from '../engine/schema.ts';
import { type DueWebhook, rotate, shareOut } from './claim-shares.ts';
import type { ClaimedDelivery, DeliveryStore } from './delivery-store.ts';
import { idsOf, partnersOf } from './outbox.ts';

type ClaimOptions = Parameters<DeliveryStore['claimDeliveries']>[0];

/**
 * What is due is found without a transaction: most of the time that is nothing, and a look every second must not write.
 * Remembers where it stopped, so that the next claim goes on with the webhooks after that.
 */
export function claimDeliveries({ read, write }: DatabaseAccess): DeliveryStore['claimDeliveries'] {
  let last = '';
  return async (options) => {
    const { now, perWebhook, places, limit } = options;
    const most = Math.max(perWebhook, ...(places?.values() ?? []));
    const due = await read((db) => findDue(db, now, Math.min(most, limit)));
    const shares = shareOut(rotate(due, last), options);
    if (shares.size === 0) return [];
    last = [...shares.keys()].at(-1) ?? last;
    const claimed = await write((context) => claimShares(context, shares, options));
    return claimed.toSorted((a, b) => a.dueAt - b.dueAt).map(({ delivery }) => delivery);
  };
}

/**
 * Goes from one webhook to the next in the index of pending deliveries and looks at no more than `most` of each: the
 * time it takes does not grow with how many wait.
 */
async function findDue(db: Kysely<Database>, now: Micros, most: number): Promise<DueWebhook[]> {
  const { rows } = await sql<{ webhook_id: string; due: number }>`
    with recursive waiting(webhook_id) as (
      select min(webhook_id) from deliveries where state = 'pending'
      union all
      select (select min(webhook_id) from deliveries where state = 'pending' and webhook_id > waiting.webhook_id)
      from waiting where waiting.webhook_id is not null
    )
    select webhook_id, (
      select count(*) from (
        select 1 from deliveries
        where state = 'pending' and webhook_id = waiting.webhook_id and available_at <= ${now}
        limit ${most}
      ) as due
    ) as due
    from waiting where webhook_id is not null`.execute(db);
  return rows.filter(({ due }) => due > 0).map((row) => ({ webhookId: row.webhook_id, due: row.due }));
}

interface Claimed {
  dueAt: Micros;
  delivery: ClaimedDelivery;
}

async function claimShares(
  { trx, lockRows }: WriteContext,
  shares: ReadonlyMap<string, number>,
  { now, leaseUntil, claim }: ClaimOptions,
): Promise<Claimed[]> {
  // SQLite needs no lock: its transaction holds the only write lock from its beginning.
  const lock = lockRows ? sql`for update skip locked` : sql``;
  const claimed: Claimed[] = [];
  for (const some of chunks([...shares])) {
    const picks = some.map(
      ([webhookId, share]) => sql`
        select id from (
          select id from deliveries
          where state = 'pending' and webhook_id = ${webhookId} and available_at <= ${now}
          order by available_at limit ${share} ${lock}
        ) as pick`,
    );
    const rows = await trx
      .with('picked', () => sql<{ id: string }>`(${sql.join(picks, sql` union all `)})`)
      .updateTable('deliveries')
      .set({ available_at: leaseUntil, claim })
      .where('id', 'in', (eb) => eb.selectFrom('picked').select('picked.id'))
      .returning(['id', 'client_id', 'webhook_id', 'event_id', 'next_attempt_at', 'attempts_made'])
      .execute();
    const bodies = await readBodies(trx, rows);
    for (const row of rows) {
      const body = bodies.get(row.event_id);
      if (body === undefined) throw new Error('A delivery was left without its event');
      const delivery = {
        id: row.id,
        clientId: row.client_id,
        claim,
        leaseUntil,
        webhookId: row.webhook_id,
        eventId: row.event_id,
        body,
        attemptsMade: row.attempts_made,
      };
      claimed.push({ dueAt: row.next_attempt_at ?? now, delivery });
    }
  }
  return claimed;
}

async function readBodies(
  trx: Transaction<Database>,
  deliveries: readonly Pick<Row<'deliveries'>, 'client_id' | 'event_id'>[],
): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  const keys = new Map(deliveries.map((row) => [row.event_id, { clientId: row.client_id, id: row.event_id }]));
  for (const some of chunks([...keys.values()])) {
    const rows = await trx
      .selectFrom('events')
      .select(['event_id', 'body'])
      .where('client_id', 'in', partnersOf(some))
      .where('event_id', 'in', idsOf(some))
      .execute();
    for (const row of rows) bodies.set(row.event_id, row.body);
  }
  return bodies;
}
