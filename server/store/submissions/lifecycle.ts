import { type Kysely, sql } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { decideSubmission, type SubmissionAction } from '../../domain/submission.ts';
import type { Database } from '../engine/schema.ts';
import { isStorableText } from '../engine/text.ts';
import type { WriteContext } from '../engine/write-context.ts';
import {
  HELD_COLUMNS,
  HOLDING_COLUMNS,
  SUBMISSION_COLUMNS,
  toAsset,
  toHeldSubmission,
  toSubmissionHolding,
} from '../rows.ts';
import type { Asset } from '../store.ts';
import { eraseSubmissions } from './erase-submissions.ts';
import type { HeldSubmission, SubmissionChange } from './lifecycle-store.ts';

export async function findSubmissionByRequestId(
  db: Kysely<Database>,
  requestId: string,
): Promise<HeldSubmission | null> {
  if (!isStorableText(requestId)) return null;
  const row = await db
    .selectFrom('submissions')
    .select(HELD_COLUMNS)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  return row ? toHeldSubmission(row) : null;
}

/** The row is locked before it is read, so that actions on one submission, and its uploads, follow one another. */
export async function changeSubmission(
  { trx, lockRows }: WriteContext,
  requestId: string,
  { action, now, window }: { action: SubmissionAction; now: Micros; window: Micros },
): Promise<SubmissionChange | null> {
  if (!isStorableText(requestId)) return null;
  const row = await trx
    .selectFrom('submissions')
    .select(HOLDING_COLUMNS)
    .where('request_id', '=', requestId)
    .$if(lockRows, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) return null;
  const decision = decideSubmission(toSubmissionHolding(row), action, now, window);
  if (decision.outcome !== 'changed') return decision;

  const { state, ownerId, finalizedAt } = decision.next;
  if (state === 'canceled' && finalizedAt !== null) {
    return { ...decision, looseFiles: await eraseSubmissions(trx, [{ requestId, finalizedAt }], now) };
  }
  await trx
    .updateTable('submissions')
    .set({ state, owner_id: ownerId, finalized_at: finalizedAt })
    .where('request_id', '=', requestId)
    .execute();
  return { ...decision, looseFiles: [] };
}

export async function listCompletedSubmissions(
  db: Kysely<Database>,
  userId: string,
): Promise<HeldSubmission[]> {
  if (!isStorableText(userId)) return [];
  const rows = await db
    .selectFrom('submissions')
    .select(HELD_COLUMNS)
    .where('owner_id', '=', userId)
    // As in the partial index, which then finds them in order.
    .where('state', '=', sql.lit('completed' as const))
    .orderBy('finalized_at', 'desc')
    .orderBy('request_id')
    .execute();
  return rows.map(toHeldSubmission);
}

export async function listAssets(db: Kysely<Database>, requestId: string): Promise<Asset[]> {
  if (!isStorableText(requestId)) return [];
  const rows = await db
    .selectFrom('assets')
    .innerJoin('submissions', 'submissions.request_id', 'assets.request_id')
    .selectAll('assets')
    .select(SUBMISSION_COLUMNS.map((column) => `submissions.${column}` as const))
    .where('assets.request_id', '=', requestId)
    .orderBy('position')
    .execute();
  return rows.map(toAsset);
}

export async function cancelExpiredSubmissions(
  { trx, lockRows }: WriteContext,
  { now, window, limit }: { now: Micros; window: Micros; limit: number },
): Promise<{ canceled: number; looseFiles: string[] }> {
  const rows = await trx
    .selectFrom('submissions')
    .select(['request_id', ...HOLDING_COLUMNS])
    // Written as it is, so that both planners see that the partial index holds every such row.
    .where('state', 'in', sql<'pending' | 'associated'>`('pending', 'associated')`)
    .where('created_at', '<=', now - window)
    .orderBy('created_at')
    .limit(limit)
    .$if(lockRows, (query) => query.forUpdate().skipLocked())
    .execute();
  const expired = rows.flatMap((row) => {
    const decision = decideSubmission(toSubmissionHolding(row), { kind: 'expire' }, now, window);
    const finalizedAt = decision.outcome === 'changed' ? decision.next.finalizedAt : null;
    return finalizedAt === null ? [] : [{ requestId: row.request_id, finalizedAt }];
  });
  return { canceled: expired.length, looseFiles: await eraseSubmissions(trx, expired, now) };
}
