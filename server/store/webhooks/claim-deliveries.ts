import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { chunks, chunksByPartner } from '../engine/chunks.ts';
import type { DatabaseAccess, ReadContext, WriteContext } from '../engine/database-access.ts';
import { runNamed } from '../engine/named-statements.ts';
import { partnersOf } from '../engine/partners-of.ts';
import type { Database, Row } from '../engine/schema.ts';
import { type DueWebhook, rotate, shareOut } from './claim-shares.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { type Claimed, type ClaimOptions, claimInOneStatement, toClaimed } from './one-statement.ts';
import { idsOf } from './outbox.ts';
import { readTargets } from './targets.ts';

/** So many of what is due a claim looks at, the longest due first. Where no more is due, it knows all of it. */
const OLDEST = 1000;
/** Where more is due, it also looks at so many that became due last, which another webhook's backlog must not hide, */
const NEWEST = 250;
/** and at so many webhooks in the order of their ids, so that each has its turn. */
const IN_TURN = 500;

/**
 * What is due is found without a transaction: most of the time that is nothing, and a look every second must not write.
 * Remembers where it stopped, so that the next claim goes on with the webhooks after that.
 */
export function claimDeliveries({ read, writeAtOnce }: DatabaseAccess): DeliveryStore['claimDeliveries'] {
  let last = '';
  let lastInTurn = '';

  /** In the order in which they are to get something. */
  async function findDue(options: ClaimOptions): Promise<DueWebhook[]> {
    const oldest = await read((db, context) => findOldest(db, context, options.now));
    if (oldest.reduce((sum, { due }) => sum + due, 0) < OLDEST) return rotate(oldest, last);
    const most = Math.min(options.limit, IN_TURN);
    const some = await read((db, context) => findSome(db, context, options, { after: lastInTurn, limit: most }));
    const inTurn = some.filter(({ isInTurn }) => isInTurn);
    lastInTurn = inTurn.length < most ? '' : (inTurn.at(-1)?.webhookId ?? '');
    // No more than a claim takes, so that each of them gets something.
    return [
      ...inTurn,
      ...rotate(
        some.filter(({ isInTurn }) => !isInTurn),
        last,
      ),
    ].filter(({ due }) => due > 0);
  }

  return async (options) => {
    const due = await findDue(options);
    const shares = shareOut(due, options);
    if (shares.size === 0) return [];
    last = [...shares.keys()].at(-1) ?? last;
    const picks = due.flatMap((webhook) => {
      const share = shares.get(webhook.webhookId);
      return share === undefined ? [] : [{ ...webhook, share }];
    });
    const claimed = await writeAtOnce(
      (db) => claimInOneStatement(db, picks, options),
      (context) => claimPicks(context, picks, options),
    );
    return claimed.toSorted((a, b) => a.dueAt - b.dueAt).map(({ delivery }) => delivery);
  };
}

/** What is claimed is passed over: it stays where it was in the index, which a claim would have to write otherwise. */
const isDue = (now: Micros | RawBuilder<unknown>) =>
  sql`state = 'pending' and next_attempt_at <= ${now} and available_at <= ${now}`;

async function findOldest(db: Kysely<Database>, { distributed }: ReadContext, now: Micros): Promise<DueWebhook[]> {
  // For a time that it can see PostgreSQL would make a plan each time; Citus cannot look at it any other way.
  const time = distributed ? now : sql`(select cast(${now} as bigint))`;
  const query = sql<DueWebhook>`
    select client_id as "clientId", webhook_id as "webhookId", count(*) as due
    from (
      select client_id, webhook_id from deliveries
      where ${isDue(time)}
      order by next_attempt_at limit ${sql.lit(OLDEST)}
    ) as oldest
    group by client_id, webhook_id`;
  const { rows } = await runNamed(db, query);
  return rows;
}

/** In the order of their ids; of those in turn also those that have nothing due. */
async function findSome(
  db: Kysely<Database>,
  { distributed }: ReadContext,
  { now, limit, perWebhook, places }: ClaimOptions,
  inTurn: { after: string; limit: number },
): Promise<(DueWebhook & { isInTurn: number })[]> {
  const most = Math.min(limit, Math.max(perWebhook, ...(places?.values() ?? [])));
  const found = sql`
    select client_id, webhook_id, max(in_turn) as in_turn
    from (
      select * from (
        select client_id, webhook_id, 0 as in_turn from deliveries
        where ${isDue(now)} order by next_attempt_at limit ${OLDEST}
      ) as oldest
      union all
      select * from (
        select client_id, webhook_id, 0 as in_turn from deliveries
        where ${isDue(now)} order by next_attempt_at desc limit ${NEWEST}
      ) as newest
      union all
      select * from (
        select client_id, id as webhook_id, 1 as in_turn from webhooks
        where id > ${inTurn.after} order by id limit ${inTurn.limit}
      ) as in_turn
    ) as found
    group by client_id, webhook_id`;
  if (distributed) {
    // Citus runs no subquery for each row of another: the shards count to the end, all at once.
    const { rows } = await sql<DueWebhook & { isInTurn: number }>`
      with found as (${found}), counted as (
        select client_id, webhook_id, count(*) as due from deliveries
        where ${isDue(now)} and (client_id, webhook_id) in (select client_id, webhook_id from found)
        group by client_id, webhook_id
      )
      select client_id as "clientId", webhook_id as "webhookId", in_turn as "isInTurn", coalesce(due, 0) as due
      from found left join counted using (client_id, webhook_id)
      order by webhook_id`.execute(db);
    return rows;
  }
  const { rows } = await sql<DueWebhook & { isInTurn: number }>`
    select client_id as "clientId", webhook_id as "webhookId", in_turn as "isInTurn", (
      select count(*) from (
        select 1 from deliveries
        where client_id = webhook.client_id and webhook_id = webhook.webhook_id and ${isDue(now)}
        limit ${most}
      ) as due
    ) as due
    from (${found}) as webhook
    order by webhook_id`.execute(db);
  return rows;
}

async function claimPicks(
  context: WriteContext,
  picks: readonly (DueWebhook & { share: number })[],
  options: ClaimOptions,
): Promise<Claimed[]> {
  const { trx, lockRows } = context;
  const { now, leaseUntil, claim } = options;
  // SQLite needs no lock: its transaction holds the only write lock from its beginning.
  const lock = lockRows ? sql`for update skip locked` : sql``;
  const claimed: Claimed[] = [];
  for (const some of chunksByPartner(picks, context, ({ clientId }) => clientId)) {
    const selects = some.map(
      ({ clientId, webhookId, share }) => sql`
        select id from (
          select id from deliveries
          where client_id = ${clientId} and webhook_id = ${webhookId} and ${isDue(now)}
          order by next_attempt_at limit ${share} ${lock}
        ) as pick`,
    );
    const rows = await trx
      .with('picked', () => sql<{ id: string }>`(${sql.join(selects, sql` union all `)})`)
      .updateTable('deliveries')
      .set({ available_at: leaseUntil, claim })
      .where('client_id', 'in', partnersOf(some))
      .where('id', 'in', (eb) => eb.selectFrom('picked').select('picked.id'))
      .returning(['id', 'client_id', 'webhook_id', 'event_id', 'next_attempt_at', 'attempts_made'])
      .execute();
    const bodies = await readBodies(trx, rows);
    const webhooks = some.map(({ clientId, webhookId }) => ({ clientId, id: webhookId }));
    const targets = new Map((await readTargets(trx, webhooks)).map((target) => [target.id, target]));
    for (const row of rows) {
      const [body, target] = [bodies.get(row.event_id), targets.get(row.webhook_id)];
      if (body === undefined || target === undefined)
        throw new Error('A delivery was left without its event or its webhook');
      claimed.push(toClaimed(row, { body, target }, options));
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
