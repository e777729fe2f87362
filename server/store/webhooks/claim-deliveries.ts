import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { chunks, idsOf, lockableChunks, partnersOf } from '../engine/by-partner.ts';
import type { DatabaseAccess, WriteContext } from '../engine/database-access.ts';
import { countDueByWebhook, type DueWebhook } from '../engine/dialect.ts';
import type { Database } from '../engine/schema.ts';
import { padded, runCompiled } from '../engine/statements.ts';
import { type DeliveryTarget, readTargets } from './webhook-store.ts';

/** Key of a delivery. On Citus the partner determines the node. */
export interface DeliveryKey {
  clientId: string;
  id: string;
}

/** A delivery that an instance has claimed, until its lease ends. */
export interface ClaimedDelivery extends DeliveryKey {
  /** ID of the claim. An attempt that is recorded under a claim that has ended is dropped. */
  claim: string;
  leaseUntil: Micros;
  webhookId: string;
  eventId: string;
  /** As `eventBody` made it. */
  body: string;
  attemptsMade: number;
  /** The target at the time of the claim. */
  target: DeliveryTarget;
}

/** How many deliveries a claim takes. */
interface ClaimLimits {
  /** Maximum number of deliveries of a webhook in progress, but for the webhooks in `places`. */
  perWebhook: number;
  places?: ReadonlyMap<string, number>;
  /** Number of deliveries in progress by webhook. */
  busy: ReadonlyMap<string, number>;
  /** Maximum number of deliveries of this claim. */
  limit: number;
}

export interface ClaimOptions extends ClaimLimits {
  now: Micros;
  leaseUntil: Micros;
  claim: string;
}

/** A claim looks at this many due deliveries, the longest due first. Where fewer are due, it knows all of them. */
const OLDEST = 1000;
/** Where more are due, it also looks at those that became due last, so that no other webhook's backlog hides them, */
const NEWEST = 250;
/** and at this many webhooks in the order of their ids, so that each has its turn. */
const IN_TURN = 500;

/**
 * Finds due deliveries without a transaction: most of the time there is none, and a look every second must not write.
 * Remembers where it stopped, so that the next claim continues with the webhooks after that.
 */
export function claimDeliveries({ read, write }: DatabaseAccess) {
  let last = '';
  let lastInTurn = '';

  /** In the order in which they are to get something. */
  async function findDue({ now, limit, perWebhook, places }: ClaimOptions): Promise<DueWebhook[]> {
    const oldest = await read((db) => countOldest(db, now));
    if (oldest.reduce((sum, { due }) => sum + due, 0) < OLDEST) return rotate(oldest, last);
    const turns = Math.min(limit, IN_TURN);
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
          where id > ${lastInTurn} order by id limit ${turns}
        ) as in_turn
      ) as found
      group by client_id, webhook_id`;
    const most = Math.min(limit, Math.max(perWebhook, ...(places?.values() ?? [])));
    const some = await read((db, context) => countDueByWebhook(db, context, { found, isDue: isDue(now), most }));
    const turn = some.filter(({ inTurn }) => inTurn);
    const others = some.filter(({ inTurn }) => !inTurn);
    lastInTurn = turn.length < turns ? '' : (turn.at(-1)?.webhookId ?? '');
    // No more webhooks in turn than a claim takes deliveries, so that each of them gets something.
    return [...turn, ...rotate(others, last)].filter(({ due }) => due > 0);
  }

  return async (options: ClaimOptions): Promise<ClaimedDelivery[]> => {
    const due = await findDue(options);
    const shares = shareOut(due, options);
    if (shares.size === 0) return [];
    last = [...shares.keys()].at(-1) ?? last;
    const picks = due.flatMap((webhook) => {
      const share = shares.get(webhook.webhookId);
      return share === undefined ? [] : [{ ...webhook, share }];
    });
    const claimed = await write((context) => claimPicks(context, picks, options));
    return claimed.toSorted((a, b) => a.dueAt - b.dueAt).map(({ delivery }) => delivery);
  };
}

/** A claimed delivery is passed over: it keeps its place in the index, which a claim would have to write otherwise. */
const isDue = (now: Micros) => sql<SqlBool>`state = 'pending' and next_attempt_at <= ${now} and available_at <= ${now}`;

async function countOldest(db: Kysely<Database>, now: Micros): Promise<DueWebhook[]> {
  const { rows } = await sql<DueWebhook>`
    select client_id, webhook_id, count(*) as due
    from (
      select client_id, webhook_id from deliveries
      where ${isDue(now)}
      order by next_attempt_at limit ${OLDEST}
    ) as oldest
    group by client_id, webhook_id`.execute(db);
  return rows;
}

interface Pick extends DueWebhook {
  share: number;
}

/** A delivery that was claimed, and since when it was due. */
interface Claimed {
  dueAt: Micros;
  delivery: ClaimedDelivery;
}

async function claimPicks(context: WriteContext, picks: readonly Pick[], options: ClaimOptions): Promise<Claimed[]> {
  const { trx } = context;
  const { now, leaseUntil, claim } = options;
  const claimed: Claimed[] = [];
  for (const some of lockableChunks(picks, context)) {
    const rows = await claimRows(trx, some, options);
    const bodies = await readBodies(trx, rows);
    const webhooks = some.map(({ clientId, webhookId }) => ({ clientId, id: webhookId }));
    const targets = new Map((await readTargets(trx, webhooks)).map((target) => [target.id, target]));
    for (const { nextAttemptAt, ...row } of rows) {
      const [body, target] = [bodies.get(row.eventId), targets.get(row.webhookId)];
      if (body === undefined || target === undefined)
        throw new Error('A delivery was left without its event or its webhook');
      claimed.push({ dueAt: nextAttemptAt ?? now, delivery: { ...row, claim, leaseUntil, body, target } });
    }
  }
  return claimed;
}

async function claimRows(trx: Transaction<Database>, some: readonly Pick[], { now, leaseUntil, claim }: ClaimOptions) {
  // Those that only fill up the list take nothing.
  const picks = padded(some).map((pick, at) => ({ ...pick, share: at < some.length ? pick.share : 0 }));
  const partners = padded(partnersOf(some));
  const parameters = picks.flatMap(({ clientId, webhookId, share }) => [clientId, webhookId, now, now, share]);
  const { rows } = await runCompiled(
    trx,
    `claim ${picks.length} ${partners.length}`,
    [...parameters, leaseUntil, claim, ...partners],
    () =>
      trx
        .with('picked', () =>
          picks
            .map(({ clientId, webhookId, share }) =>
              trx
                .selectFrom(
                  trx
                    .selectFrom('deliveries')
                    .select('id')
                    .where(({ and }) => and({ clientId, webhookId }))
                    .where(isDue(now))
                    .orderBy('nextAttemptAt')
                    .limit(share)
                    .forUpdate()
                    .skipLocked()
                    .as('pick'),
                )
                .select('pick.id'),
            )
            .reduce((all, pick) => all.unionAll(pick)),
        )
        .updateTable('deliveries')
        .set({ availableAt: leaseUntil, claim })
        .where('clientId', 'in', partners)
        .where('id', 'in', (eb) => eb.selectFrom('picked').select('picked.id'))
        .returning(['id', 'clientId', 'webhookId', 'eventId', 'attemptsMade', 'nextAttemptAt']),
  );
  return rows;
}

async function readBodies(
  trx: Transaction<Database>,
  deliveries: readonly { clientId: string; eventId: string }[],
): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  const keys = new Map(deliveries.map(({ clientId, eventId }) => [eventId, { clientId, id: eventId }]));
  for (const some of chunks([...keys.values()])) {
    const [partners, ids] = [padded(partnersOf(some)), padded(idsOf(some))];
    const shape = `bodies ${partners.length} ${ids.length}`;
    const { rows } = await runCompiled(trx, shape, [...partners, ...ids], () =>
      trx
        .selectFrom('events')
        .select(['eventId', 'body'])
        .where('clientId', 'in', partners)
        .where('eventId', 'in', ids),
    );
    for (const row of rows) bodies.set(row.eventId, row.body);
  }
  return bodies;
}

/**
 * How many deliveries of each webhook to claim: `limit` in all, and of each no more than its places less what is
 * under way. Each one goes to the webhook that has the least under way, and among equals to the next in the order of
 * `waiting`: however much one has waiting, it gets no more than another. The last key is the webhook that got the
 * last one.
 */
export function shareOut(
  waiting: readonly DueWebhook[],
  { perWebhook, places, busy, limit }: ClaimLimits,
): Map<string, number> {
  const shares = new Map<string, number>();
  let left = limit;
  let open = [...waiting];
  for (let underWay = 0; open.length > 0; underWay++) {
    open = open.filter(({ webhookId, due }) => {
      const most = places?.get(webhookId) ?? perWebhook;
      return underWay < most && (shares.get(webhookId) ?? 0) < due;
    });
    for (const { webhookId } of open) {
      if (left === 0) return shares;
      const share = shares.get(webhookId) ?? 0;
      if ((busy.get(webhookId) ?? 0) + share > underWay) continue;
      shares.delete(webhookId);
      shares.set(webhookId, share + 1);
      left--;
    }
  }
  return shares;
}

/** The webhooks after `last` in the order of their ids, then the others: so each of them comes first at some time. */
export function rotate(waiting: readonly DueWebhook[], last: string): DueWebhook[] {
  const ordered = waiting.toSorted((a, b) => (a.webhookId < b.webhookId ? -1 : 1));
  const start = ordered.findIndex(({ webhookId }) => webhookId > last);
  return start === -1 ? ordered : [...ordered.slice(start), ...ordered.slice(0, start)];
}
