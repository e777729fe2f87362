import { type SqlBool, sql, type Transaction } from 'kysely';
import type { VerificationEvent } from '../../domain/event.ts';
import { decideVerification, type VerificationDecision } from '../../domain/verification.ts';
import {
  chunks,
  chunksOfPartners,
  lockableChunks,
  lockByPartner,
  partnersOf,
  requestIdsOf,
} from '../engine/by-partner.ts';
import { isStorableText, toSealed } from '../engine/columns.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Database, Row } from '../engine/schema.ts';
import { padded, runCompiled, valuesOf } from '../engine/statements.ts';
import { publish } from '../webhooks/outbox.ts';
import type { VerificationKey, VerificationRequest, VerificationStore } from './verification-store.ts';

const KEY_COLUMNS = ['client_id as clientId', 'request_id as requestId'] as const;

/** The columns of a `VerificationProgress`. */
const PROGRESS_COLUMNS = [
  'status',
  'owner_id as ownerId',
  'created_at as createdAt',
  'finalized_at as finalizedAt',
  'last_event_at as lastEventAt',
] as const;

/** The columns of a `VerificationRequest`. */
const REQUEST_COLUMNS = [...KEY_COLUMNS, ...PROGRESS_COLUMNS, 'identity_key_id', 'identity'] as const;

type Identity = Pick<Row<'verification_requests'>, 'identity_key_id' | 'identity'>;

const toRequest = ({
  identity_key_id,
  identity,
  ...request
}: Omit<VerificationRequest, 'identity'> & Identity): VerificationRequest => ({
  ...request,
  identity: toSealed(identity_key_id, identity),
});

export const verificationStore = ({ read, write }: DatabaseAccess): VerificationStore => ({
  async addVerificationRequest({ clientId, requestId, content, createdAt }) {
    const row = {
      client_id: clientId,
      request_id: requestId,
      created_at: createdAt,
      key_id: content.keyId,
      content: content.bytes,
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
      const storable = [...new Set(requestIds)].filter((requestId) => isStorableText(clientId, requestId));
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

  readVerificationContent: ({ clientId, requestId }) =>
    read(async (db) => {
      if (!isStorableText(clientId, requestId)) return null;
      const row = await db
        .selectFrom('verification_requests')
        .select(['key_id', 'content'])
        .where(({ and }) => and({ client_id: clientId, request_id: requestId }))
        .executeTakeFirst();
      return row ? toSealed(row.key_id, row.content) : null;
    }),

  changeVerification: (key, { action, identity, now, window, newId }) =>
    write(async (context) => {
      const { trx } = context;
      if (!isStorableText(key.clientId, key.requestId)) return null;
      // Locked before it is read, so that actions on one request follow one another.
      const row = await trx
        .selectFrom('verification_requests')
        .select(PROGRESS_COLUMNS)
        .where(({ and }) => and({ client_id: key.clientId, request_id: key.requestId }))
        .forUpdate()
        .executeTakeFirst();
      if (!row) return null;
      const decision = decideVerification(row, action, now, window);
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
        .where(({ and }) => and({ client_id: key.clientId, request_id: key.requestId }))
        .execute();
      await publish(context, [toEvent(key, next, newId())], { now, newId });
      return decision;
    }),

  // On Citus each node looks into its own rows: nothing tells the partners.
  listOwnedVerifications: (userId) =>
    read(async (db) => {
      if (!isStorableText(userId)) return [];
      const rows = await db
        .selectFrom('verification_requests')
        .select(REQUEST_COLUMNS)
        .where('owner_id', '=', userId)
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(toRequest);
    }),

  disownVerification: ({ clientId, requestId }, userId) =>
    write(async ({ trx }) => {
      const its = { client_id: clientId, request_id: requestId, owner_id: userId };
      await trx
        .updateTable('verification_requests')
        .set({ owner_id: null })
        .where(({ and }) => and({ ...its, status: 'canceled' }))
        .execute();
      await trx
        .deleteFrom('verification_requests')
        .where(({ and }) => and({ ...its, status: 'verified' }))
        .execute();
    }),

  expireVerifications: ({ now, window, newId, limit }) =>
    write(async (context) => {
      const due = context.trx
        .selectFrom('verification_requests')
        // Written as in the partial index, so that both planners see that it holds every such row.
        .where('status', '=', sql.lit('incomplete' as const))
        .where('created_at', '<=', now - window)
        .orderBy('created_at');
      const rows = await lockByPartner(await due.select('client_id').limit(limit).execute(), (clientId, most) =>
        due
          .select([...KEY_COLUMNS, ...PROGRESS_COLUMNS])
          .where('client_id', '=', clientId)
          .limit(most)
          .forUpdate()
          .skipLocked()
          .execute(),
      );
      const expired = rows.flatMap((row) => {
        const decision = decideVerification(row, { kind: 'expire' }, now, window);
        if (decision.outcome !== 'changed') return [];
        return [{ clientId: row.clientId, requestId: row.requestId, next: decision.next }];
      });
      for (const some of lockableChunks(expired, context)) await cancel(context.trx, some);
      const events = expired.map(({ next, ...key }) => toEvent(key, next, newId()));
      await publish(context, events, { now, newId });
      return expired.length;
    }),

  forgetVerifications: ({ before, limit }) =>
    write(async ({ trx }) => {
      // As in the partial index.
      const hasEnded = sql<SqlBool>`status <> 'incomplete' and finalized_at <= ${before}`;
      const ended = await trx
        .selectFrom('verification_requests')
        .select(KEY_COLUMNS)
        .where(hasEnded)
        .orderBy('finalized_at')
        .limit(limit)
        .execute();
      let forgotten = 0;
      for (const [clientId, some] of chunksOfPartners(ended)) {
        const { numDeletedRows } = await trx
          .deleteFrom('verification_requests')
          .where('client_id', '=', clientId)
          .where('request_id', 'in', requestIdsOf(some))
          .where(hasEnded)
          .executeTakeFirst();
        forgotten += Number(numDeletedRows);
      }
      return forgotten;
    }),
});

type Changed = Extract<VerificationDecision, { outcome: 'changed' }>['next'];

async function cancel(
  trx: Transaction<Database>,
  expired: readonly (VerificationKey & { next: Changed })[],
): Promise<void> {
  const rows = expired.map(({ clientId, requestId, next }) => [clientId, requestId, next.lastEventAt]);
  await trx
    .with('expired(client, request, ended_at)', () =>
      valuesOf<{ client: string; request: string; ended_at: unknown }>(rows),
    )
    .updateTable('verification_requests')
    .from('expired')
    .set({
      status: 'canceled',
      owner_id: null,
      finalized_at: sql<number>`cast(ended_at as bigint)`,
      last_event_at: sql<number>`cast(ended_at as bigint)`,
    })
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
