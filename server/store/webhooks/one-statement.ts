import { type Kysely, sql } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { runNamed } from '../engine/named-statements.ts';
import type { Database, Row } from '../engine/schema.ts';
import type { DueWebhook } from './claim-shares.ts';
import type { AttemptRecord, ClaimedDelivery, DeliveryStore } from './delivery-store.ts';
import { type TargetRow, toTarget } from './targets.ts';
import { SECRET_COLUMNS } from './webhook-store.ts';

// PostgreSQL takes longer to plan a statement about a few rows than to run it, so there one does what takes several on
// SQLite, which changes nothing inside of a query. Lists are arrays: their lengths make no other texts.

/** Of rows that have an `id`: always true, and taken by the planner for true of very few. */
const FEW = sql`id = id || ''`;

/**
 * The commit does not wait for the disk. A claim that a crash takes back leaves its deliveries due, and they are sent
 * again, as after any claim that comes to nothing; nobody was told of it. An attempt is recorded the other way.
 */
const NEED_NOT_WAIT_FOR_THE_DISK = sql`set_config('synchronous_commit', 'off', true) = 'off'`;

/** A delivery that was claimed, and since when it was due. */
export interface Claimed {
  dueAt: Micros;
  delivery: ClaimedDelivery;
}

export type ClaimOptions = Parameters<DeliveryStore['claimDeliveries']>[0];

type ClaimedRow = Pick<
  Row<'deliveries'>,
  'id' | 'client_id' | 'webhook_id' | 'event_id' | 'next_attempt_at' | 'attempts_made'
>;

/** A delivery as it stands after it was claimed, with the body of its event and with its webhook. */
export const toClaimed = (
  row: ClaimedRow,
  { body, target }: Pick<ClaimedDelivery, 'body' | 'target'>,
  { now, leaseUntil, claim }: ClaimOptions,
): Claimed => ({
  dueAt: row.next_attempt_at ?? now,
  delivery: {
    id: row.id,
    clientId: row.client_id,
    claim,
    leaseUntil,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    body,
    attemptsMade: row.attempts_made,
    target,
  },
});

export async function claimInOneStatement(
  db: Kysely<Database>,
  shares: readonly (DueWebhook & { share: number })[],
  options: ClaimOptions,
): Promise<Claimed[]> {
  const { now, leaseUntil, claim } = options;
  const query = sql<ClaimedRow & TargetRow & { body: string }>`
    with webhook as (
      select * from unnest(
        cast(${shares.map(({ clientId }) => clientId)} as text[]),
        cast(${shares.map(({ webhookId }) => webhookId)} as text[]),
        cast(${shares.map(({ share }) => share)} as bigint[])
      ) as webhook(client_id, id, share)
      where ${FEW} and ${NEED_NOT_WAIT_FOR_THE_DISK}
    ), picked as (
      select delivery.client_id, delivery.id
      from webhook cross join lateral (
        select client_id, id from deliveries
        where client_id = webhook.client_id and webhook_id = webhook.id
          and state = 'pending' and next_attempt_at <= ${now} and available_at <= ${now}
        order by next_attempt_at limit webhook.share for update skip locked
      ) as delivery
      -- The planner knows no other limit.
      limit ${shares.reduce((sum, { share }) => sum + share, 0)}
    ), claimed as (
      update deliveries set available_at = ${leaseUntil}, claim = ${claim}
      from picked where deliveries.client_id = picked.client_id and deliveries.id = picked.id
      returning deliveries.id, deliveries.client_id, deliveries.webhook_id, deliveries.event_id, deliveries.next_attempt_at,
        deliveries.attempts_made
    )
    select claimed.*, events.body, webhooks.url,
      ${sql.join(SECRET_COLUMNS.map((column) => sql.ref(`webhooks.${column}`)))}
    from claimed join events using (client_id, event_id)
    join webhooks on webhooks.client_id = claimed.client_id and webhooks.id = claimed.webhook_id`;
  const { rows } = await runNamed(db, query);
  return rows.map((row) => toClaimed(row, { body: row.body, target: toTarget(row.webhook_id, row) }, options));
}

/**
 * The rows come in the order of their ids, and so are their deliveries locked: of two who note the same ones neither
 * waits in vain.
 */
export async function recordInOneStatement(db: Kysely<Database>, records: readonly AttemptRecord[]): Promise<void> {
  // An attempt ends its claim: a second one under the same claim is as one under a claim that has ended.
  const first = new Map(records.toReversed().map((record) => [`${record.delivery.id} ${record.claim}`, record]));
  const ordered = [...first.values()].toSorted((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1));
  const each = <T>(member: (record: AttemptRecord) => T) => ordered.map(member);
  const query = sql`
    with record as (
      select * from unnest(
        cast(${each(({ delivery }) => delivery.clientId)} as text[]),
        cast(${each(({ delivery }) => delivery.id)} as text[]),
        cast(${each(({ claim }) => claim)} as text[]),
        cast(${each(({ attempt }) => attempt.startedAt)} as bigint[]),
        cast(${each(({ attempt }) => attempt.durationMicros)} as bigint[]),
        cast(${each(({ attempt }) => attempt.httpStatus)} as bigint[]),
        cast(${each(({ attempt }) => attempt.error)} as text[]),
        cast(${each(({ next }) => next.state)} as text[]),
        cast(${each(({ next }) => (next.state === 'pending' ? next.nextAttemptAt : null))} as bigint[])
      ) as record(client_id, id, claim, started_at, duration, http_status, error, next_state, due_at)
      where ${FEW}
    ), noted as (
      update deliveries
      set state = record.next_state, next_attempt_at = record.due_at, available_at = record.due_at, claim = null,
        attempts_made = deliveries.attempts_made + 1
      from record
      where deliveries.client_id = record.client_id and deliveries.id = record.id
        and deliveries.claim = record.claim and deliveries.state = 'pending'
      returning deliveries.client_id, deliveries.id, deliveries.attempts_made, record.started_at, record.duration,
        record.http_status, record.error
    )
    insert into attempts (client_id, delivery_id, number, started_at, duration, http_status, error)
    select client_id, id, attempts_made, started_at, duration, http_status, error from noted`;
  await runNamed(db, query);
}
