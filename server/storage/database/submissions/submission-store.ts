import { sql } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import { endMark } from '../../../domain/link-state.ts';
import {
  decideSubmission,
  type SubmissionAction,
  type SubmissionDecision,
} from '../../../domain/submission-lifecycle.ts';
import type { Encrypted } from '../../encryption/encryptor.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Db } from '../engine/schema.ts';
import { lockByPartner } from '../engine/statements.ts';
import { fileKeysOf, filesOf, releaseFiles } from '../files/orphaned-file-store.ts';
import { addSubmissions } from './add-submissions.ts';
import { ENDED_COLUMNS, eraseCompleted, eraseSubmissions, publishEnds } from './erase-submissions.ts';
import {
  type AddResult,
  HELD_COLUMNS,
  type HeldSubmission,
  LIFECYCLE_COLUMNS,
  lockSubmission,
  type NewSubmission,
  readCurrent,
  type Submission,
  type SubmissionId,
  type SubmissionKey,
} from './submission.ts';

type Changed = Extract<SubmissionDecision, { outcome: 'changed' }>;

/** `orphanedFiles` lists the keys of the files that the caller must delete. */
export type SubmissionChange =
  | Exclude<SubmissionDecision, Changed>
  | (Changed & { orphanedFiles: readonly string[] })
  /** The submission's files differ from `ifFiles`. */
  | { outcome: 'other_files' };

interface ChangeOptions {
  action: SubmissionAction;
  window: Micros;
  /** Sorted keys of the files that the submission must have. */
  ifFiles?: readonly string[] | undefined;
}

export type SubmissionStore = ReturnType<typeof submissionStore>;

export const submissionStore = ({ read, write }: DatabaseAccess) => ({
  /** Within `window`, a repeated id returns the stored submission. Afterwards, the id creates a new submission. */
  addSubmissions: (submissions: readonly NewSubmission[], window: Micros): Promise<AddResult[]> =>
    write((context) => addSubmissions({ ...context, window }, submissions)),

  findSubmissions: (keys: readonly SubmissionKey[]): Promise<Submission[]> => read((db) => readCurrent(db, keys)),

  findLinkedSubmission: ({ clientId, requestId }: SubmissionId): Promise<HeldSubmission | null> =>
    read(async (db) => {
      const query = db.selectFrom('submissions').select(HELD_COLUMNS);
      return (await query.where(({ and }) => and({ clientId, requestId })).executeTakeFirst()) ?? null;
    }),

  findOwnSubmission: (userId: string, requestId: string): Promise<HeldSubmission | null> =>
    read(async (db) => (await heldBy(db, userId).where('requestId', '=', requestId).executeTakeFirst()) ?? null),

  readContent: ({ clientId, requestId }: SubmissionId): Promise<Encrypted | null> =>
    read(async (db) => {
      const query = db.selectFrom('submissions').select('content');
      return (await query.where(({ and }) => and({ clientId, requestId })).executeTakeFirst())?.content ?? null;
    }),

  /** Erases a submission that becomes canceled. Resolves to null if the submission does not exist. */
  changeSubmission: (id: SubmissionId, options: ChangeOptions): Promise<SubmissionChange | null> =>
    write(async (context) => {
      const { trx, now } = context;
      const { clientId, requestId } = id;
      const { action, window, ifFiles } = options;
      const row = await lockSubmission(trx, clientId, requestId);
      if (!row) return null;
      const decision = decideSubmission(row, action, now, window);
      if (decision.outcome !== 'changed') return decision;
      const files = await filesOf(trx, id);
      if (ifFiles !== undefined && fileKeysOf(files).sort().join() !== ifFiles.join())
        return { outcome: 'other_files' };

      const { state, ownerId, finalizedAt } = decision.next;
      const update = trx.updateTable('submissions').where(({ and }) => and({ clientId, requestId }));
      if (state === 'canceled' && finalizedAt !== null) {
        await update.set({ endedBy: endMark(action, id) }).execute();
        return { ...decision, orphanedFiles: await eraseSubmissions(context, [{ ...id, finalizedAt }]) };
      }
      const changed = await update.set({ state, ownerId, finalizedAt }).returning(ENDED_COLUMNS).execute();
      if (state === 'completed') {
        await releaseFiles(trx, files);
        await publishEnds(context, 'verified', changed);
      }
      return { ...decision, orphanedFiles: [] };
    }),

  listHeldSubmissions: (userId: string): Promise<HeldSubmission[]> =>
    read(async (db) => (await heldBy(db, userId).execute()).sort(newestFirst)),

  listSubmissionIds: ({ clientId, limit, after }: { clientId: string; limit: number; after?: { requestId: string } }) =>
    read((db) =>
      db
        .selectFrom('submissions')
        .select(['requestId', 'partnerRef'])
        .where('clientId', '=', clientId)
        .where('requestId', '>', after?.requestId ?? '')
        .orderBy('requestId')
        .limit(limit)
        .execute(),
    ),

  /** Cancels an open submission. Resolves to the keys of orphaned files; null if `userId` is not the owner. */
  eraseSubmission: (
    id: SubmissionId,
    { userId, window }: { userId?: string; window: Micros },
  ): Promise<readonly string[] | null> =>
    write(async (context) => {
      const row = await lockSubmission(context.trx, id.clientId, id.requestId);
      if (!row || (userId !== undefined && row.ownerId !== userId)) return null;
      if (row.state === 'canceled') return [];
      // A completed submission without an owner was already erased.
      if (row.state === 'completed') return row.ownerId === null ? [] : eraseCompleted(context, id, row.ownerId);
      const finalizedAt = Math.min(context.now, row.createdAt + window);
      return eraseSubmissions(context, [{ ...id, finalizedAt }]);
    }),

  cancelExpiredSubmissions: ({ window, limit }: { window: Micros; limit: number }) =>
    write(async (context) => {
      const { trx, now } = context;
      const due = trx
        .selectFrom('submissions')
        .select(['clientId', 'requestId', ...LIFECYCLE_COLUMNS])
        // Uses literals, because with parameters, neither database uses the partial index.
        .where('state', 'in', sql<'pending' | 'associated'>`('pending', 'associated')`)
        .where('createdAt', '<=', now - window)
        .orderBy('createdAt');
      const rows = await lockByPartner(await due.limit(limit).execute(), (clientId, most) =>
        due.where('clientId', '=', clientId).limit(most).forUpdate().skipLocked().execute(),
      );
      const expired = rows.flatMap((row) => {
        const decision = decideSubmission(row, { kind: 'expire' }, now, window);
        const finalizedAt = decision.outcome === 'changed' ? decision.next.finalizedAt : null;
        return finalizedAt === null ? [] : [{ clientId: row.clientId, requestId: row.requestId, finalizedAt }];
      });
      return { canceled: expired.length, orphanedFiles: await eraseSubmissions(context, expired) };
    }),
});

/** The query has no client ID, so Citus runs the query on all nodes. */
const heldBy = (db: Db, userId: string) =>
  db.selectFrom('submissions').select(HELD_COLUMNS).where('ownerId', '=', userId);

const newestFirst = (a: HeldSubmission, b: HeldSubmission): number =>
  (b.finalizedAt ?? b.createdAt) - (a.finalizedAt ?? a.createdAt) || (a.requestId < b.requestId ? -1 : 1);
