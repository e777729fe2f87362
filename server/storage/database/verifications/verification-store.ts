import { sql } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import { endMark, ownerMark } from '../../../domain/link-state.ts';
import {
  decideVerification,
  type VerificationAction,
  type VerificationDecision,
} from '../../../domain/verification-lifecycle.ts';
import type { RequestKey } from '../../encryption/encrypted-json.ts';
import type { Encrypted } from '../../encryption/encryptor.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Row, Trx } from '../engine/schema.ts';
import { byCodeUnits, deleteRows, lockByPartner } from '../engine/statements.ts';
import { publish } from '../webhooks/outbox.ts';

export type NewVerificationRequest = Pick<Row<'verification_requests'>, 'clientId' | 'requestId' | 'content'>;

export type AddedRequest = 'created' | 'replayed';

export interface VerificationChange {
  action: VerificationAction;
  identity?: Encrypted;
  window: Micros;
}

const PROGRESS_COLUMNS = ['status', 'ownerId', 'createdAt', 'finalizedAt', 'lastEventAt'] as const;

const REQUEST_COLUMNS = ['clientId', 'requestId', ...PROGRESS_COLUMNS, 'endedBy', 'identity'] as const;

export type VerificationRequest = Pick<Row<'verification_requests'>, (typeof REQUEST_COLUMNS)[number]>;

const keyOf = ({ clientId, requestId }: RequestKey): string => `${clientId}\0${requestId}`;

export type VerificationStore = ReturnType<typeof verificationStore>;

export const verificationStore = ({ read, write }: DatabaseAccess) => ({
  /** Resolves to one result per item of `requests`, in order. If an ID occurs twice, the second result is a replay. */
  addVerificationRequests: (requests: readonly NewVerificationRequest[]): Promise<AddedRequest[]> =>
    write(async ({ trx, now: createdAt }) => {
      // Inserts the rows in a fixed order, so that concurrent instances cannot deadlock.
      const rows = requests
        .map((request) => ({ ...request, createdAt }))
        .sort((a, b) => byCodeUnits(keyOf(a), keyOf(b)));
      const inserted = await trx
        .insertInto('verification_requests')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['clientId', 'requestId']).doNothing())
        .returning(['clientId', 'requestId'])
        .execute();
      const created = new Set(inserted.map(keyOf));
      return requests.map((request) => {
        const isFirst = created.delete(keyOf(request));
        return isFirst ? 'created' : 'replayed';
      });
    }),

  findVerificationRequests: (clientId: string, requestIds: readonly string[]): Promise<VerificationRequest[]> =>
    read(async (db) => {
      const query = db.selectFrom('verification_requests').select(REQUEST_COLUMNS).where('clientId', '=', clientId);
      return query.where('requestId', 'in', requestIds).execute();
    }),

  readVerificationContent: ({ clientId, requestId }: RequestKey): Promise<Encrypted | null> =>
    read(async (db) => {
      const query = db.selectFrom('verification_requests').select('content');
      return (await query.where(({ and }) => and({ clientId, requestId })).executeTakeFirst())?.content ?? null;
    }),

  changeVerification: (key: RequestKey, change: VerificationChange): Promise<VerificationDecision | null> =>
    write(async (context) => {
      const { trx, now } = context;
      const { clientId, requestId } = key;
      const { action, identity, window } = change;
      const query = trx.selectFrom('verification_requests').select(PROGRESS_COLUMNS).forUpdate();
      const row = await query.where(({ and }) => and({ clientId, requestId })).executeTakeFirst();
      if (!row) return null;
      const decision = decideVerification(row, action, now, window);
      if (decision.outcome !== 'changed') return decision;

      const kept = decision.next.status === 'verified' && identity ? identity : null;
      const endedBy = decision.next.status === 'canceled' ? endMark(action, key) : null;
      await publish(context, await save(trx, key, decision, { kept, endedBy }));
      return decision;
    }),

  /** The query has no client ID, so Citus runs the query on all nodes. */
  listOwnedVerifications: (userId: string): Promise<VerificationRequest[]> =>
    read((db) =>
      db
        .selectFrom('verification_requests')
        .select(REQUEST_COLUMNS)
        .where('ownerId', '=', userId)
        .orderBy('createdAt', 'desc')
        .execute(),
    ),

  /** Removes the user's `ownerMark` from a refused request, and deletes a verified request. */
  disownVerification: ({ clientId, requestId }: RequestKey, ownerId: string): Promise<void> =>
    write(async ({ trx }) => {
      await trx
        .updateTable('verification_requests')
        .set({ endedBy: null })
        .where(({ and }) => and({ clientId, requestId, endedBy: ownerMark(ownerId, { clientId, requestId }) }))
        .execute();
      await trx
        .deleteFrom('verification_requests')
        .where(({ and }) => and({ clientId, requestId, ownerId, status: 'verified' }))
        .execute();
    }),

  expireVerifications: ({ window, limit }: { window: Micros; limit: number }): Promise<number> =>
    write(async (context) => {
      const { trx, now } = context;
      const due = trx
        .selectFrom('verification_requests')
        .select(['clientId', 'requestId', ...PROGRESS_COLUMNS])
        // Uses a literal, because with a parameter, neither database uses the partial index.
        .where('status', '=', sql.lit('incomplete' as const))
        .where('createdAt', '<=', now - window)
        .orderBy('createdAt');
      const rows = await lockByPartner(await due.limit(limit).execute(), (clientId, most) =>
        due.where('clientId', '=', clientId).limit(most).forUpdate().skipLocked().execute(),
      );
      const changes: Awaited<ReturnType<typeof save>> = [];
      for (const row of rows) {
        const decision = decideVerification(row, { kind: 'expire' }, now, window);
        if (decision.outcome === 'changed') changes.push(...(await save(trx, row, decision)));
      }
      await publish(context, changes);
      return changes.length;
    }),

  forgetVerifications: ({ age, limit }: { age: Micros; limit: number }): Promise<number> =>
    write(async ({ trx, now }) => {
      const { rows } = await sql<{ clientId: string; id: string }>`
        select client_id, request_id as id from verification_requests
        where status <> 'incomplete' and finalized_at <= ${now - age}
        order by finalized_at limit ${limit}`.execute(trx);
      return deleteRows(trx, 'verification_requests', 'request_id', rows);
    }),
});

/** The caller must have locked the request, and must publish the events. */
async function save(
  trx: Trx,
  { clientId, requestId }: RequestKey,
  { next, events }: Extract<VerificationDecision, { outcome: 'changed' }>,
  { kept, endedBy }: { kept: Encrypted | null; endedBy: string | null } = { kept: null, endedBy: null },
) {
  const { status, ownerId, finalizedAt, lastEventAt } = next;
  await trx
    .updateTable('verification_requests')
    .set({ status, ownerId, endedBy, finalizedAt, lastEventAt, identity: kept })
    .where(({ and }) => and({ clientId, requestId }))
    .execute();
  return events.map((event) => ({ clientId, type: 'verification', resourceId: requestId, ...event }) as const);
}
