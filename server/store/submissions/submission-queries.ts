import { type Kysely, sql, type Transaction } from 'kysely';
import { decideSubmission } from '../../domain/submission.ts';
import { lockByPartner } from '../engine/by-partner.ts';
import { isStorableText, toSealed } from '../engine/columns.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Database } from '../engine/schema.ts';
import { runCompiled } from '../engine/statements.ts';
import { releaseFilesOf } from '../files/loose-file-store.ts';
import { addSubmissions } from './add-submissions.ts';
import { eraseCompleted, eraseSubmissions } from './erase-submissions.ts';
import { HELD_COLUMNS, isCurrentOf, lengthsOf, SUBMISSION_COLUMNS, statementsOf } from './submission-rows.ts';
import type { HeldSubmission, Submission, SubmissionId, SubmissionStore } from './submission-store.ts';

export const submissionStore = (access: DatabaseAccess): SubmissionStore => ({
  addSubmissions: addSubmissions(access),

  findSubmissions: (keys) =>
    access.read(async (db, context) => {
      const storable = keys.filter((key) => isStorableText(key.clientId, key.partnerRef));
      const found: Submission[] = [];
      for (const groups of statementsOf(storable, context)) {
        const { rows } = await runCompiled(db, `current ${lengthsOf(groups)}`, groups.flat(2), () =>
          db
            .selectFrom('submissions')
            .select(SUBMISSION_COLUMNS)
            .where((eb) => isCurrentOf(eb, groups)),
        );
        found.push(...rows);
      }
      return found;
    }),

  findLinkedSubmission: (id) => access.read((db) => findHeld(db, id)),

  findOwnSubmission: (userId, requestId) =>
    access.read(async (db) => {
      if (!isStorableText(userId, requestId)) return null;
      return (await heldBy(db, userId).where('request_id', '=', requestId).executeTakeFirst()) ?? null;
    }),

  readContent: ({ clientId, requestId }) =>
    access.read(async (db) => {
      const row = await db
        .selectFrom('submissions')
        .select(['key_id', 'content'])
        .where(({ and }) => and({ client_id: clientId, request_id: requestId }))
        .executeTakeFirst();
      return row ? toSealed(row.key_id, row.content) : null;
    }),

  listHeldSubmissions: (userId) =>
    access.read(async (db) => {
      if (!isStorableText(userId)) return [];
      return (await heldBy(db, userId).execute()).sort(newestFirst);
    }),

  changeSubmission: (id, { action, now, window, ifFiles }) =>
    access.write(async (context) => {
      const { trx } = context;
      const { clientId, requestId } = id;
      const row = await lockSubmission(trx, id);
      if (row === null) return null;
      const decision = decideSubmission(row, action, now, window);
      if (decision.outcome !== 'changed') return decision;
      if (ifFiles !== undefined && (await fileKeysOf(trx, id)).join() !== ifFiles.join())
        return { outcome: 'other_files' };

      const { state, ownerId, finalizedAt } = decision.next;
      if (state === 'canceled' && finalizedAt !== null) {
        return { ...decision, looseFiles: await eraseSubmissions(context, [{ ...id, finalizedAt }], now) };
      }
      await trx
        .updateTable('submissions')
        .set({ state, owner_id: ownerId, finalized_at: finalizedAt })
        .where(({ and }) => and({ client_id: clientId, request_id: requestId }))
        .execute();
      if (state === 'completed') await releaseFilesOf(trx, id);
      return { ...decision, looseFiles: [] };
    }),

  eraseHeldSubmission: (id, { userId, now, window }) =>
    access.write(async (context) => {
      const row = await lockSubmission(context.trx, id);
      if (row?.ownerId !== userId) return null;
      if (row.state === 'completed') return eraseCompleted(context.trx, id, now);
      const finalizedAt = Math.min(now, row.createdAt + window);
      return eraseSubmissions(context, [{ ...id, finalizedAt }], now);
    }),

  cancelExpiredSubmissions: ({ now, window, limit }) =>
    access.write(async (context) => {
      const due = context.trx
        .selectFrom('submissions')
        // Written as in the partial index, so that both planners see that it holds every such row.
        .where('state', 'in', sql<'pending' | 'associated'>`('pending', 'associated')`)
        .where('created_at', '<=', now - window)
        .orderBy('created_at');
      const rows = await lockByPartner(await due.select('client_id').limit(limit).execute(), (clientId, most) =>
        due
          .select(['client_id as clientId', 'request_id as requestId', ...LIFECYCLE_COLUMNS])
          .where('client_id', '=', clientId)
          .limit(most)
          .forUpdate()
          .skipLocked()
          .execute(),
      );
      const expired = rows.flatMap((row) => {
        const decision = decideSubmission(row, { kind: 'expire' }, now, window);
        const finalizedAt = decision.outcome === 'changed' ? decision.next.finalizedAt : null;
        return finalizedAt === null ? [] : [{ clientId: row.clientId, requestId: row.requestId, finalizedAt }];
      });
      return { canceled: expired.length, looseFiles: await eraseSubmissions(context, expired, now) };
    }),
});

/** The columns of a `SubmissionLifecycle`. */
const LIFECYCLE_COLUMNS = [
  'state',
  'owner_id as ownerId',
  'created_at as createdAt',
  'finalized_at as finalizedAt',
] as const;

/** Locks the row before it is read, so that actions on one submission, and its uploads, follow one another. */
async function lockSubmission(trx: Transaction<Database>, { clientId, requestId }: SubmissionId) {
  if (!isStorableText(clientId, requestId)) return null;
  const row = await trx
    .selectFrom('submissions')
    .select(LIFECYCLE_COLUMNS)
    .where(({ and }) => and({ client_id: clientId, request_id: requestId }))
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The keys of all its files, in order. */
async function fileKeysOf(trx: Transaction<Database>, { clientId, requestId }: SubmissionId): Promise<string[]> {
  const keys: string[] = [];
  for (const table of ['assets', 'documents'] as const) {
    const rows = await trx
      .selectFrom(table)
      .select('file_key')
      .where(({ and }) => and({ client_id: clientId, request_id: requestId }))
      .execute();
    keys.push(...rows.flatMap((row) => row.file_key ?? []));
  }
  return keys.sort();
}

async function findHeld(db: Kysely<Database>, { clientId, requestId }: SubmissionId): Promise<HeldSubmission | null> {
  if (!isStorableText(clientId, requestId)) return null;
  const row = await db
    .selectFrom('submissions')
    .select(HELD_COLUMNS)
    .where(({ and }) => and({ client_id: clientId, request_id: requestId }))
    .executeTakeFirst();
  return row ?? null;
}

/** On Citus each node looks into its own rows: nothing tells the partners. */
const heldBy = (db: Kysely<Database>, userId: string) =>
  db.selectFrom('submissions').select(HELD_COLUMNS).where('owner_id', '=', userId);

const newestFirst = (a: HeldSubmission, b: HeldSubmission): number =>
  (b.finalizedAt ?? b.createdAt) - (a.finalizedAt ?? a.createdAt) || (a.requestId < b.requestId ? -1 : 1);
