import { type SqlBool, sql, type Transaction } from 'kysely';
import type { Encrypted } from '../../crypto/encryptor.ts';
import type { Micros } from '../../domain/clock.ts';
import type { VerificationEvent } from '../../domain/event.ts';
import {
  decideVerification,
  type VerificationAction,
  type VerificationDecision,
  type VerificationProgress,
} from '../../domain/verification.ts';
import { chunks, chunksOfPartners, lockByPartner, requestIdsOf } from '../engine/by-partner.ts';
import { isStorableText, readEncryptedContent, toEncrypted } from '../engine/columns.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Database, Row } from '../engine/schema.ts';
import { padded, runCompiled } from '../engine/statements.ts';
import { publish } from '../webhooks/outbox.ts';

export interface VerificationKey {
  clientId: string;
  /** ID that the partner sends or the service generates. Unique per partner until the request is deleted. */
  requestId: string;
}

export interface NewVerificationRequest extends VerificationKey {
  content: Encrypted;
  createdAt: Micros;
}

export interface VerificationRequest extends VerificationProgress, VerificationKey {
  /** The identity that the user verified; null unless `verified`. */
  identity: Encrypted | null;
}

export interface VerificationChange {
  action: VerificationAction;
  /** Identity that is stored when the action makes the request `verified`. Ignored otherwise. */
  identity?: Encrypted;
  now: Micros;
  window: Micros;
  /** Creates the IDs of the event and its deliveries. */
  newId(): string;
}

type ExpireOptions = Pick<VerificationChange, 'now' | 'window' | 'newId'> & { limit: number };

const PROGRESS_COLUMNS = ['status', 'ownerId', 'createdAt', 'finalizedAt', 'lastEventAt'] as const;

const REQUEST_COLUMNS = ['clientId', 'requestId', ...PROGRESS_COLUMNS, 'identityKeyId', 'identity'] as const;

const toRequest = ({
  identityKeyId,
  identity,
  ...request
}: Pick<Row<'verification_requests'>, (typeof REQUEST_COLUMNS)[number]>): VerificationRequest => ({
  ...request,
  identity: toEncrypted(identityKeyId, identity),
});

export type VerificationStore = ReturnType<typeof verificationStore>;

/** The verification requests of all partners, and the events of their changes. */
export const verificationStore = ({ read, write }: DatabaseAccess) => ({
  /** Adds a request. Resolves to `replayed`, without a change, when the partner has a request with this ID. */
  addVerificationRequest: (request: NewVerificationRequest): Promise<'created' | 'replayed'> =>
    write(async ({ trx }) => {
      const { clientId, requestId, content, createdAt } = request;
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('verification_requests')
        .values({ clientId, requestId, createdAt, keyId: content.keyId, content: content.bytes })
        .onConflict((conflict) => conflict.columns(['clientId', 'requestId']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n ? 'created' : 'replayed';
    }),

  /** Finds the partner's requests with these IDs, in no particular order. */
  findVerificationRequests: (clientId: string, requestIds: readonly string[]): Promise<VerificationRequest[]> =>
    read(async (db) => {
      const storable = [...new Set(requestIds)].filter((requestId) => isStorableText(clientId, requestId));
      const found: VerificationRequest[] = [];
      for (const some of chunks(storable)) {
        const ids = padded(some);
        const { rows } = await runCompiled(db, `verifications ${ids.length}`, [clientId, ...ids], () =>
          db
            .selectFrom('verification_requests')
            .select(REQUEST_COLUMNS)
            .where('clientId', '=', clientId)
            .where('requestId', 'in', ids),
        );
        found.push(...rows.map(toRequest));
      }
      return found;
    }),

  /** Reads the body that the partner sent; null when the request does not exist. */
  readVerificationContent: (key: VerificationKey): Promise<Encrypted | null> =>
    read((db) => readEncryptedContent(db, 'verification_requests', key)),

  /**
   * Applies the result of `decideVerification`. Stores the change, its event, and a delivery of the event to every
   * webhook of the partner in one transaction. Resolves to null when the request does not exist.
   */
  changeVerification: (key: VerificationKey, change: VerificationChange): Promise<VerificationDecision | null> =>
    write(async (context) => {
      const { trx } = context;
      const { clientId, requestId } = key;
      const { action, identity, now, window, newId } = change;
      if (!isStorableText(clientId, requestId)) return null;
      // Locks the row before it is read, so that actions on a request run in sequence.
      const row = await trx
        .selectFrom('verification_requests')
        .select(PROGRESS_COLUMNS)
        .where(({ and }) => and({ clientId, requestId }))
        .forUpdate()
        .executeTakeFirst();
      if (!row) return null;
      const decision = decideVerification(row, action, now, window);
      if (decision.outcome !== 'changed') return decision;

      const kept = decision.next.status === 'verified' && identity ? identity : null;
      await publish(context, [await save(trx, key, decision.next, newId(), kept)], { now, newId });
      return decision;
    }),

  /** Lists the requests that the user opened, newest first. On Citus, every node searches its rows. */
  listOwnedVerifications: (userId: string): Promise<VerificationRequest[]> =>
    read(async (db) => {
      if (!isStorableText(userId)) return [];
      const rows = await db
        .selectFrom('verification_requests')
        .select(REQUEST_COLUMNS)
        .where('ownerId', '=', userId)
        .orderBy('createdAt', 'desc')
        .execute();
      return rows.map(toRequest);
    }),

  /**
   * Removes the owner of a request that has ended. A canceled request stays without an owner; a verified request is
   * deleted with its identity. Changes nothing when the request is open or belongs to another user.
   */
  disownVerification: ({ clientId, requestId }: VerificationKey, ownerId: string): Promise<void> =>
    write(async ({ trx }) => {
      await trx
        .updateTable('verification_requests')
        .set({ ownerId: null })
        .where(({ and }) => and({ clientId, requestId, ownerId, status: 'canceled' }))
        .execute();
      await trx
        .deleteFrom('verification_requests')
        .where(({ and }) => and({ clientId, requestId, ownerId, status: 'verified' }))
        .execute();
    }),

  /**
   * Cancels at most `limit` requests whose window has passed, the oldest first, and stores their events, in one
   * transaction. Resolves to their number. Concurrent instances process different requests.
   */
  expireVerifications: ({ now, window, newId, limit }: ExpireOptions): Promise<number> =>
    write(async (context) => {
      const due = context.trx
        .selectFrom('verification_requests')
        // Repeats the condition of the partial index. Otherwise neither SQLite nor PostgreSQL uses the index.
        .where('status', '=', sql.lit('incomplete' as const))
        .where('createdAt', '<=', now - window)
        .orderBy('createdAt');
      const rows = await lockByPartner(await due.select('clientId').limit(limit).execute(), (clientId, most) =>
        due
          .select(['clientId', 'requestId', ...PROGRESS_COLUMNS])
          .where('clientId', '=', clientId)
          .limit(most)
          .forUpdate()
          .skipLocked()
          .execute(),
      );
      const events: VerificationEvent[] = [];
      for (const row of rows) {
        const decision = decideVerification(row, { kind: 'expire' }, now, window);
        if (decision.outcome === 'changed') events.push(await save(context.trx, row, decision.next, newId()));
      }
      await publish(context, events, { now, newId });
      return events.length;
    }),

  /** Deletes at most `limit` requests that ended at `before` or earlier. Resolves to their number. */
  forgetVerifications: ({ before, limit }: { before: Micros; limit: number }): Promise<number> =>
    write(async ({ trx }) => {
      // Repeats the condition of the partial index.
      const hasEnded = sql<SqlBool>`status <> 'incomplete' and finalized_at <= ${before}`;
      const ended = await trx
        .selectFrom('verification_requests')
        .select(['clientId', 'requestId'])
        .where(hasEnded)
        .orderBy('finalizedAt')
        .limit(limit)
        .execute();
      let forgotten = 0;
      for (const [clientId, some] of chunksOfPartners(ended)) {
        const { numDeletedRows } = await trx
          .deleteFrom('verification_requests')
          .where('clientId', '=', clientId)
          .where('requestId', 'in', requestIdsOf(some))
          .where(hasEnded)
          .executeTakeFirst();
        forgotten += Number(numDeletedRows);
      }
      return forgotten;
    }),
});

type Changed = Extract<VerificationDecision, { outcome: 'changed' }>['next'];

/** Stores the change of a locked request. Resolves to the event of the change, which is not stored yet. */
async function save(
  trx: Transaction<Database>,
  { clientId, requestId }: VerificationKey,
  { status, ownerId, finalizedAt, lastEventAt }: Changed,
  eventId: string,
  kept: Encrypted | null = null,
): Promise<VerificationEvent> {
  await trx
    .updateTable('verification_requests')
    .set({ status, ownerId, finalizedAt, lastEventAt })
    .set({ identityKeyId: kept?.keyId ?? null, identity: kept?.bytes ?? null })
    .where(({ and }) => and({ clientId, requestId }))
    .execute();
  return { eventId, clientId, requestId, status, createdAt: lastEventAt };
}
