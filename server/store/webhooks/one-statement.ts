import { type Kysely, sql } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import type { Database, Row } from '../engine/schema.ts';
import type { DueWebhook } from './claim-shares.ts';
import type { AttemptRecord, ClaimedDelivery, DeliveryStore } from './delivery-store.ts';

// PostgreSQL takes longer to plan a statement about a few rows than to run it, so there one does what takes several on
// SQLite, which changes nothing inside of a query. Lists are arrays: their lengths make no other texts.

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

/** A delivery as it stands after it was claimed, with the body of its event. */
export const toClaimed = (row: ClaimedRow, body: string, { now, leaseUntil, claim }: ClaimOptions): Claimed => ({
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
  },
});

export async function claimInOneStatement(
  db: Kysely<Database>,
  shares: readonly (DueWebhook & { share: number })[],
  options: ClaimOptions,
): Promise<Claimed[]> {
  const { now, leaseUntil, claim } = options;
  const { rows } = await sql<ClaimedRow & { body: string }>`
    with webhook as (
      select * from unnest(
        cast(${shares.map(({ clientId }) => clientId)} as text[]),
        cast(${shares.map(({ webhookId }) => webhookId)} as text[]),
        cast(${shares.map(({ share }) => share)} as bigint[])
      ) as webhook(client_id, id, share)
    ), picked as (
      select delivery.client_id, delivery.id
      from webhook cross join lateral (
        select client_id, id from deliveries
        where client_id = webhook.client_id and webhook_id = webhook.id
          and state = 'pending' and available_at <= ${now}
        order by available_at limit webhook.share for update skip locked
      ) as delivery
      -- The planner knows no other limit.
      limit ${shares.reduce((sum, { share }) => sum + share, 0)}
    ), claimed as (
      update deliveries set available_at = ${leaseUntil}, claim = ${claim}
      from picked where deliveries.client_id = picked.client_id and deliveries.id = picked.id
      returning deliveries.id, deliveries.client_id, webhook_id, event_id, next_attempt_at, attempts_made
    )
    select claimed.*, body from claimed join events using (client_id, event_id)`.execute(db);
  return rows.map((row) => toClaimed(row, row.body, options));
}

/** Locks the deliveries in the order of their ids, so that of two who note the same ones neither waits in vain. */
export async function recordInOneStatement(db: Kysely<Database>, records: readonly AttemptRecord[]): Promise<void> {
  // An attempt ends its claim: a second one under the same claim is as one under a claim that has ended.
  const first = new Map(records.toReversed().map((record) => [`${record.delivery.id} ${record.claim}`, record]));
  const each = <T>(member: (record: AttemptRecord) => T) => [...first.values()].map(member);
  await sql`
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
    ), held as (
      select record.*, attempts_made + 1 as number
      from deliveries join record using (client_id, id, claim)
      where state = 'pending'
      order by id for update of deliveries
    ), noted as (
      insert into attempts (client_id, delivery_id, number, started_at, duration, http_status, error)
      select client_id, id, number, started_at, duration, http_status, error from held
    )
    update deliveries
    set state = next_state, next_attempt_at = due_at, available_at = due_at, claim = null, attempts_made = number
    from held where deliveries.client_id = held.client_id and deliveries.id = held.id`.execute(db);
}
