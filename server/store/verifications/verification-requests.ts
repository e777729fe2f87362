import { type Kysely, sql, type Transaction } from 'kysely';
import type { Sealed } from '../../crypto/sealer.ts';
import type { VerificationEvent } from '../../domain/event.ts';
import { decideVerification, type VerificationDecision } from '../../domain/verification.ts';
import { chunks } from '../engine/chunks.ts';
import type { Database } from '../engine/schema.ts';
import { isStorableText } from '../engine/text.ts';
import type { WriteContext } from '../engine/write-context.ts';
import {
  PROGRESS_COLUMNS,
  toBytes,
  toVerificationProgress,
  toVerificationRequest,
  VERIFICATION_COLUMNS,
} from '../rows.ts';
import { publish } from '../webhooks/outbox.ts';
import type {
  NewVerificationRequest,
  VerificationChange,
  VerificationKey,
  VerificationRequest,
} from './verification-store.ts';

type Changed = Extract<VerificationDecision, { outcome: 'changed' }>['next'];

const isStorableKey = ({ clientId, requestId }: VerificationKey): boolean =>
  isStorableText(clientId) && isStorableText(requestId);

export async function addVerificationRequest(
  trx: Transaction<Database>,
  { clientId, requestId, content, createdAt }: NewVerificationRequest,
): Promise<'created' | 'replayed'> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('verification_requests')
    .values({
      client_id: clientId,
      request_id: requestId,
      created_at: createdAt,
      key_id: content.keyId,
      content: content.bytes,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'request_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n ? 'created' : 'replayed';
}

export async function findVerificationRequests(
  db: Kysely<Database>,
  clientId: string,
  requestIds: readonly string[],
): Promise<VerificationRequest[]> {
  const storable = [...new Set(requestIds)].filter((requestId) => isStorableKey({ clientId, requestId }));
  const found: VerificationRequest[] = [];
  for (const some of chunks(storable)) {
    const rows = await db
      .selectFrom('verification_requests')
      .select(VERIFICATION_COLUMNS)
      .where('client_id', '=', clientId)
      .where('request_id', 'in', some)
      .execute();
    found.push(...rows.map(toVerificationRequest));
  }
  return found;
}

export async function readVerificationContent(
  db: Kysely<Database>,
  key: VerificationKey,
): Promise<Sealed | null> {
  if (!isStorableKey(key)) return null;
  const row = await db
    .selectFrom('verification_requests')
    .select(['key_id', 'content'])
    .where('client_id', '=', key.clientId)
    .where('request_id', '=', key.requestId)
    .executeTakeFirst();
  return row ? { keyId: row.key_id, bytes: toBytes(row.content) } : null;
}

/** The row is locked before it is read, so that actions on one request follow one another. */
export async function changeVerification(
  context: WriteContext,
  key: VerificationKey,
  { action, identity, now, window, newId }: VerificationChange,
): Promise<VerificationDecision | null> {
  if (!isStorableKey(key)) return null;
  const { trx, lockRows } = context;
  const row = await trx
    .selectFrom('verification_requests')
    .select(PROGRESS_COLUMNS)
    .where('client_id', '=', key.clientId)
    .where('request_id', '=', key.requestId)
    .$if(lockRows, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) return null;
  const decision = decideVerification(toVerificationProgress(row), action, now, window);
  if (decision.outcome !== 'changed') return decision;

  const { next } = decision;
  const kept = next.status === 'verified' && identity ? identity : null;
  await trx
    .updateTable('verification_requests')
    .set({
      status: next.status,
      owner_id: next.ownerId,
      finalized_at: next.finalizedAt,
      last_event_at: next.lastEventAt,
      identity_key_id: kept?.keyId ?? null,
      identity: kept?.bytes ?? null,
    })
    .where('client_id', '=', key.clientId)
    .where('request_id', '=', key.requestId)
    .execute();
  await publish(context, [toEvent(key, next, newId())], { now, newId });
  return decision;
}

export async function expireVerifications(
  context: WriteContext,
  { now, window, newId, limit }: Omit<VerificationChange, 'action' | 'identity'> & { limit: number },
): Promise<number> {
  const { trx, lockRows } = context;
  const rows = await trx
    .selectFrom('verification_requests')
    .select(PROGRESS_COLUMNS)
    // Written as it is, so that both planners see that the partial index holds every such row.
    .where('status', '=', sql.lit('incomplete' as const))
    .where('created_at', '<=', now - window)
    .orderBy('created_at')
    .limit(limit)
    .$if(lockRows, (query) => query.forUpdate().skipLocked())
    .execute();
  const expired = rows.flatMap((row) => {
    const decision = decideVerification(toVerificationProgress(row), { kind: 'expire' }, now, window);
    if (decision.outcome !== 'changed') return [];
    return [{ clientId: row.client_id, requestId: row.request_id, next: decision.next }];
  });
  for (const some of chunks(expired)) await cancel(trx, some);
  const events = expired.map(({ next, ...key }) => toEvent(key, next, newId()));
  await publish(context, events, { now, newId });
  return expired.length;
}

async function cancel(
  trx: Transaction<Database>,
  expired: readonly (VerificationKey & { next: Changed })[],
): Promise<void> {
  const values = expired.map(
    ({ clientId, requestId, next }) =>
      sql`(cast(${clientId} as text), cast(${requestId} as text), cast(${next.lastEventAt} as bigint))`,
  );
  await trx
    .with(
      'expired(client, request, ended_at)',
      () => sql<{ client: string; request: string; ended_at: number }>`(values ${sql.join(values)})`,
    )
    .updateTable('verification_requests')
    .from('expired')
    .set((eb) => ({
      status: 'canceled',
      finalized_at: eb.ref('ended_at'),
      last_event_at: eb.ref('ended_at'),
    }))
    .whereRef('client_id', '=', 'client')
    .whereRef('request_id', '=', 'request')
    .execute();
}

const toEvent = (
  { clientId, requestId }: VerificationKey,
  next: Changed,
  eventId: string,
): VerificationEvent => ({
  eventId,
  clientId,
  requestId,
  status: next.status,
  createdAt: next.lastEventAt,
});
