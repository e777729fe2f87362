import { sql, type Transaction } from 'kysely';
import type { VerificationEvent } from '../../domain/event.ts';
import { decideVerification, type VerificationDecision, type VerificationProgress } from '../../domain/verification.ts';
import { chunks, chunksByPartner } from '../engine/chunks.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import { originsColumn } from '../engine/origins-column.ts';
import { partnersOf, partnersOfOwner } from '../engine/partners-of.ts';
import { pickByPartner } from '../engine/pick-by-partner.ts';
import { padded, runCompiled } from '../engine/run-compiled.ts';
import type { Database, Row } from '../engine/schema.ts';
import { toSealed } from '../engine/sealed-columns.ts';
import { isStorableText } from '../engine/text.ts';
import { publish } from '../webhooks/outbox.ts';
import type { VerificationKey, VerificationRequest, VerificationStore } from './verification-store.ts';

/** What an action on a verification request goes by. */
const PROGRESS_COLUMNS = [
  'client_id',
  'request_id',
  'status',
  'owner_id',
  'created_at',
  'finalized_at',
  'last_event_at',
] as const;

/** The columns of a verification request without what the partner sent, which only one method needs. */
const REQUEST_COLUMNS = [...PROGRESS_COLUMNS, 'identity_key_id', 'identity'] as const;

type RequestRow = Row<'verification_requests'>;

const toProgress = (row: Pick<RequestRow, (typeof PROGRESS_COLUMNS)[number]>): VerificationProgress => ({
  status: row.status,
  ownerId: row.owner_id,
  createdAt: row.created_at,
  finalizedAt: row.finalized_at,
  lastEventAt: row.last_event_at,
});

const toRequest = (row: Pick<RequestRow, (typeof REQUEST_COLUMNS)[number]>): VerificationRequest => ({
  clientId: row.client_id,
  requestId: row.request_id,
  ...toProgress(row),
  identity: toSealed(row.identity_key_id, row.identity),
});

const isStorableKey = ({ clientId, requestId }: VerificationKey): boolean =>
  isStorableText(clientId) && isStorableText(requestId);

export const verificationStore = ({ read, write }: DatabaseAccess): VerificationStore => ({
  async addVerificationRequest({ clientId, requestId, content, origins, createdAt }) {
    const row = {
      client_id: clientId,
      request_id: requestId,
      created_at: createdAt,
      key_id: content.keyId,
      content: content.bytes,
      origins: originsColumn(origins),
    };
    const { numInsertedOrUpdatedRows } = await write(({ trx }) =>
      trx
        .insertInto('verification_requests')
        .values(row)
        .onConflict((conflict) => conflict.columns(['client_id', 'request_id']).doNothing())
        .executeTakeFirst(),
    );
    return numInsertedOrUpdatedRows === 1n ? 'created' : 'replayed';
  },

  findVerificationRequests: (clientId, requestIds) =>
    read(async (db) => {
      const storable = [...new Set(requestIds)].filter((requestId) => isStorableKey({ clientId, requestId }));
      const found: VerificationRequest[] = [];
      for (const some of chunks(storable)) {
        const ids = padded(some);
        const { rows } = await runCompiled(db, `verifications ${ids.length}`, [clientId, ...ids], () =>
          db
            .selectFrom('verification_requests')
            .select(REQUEST_COLUMNS)
            .where('client_id', '=', clientId)
            .where('request_id', 'in', ids),
        );
        found.push(...rows.map(toRequest));
      }
      return found;
    }),

  readVerificationContent: (key) =>
    read(async (db) => {
      if (!isStorableKey(key)) return null;
      const row = await db
        .selectFrom('verification_requests')
        .select(['key_id', 'content'])
        .where('client_id', '=', key.clientId)
        .where('request_id', '=', key.requestId)
        .executeTakeFirst();
      return row ? toSealed(row.key_id, row.content) : null;
    }),

  changeVerification: (key, { action, identity, now, window, newId }) =>
    write(async (context) => {
      const { trx, lockRows } = context;
      if (!isStorableKey(key)) return null;
      // Locked before it is read, so that actions on one request follow one another.
      const row = await trx
        .selectFrom('verification_requests')
        .select(PROGRESS_COLUMNS)
        .where('client_id', '=', key.clientId)
        .where('request_id', '=', key.requestId)
        .$if(lockRows, (query) => query.forUpdate())
        .executeTakeFirst();
      if (!row) return null;
      const decision = decideVerification(toProgress(row), action, now, window);
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
      if (row.owner_id === null && next.ownerId !== null)
        await trx
          .insertInto('verification_owners')
          .values({ owner_id: next.ownerId, client_id: key.clientId, request_id: key.requestId })
          // Of one of the same id that the version before deleted.
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      if (next.ownerId === null) await forgetOwners(trx, [row]);
      await publish(context, [toEvent(key, next, newId())], { now, newId });
      return decision;
    }),

  listOwnedVerifications: (userId) =>
    read(async (db, { distributed }) => {
      if (!isStorableText(userId)) return [];
      const owned = db
        .selectFrom('verification_requests')
        .select(REQUEST_COLUMNS)
        .where('owner_id', '=', userId)
        .orderBy('created_at', 'desc');
      if (!distributed) return (await owned.execute()).map(toRequest);
      const rows: Awaited<ReturnType<typeof owned.execute>> = [];
      for (const clientId of await partnersOfOwner(db, 'verification_owners', userId))
        rows.push(...(await owned.where('client_id', '=', clientId).execute()));
      return rows.sort((a, b) => b.created_at - a.created_at).map(toRequest);
    }),

  disownVerification: ({ clientId, requestId }, userId) =>
    write(async ({ trx }) => {
      const its = { client_id: clientId, request_id: requestId, owner_id: userId };
      await trx
        .updateTable('verification_requests')
        .set({ owner_id: null })
        .where(({ and }) => and({ ...its, status: 'canceled' }))
        .execute();
      await forgetOwners(trx, [its]);
      await trx
        .deleteFrom('verification_requests')
        .where(({ and }) => and({ ...its, status: 'verified' }))
        .execute();
    }),

  expireVerifications: ({ now, window, newId, limit }) =>
    write(async (context) => {
      const { trx, lockRows } = context;
      const due = () =>
        trx
          .selectFrom('verification_requests')
          // Written as it is, so that both planners see that the partial index holds every such row.
          .where('status', '=', sql.lit('incomplete' as const))
          .where('created_at', '<=', now - window)
          .orderBy('created_at');
      const rows = await pickByPartner(context, limit, {
        look: () => due().select('client_id').limit(limit).execute(),
        take: (most, clientId) =>
          due()
            .select(PROGRESS_COLUMNS)
            .$if(clientId !== null, (query) => query.where('client_id', '=', clientId ?? ''))
            .limit(most)
            .$if(lockRows, (query) => query.forUpdate().skipLocked())
            .execute(),
      });
      const expired = rows.flatMap((row) => {
        const decision = decideVerification(toProgress(row), { kind: 'expire' }, now, window);
        if (decision.outcome !== 'changed') return [];
        return [{ clientId: row.client_id, requestId: row.request_id, next: decision.next }];
      });
      await forgetOwners(trx, rows);
      for (const some of chunksByPartner(expired, context, ({ clientId }) => clientId)) await cancel(trx, some);
      const events = expired.map(({ next, ...key }) => toEvent(key, next, newId()));
      await publish(context, events, { now, newId });
      return expired.length;
    }),

  forgetVerifications: ({ before, limit }) =>
    write(async (context) => {
      const { trx, lockRows } = context;
      const due = () =>
        trx
          .selectFrom('verification_requests')
          // As in the partial index.
          .where('status', '<>', sql.lit('incomplete' as const))
          .where('finalized_at', '<=', before)
          .orderBy('finalized_at');
      const rows = await pickByPartner(context, limit, {
        look: () => due().select('client_id').limit(limit).execute(),
        take: (most, clientId) =>
          due()
            .select(['client_id', 'request_id', 'owner_id'])
            .$if(clientId !== null, (query) => query.where('client_id', '=', clientId ?? ''))
            .limit(most)
            .$if(lockRows, (query) => query.forUpdate().skipLocked())
            .execute(),
      });
      await forgetOwners(trx, rows);
      // Of one partner at a time: others may use the same ids.
      for (const some of chunksByPartner(rows, { distributed: true }, (row) => row.client_id))
        await trx
          .deleteFrom('verification_requests')
          .where('client_id', '=', some[0]?.client_id ?? '')
          .where(
            'request_id',
            'in',
            some.map((row) => row.request_id),
          )
          .execute();
      return rows.length;
    }),
});

type Owned = Pick<RequestRow, 'client_id' | 'request_id' | 'owner_id'>;

/** Where it stands whose requests they are, beside the requests themselves. */
async function forgetOwners(trx: Transaction<Database>, rows: readonly Owned[]): Promise<void> {
  for (const { owner_id, client_id, request_id } of rows)
    if (owner_id !== null)
      await trx
        .deleteFrom('verification_owners')
        .where(({ and }) => and({ owner_id, client_id, request_id }))
        .execute();
}

type Changed = Extract<VerificationDecision, { outcome: 'changed' }>['next'];

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
      owner_id: null,
      finalized_at: eb.ref('ended_at'),
      last_event_at: eb.ref('ended_at'),
    }))
    .where('client_id', 'in', partnersOf(expired))
    .whereRef('client_id', '=', 'client')
    .whereRef('request_id', '=', 'request')
    .execute();
}

const toEvent = ({ clientId, requestId }: VerificationKey, next: Changed, eventId: string): VerificationEvent => ({
  eventId,
  clientId,
  requestId,
  status: next.status,
  createdAt: next.lastEventAt,
});
