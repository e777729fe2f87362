import { type SqlBool, sql } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import { chunks, idsOf, lockableChunks, partnersOf } from '../engine/by-partner.ts';
import type { DatabaseAccess, WriteContext } from '../engine/database-access.ts';
import { countDueByWebhook, type DueWebhook } from '../engine/dialect.ts';
import type { Db, Row, Trx } from '../engine/schema.ts';
import { padded, runCompiled } from '../engine/statements.ts';
import { type DeliveryTarget, readTargets } from './webhook-store.ts';

/** Primary key of a delivery. On Citus, the client ID determines the node. */
export type DeliveryKey = Pick<Row<'deliveries'>, 'clientId' | 'id'>;

/** A delivery that an instance has claimed, until its lease ends. */
export interface ClaimedDelivery
  extends Pick<Row<'deliveries'>, 'clientId' | 'id' | 'webhookId' | 'eventId' | 'attemptsMade'> {
  /** ID of the claim. After the claim ends, the store ignores attempts recorded with this ID. */
  claim: string;
  leaseUntil: Micros;
  /** Request body, as returned by `eventBody`. */
  body: string;
  /** Time at which the delivery became due. */
  dueAt: Micros;
  target: DeliveryTarget;
}

interface ClaimLimits {
  /** Maximum number of deliveries in progress per webhook, except for the webhooks in `capacities`. */
  perWebhook: number;
  capacities?: ReadonlyMap<string, number>;
  busy: ReadonlyMap<string, number>;
  limit: number;
}

interface ClaimOptions extends ClaimLimits {
  lease: Micros;
  claim: string;
}

/** Number of due deliveries that a claim reads, longest due first. If fewer are due, the claim reads no others. */
const OLDEST = 1000;
/** Number of newest due deliveries that a claim reads if more are due, so that no backlog hides other webhooks. */
const NEWEST = 250;
/** Number of webhooks that a claim reads if more deliveries are due. Claims go through all webhooks in ID order. */
const IN_TURN = 500;

/**
 * Creates the function that claims deliveries. It finds due deliveries outside a transaction, because usually none are
 * due and a poll must not write. It stores the last webhook, so that the next claim continues after it.
 */
export function claimDeliveries({ read, write, clock }: DatabaseAccess) {
  let last = '';
  let lastInTurn = '';

  /** Resolves to the webhooks with due deliveries, in the order in which their deliveries are claimed. */
  async function findDue({ limit, perWebhook, capacities }: ClaimOptions): Promise<DueWebhook[]> {
    const now = clock.now();
    const oldest = await read((db) => countOldest(db, now));
    if (oldest.reduce((sum, { due }) => sum + due, 0) < OLDEST) return rotate(oldest, last);
    const inTurnLimit = Math.min(limit, IN_TURN);
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
          where id > ${lastInTurn} order by id limit ${inTurnLimit}
        ) as in_turn
      ) as found
      group by client_id, webhook_id`;
    const most = Math.min(limit, Math.max(perWebhook, ...(capacities?.values() ?? [])));
    const some = await read((db, context) => countDueByWebhook(db, context, { found, isDue: isDue(now), most }));
    const inTurn = some.filter(({ inTurn }) => inTurn);
    const others = some.filter(({ inTurn }) => !inTurn);
    lastInTurn = inTurn.length < inTurnLimit ? '' : (inTurn.at(-1)?.webhookId ?? '');
    // `inTurn` has at most `limit` webhooks, so that the claim can include a delivery for each.
    return [...inTurn, ...rotate(others, last)].filter(({ due }) => due > 0);
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
    return claimed.toSorted((a, b) => a.dueAt - b.dueAt);
  };
}

/** Skips claimed deliveries by `available_at`, which is not indexed, so that a claim writes no index. */
const isDue = (now: Micros) => sql<SqlBool>`state = 'pending' and next_attempt_at <= ${now} and available_at <= ${now}`;

async function countOldest(db: Db, now: Micros): Promise<DueWebhook[]> {
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

interface ClaimShare extends DueWebhook {
  share: number;
}

async function claimPicks(
  context: WriteContext,
  picks: readonly ClaimShare[],
  options: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const { trx, now } = context;
  const leaseUntil = now + options.lease;
  const claimed: ClaimedDelivery[] = [];
  for (const some of lockableChunks(picks, context)) {
    const rows = await claimRows(context, some, { claim: options.claim, leaseUntil });
    const bodies = await readBodies(trx, rows);
    const webhooks = some.map(({ clientId, webhookId }) => ({ clientId, id: webhookId }));
    const targets = new Map((await readTargets(trx, webhooks)).map((target) => [target.id, target]));
    for (const { nextAttemptAt, ...row } of rows) {
      const [body, target] = [bodies.get(row.eventId), targets.get(row.webhookId)];
      if (body === undefined || target === undefined) throw new Error('A claimed delivery has no event or no webhook');
      claimed.push({ ...row, dueAt: nextAttemptAt ?? now, claim: options.claim, leaseUntil, body, target });
    }
  }
  return claimed;
}

async function claimRows(
  { trx, now }: WriteContext,
  some: readonly ClaimShare[],
  { claim, leaseUntil }: { claim: string; leaseUntil: Micros },
) {
  // Entries that only pad the list have the share 0.
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
  trx: Trx,
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
 * Returns how many deliveries to claim for each webhook: at most `limit` in total, and per webhook at most its free
 * capacity. Repeatedly selects the webhook with the fewest deliveries in progress, in the order of `waiting`, so a
 * webhook with a long backlog gets no larger share. The keys of the map are in the order of selection.
 */
export function shareOut(
  waiting: readonly DueWebhook[],
  { perWebhook, capacities, busy, limit }: ClaimLimits,
): Map<string, number> {
  const shares = new Map<string, number>();
  let left = limit;
  let open = [...waiting];
  for (let inProgress = 0; open.length > 0; inProgress++) {
    open = open.filter(({ webhookId, due }) => {
      const most = capacities?.get(webhookId) ?? perWebhook;
      return inProgress < most && (shares.get(webhookId) ?? 0) < due;
    });
    for (const { webhookId } of open) {
      if (left === 0) return shares;
      const share = shares.get(webhookId) ?? 0;
      if ((busy.get(webhookId) ?? 0) + share > inProgress) continue;
      shares.delete(webhookId);
      shares.set(webhookId, share + 1);
      left--;
    }
  }
  return shares;
}

/** Sorts the webhooks by ID, starting after `last`, so that each webhook is first at some point. */
export function rotate(waiting: readonly DueWebhook[], last: string): DueWebhook[] {
  const ordered = waiting.toSorted((a, b) => (a.webhookId < b.webhookId ? -1 : 1));
  const start = ordered.findIndex(({ webhookId }) => webhookId > last);
  return start === -1 ? ordered : [...ordered.slice(start), ...ordered.slice(0, start)];
}
