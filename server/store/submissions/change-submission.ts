import { sql, type Transaction } from 'kysely';
import { decideSubmission, type SubmissionLifecycle } from '../../domain/submission.ts';
import type { DatabaseAccess, WriteContext } from '../engine/database-access.ts';
import { pickByPartner } from '../engine/pick-by-partner.ts';
import type { Database, Row } from '../engine/schema.ts';
import { isStorableText } from '../engine/text.ts';
import { releaseFilesOf } from '../files/waiting-files.ts';
import { eraseCompleted, eraseSubmissions } from './erase-submissions.ts';
import type { SubmissionId, SubmissionStore } from './submission-store.ts';

/** What an action on a submission goes by. */
const HOLDING_COLUMNS = ['state', 'owner_id', 'created_at', 'finalized_at'] as const;

const toHolding = (row: Pick<Row<'submissions'>, (typeof HOLDING_COLUMNS)[number]>): SubmissionLifecycle => ({
  state: row.state,
  ownerId: row.owner_id,
  createdAt: row.created_at,
  finalizedAt: row.finalized_at,
});

/** The row is locked before it is read, so that actions on one submission, and its uploads, follow one another. */
async function lockSubmission({ trx, lockRows }: WriteContext, { clientId, requestId }: SubmissionId) {
  if (!isStorableText(clientId) || !isStorableText(requestId)) return null;
  const row = await trx
    .selectFrom('submissions')
    .select(HOLDING_COLUMNS)
    .where('client_id', '=', clientId)
    .where('request_id', '=', requestId)
    .$if(lockRows, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? null;
}

export const changeSubmission =
  ({ write }: DatabaseAccess): SubmissionStore['changeSubmission'] =>
  ({ clientId, requestId }, { action, now, window, ifFiles }) =>
    write(async (context) => {
      const { trx } = context;
      const row = await lockSubmission(context, { clientId, requestId });
      if (row === null) return null;
      const decision = decideSubmission(toHolding(row), action, now, window);
      if (decision.outcome !== 'changed') return decision;
      if (ifFiles !== undefined && (await fileKeysOf(trx, { clientId, requestId })).join() !== ifFiles.join())
        return { outcome: 'other_files' };

      const { state, ownerId, finalizedAt } = decision.next;
      if (state === 'canceled' && finalizedAt !== null) {
        return {
          ...decision,
          looseFiles: await eraseSubmissions(context, [{ clientId, requestId, finalizedAt }], now),
        };
      }
      await trx
        .updateTable('submissions')
        .set({ state, owner_id: ownerId, finalized_at: finalizedAt })
        .where('client_id', '=', clientId)
        .where('request_id', '=', requestId)
        .execute();
      if (row.owner_id === null && ownerId !== null)
        await trx
          .insertInto('submission_owners')
          .values({ owner_id: ownerId, request_id: requestId, client_id: clientId })
          .execute();
      if (state === 'completed') await releaseFilesOf(trx, { clientId, requestId });
      return { ...decision, looseFiles: [] };
    });

export const eraseHeldSubmission =
  ({ write }: DatabaseAccess): SubmissionStore['eraseHeldSubmission'] =>
  ({ clientId, requestId }, { userId, now, window }) =>
    write(async (context) => {
      const row = await lockSubmission(context, { clientId, requestId });
      if (row?.owner_id !== userId) return null;
      if (row.state === 'completed') return eraseCompleted(context.trx, { clientId, requestId }, now);
      const finalizedAt = Math.min(now, row.created_at + window);
      return eraseSubmissions(context, [{ clientId, requestId, finalizedAt }], now);
    });

/** The keys of all its files, in order. */
async function fileKeysOf(trx: Transaction<Database>, { clientId, requestId }: SubmissionId): Promise<string[]> {
  const keys: string[] = [];
  for (const table of ['assets', 'documents'] as const) {
    const rows = await trx
      .selectFrom(table)
      .select('file_key')
      .where('client_id', '=', clientId)
      .where('request_id', '=', requestId)
      .execute();
    keys.push(...rows.flatMap((row) => row.file_key ?? []));
  }
  return keys.sort();
}

export const cancelExpiredSubmissions =
  ({ write }: DatabaseAccess): SubmissionStore['cancelExpiredSubmissions'] =>
  ({ now, window, limit }) =>
    write(async (context) => {
      const { trx, lockRows } = context;
      const due = () =>
        trx
          .selectFrom('submissions')
          // Written as it is, so that both planners see that the partial index holds every such row.
          .where('state', 'in', sql<'pending' | 'associated'>`('pending', 'associated')`)
          .where('created_at', '<=', now - window)
          .orderBy('created_at');
      const rows = await pickByPartner(context, limit, {
        look: () => due().select('client_id').limit(limit).execute(),
        take: (most, clientId) =>
          due()
            .select(['client_id', 'request_id', ...HOLDING_COLUMNS])
            .$if(clientId !== null, (query) => query.where('client_id', '=', clientId ?? ''))
            .limit(most)
            .$if(lockRows, (query) => query.forUpdate().skipLocked())
            .execute(),
      });
      const expired = rows.flatMap((row) => {
        const decision = decideSubmission(toHolding(row), { kind: 'expire' }, now, window);
        const finalizedAt = decision.outcome === 'changed' ? decision.next.finalizedAt : null;
        return finalizedAt === null ? [] : [{ clientId: row.client_id, requestId: row.request_id, finalizedAt }];
      });
      return { canceled: expired.length, looseFiles: await eraseSubmissions(context, expired, now) };
    });
