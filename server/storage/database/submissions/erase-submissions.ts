import type { Micros } from '../../../domain/clock.ts';
import { ownerMark } from '../../../domain/link-state.ts';
import type { WriteContext } from '../engine/database-access.ts';
import type { Trx } from '../engine/schema.ts';
import { partnersOf, requestIdsOf } from '../engine/statements.ts';
import { addOrphanedFiles, fileKeysOf, type HeldFile, releaseFiles } from '../files/orphaned-file-store.ts';
import { publish } from '../webhooks/outbox.ts';
import type { Submission, SubmissionId } from './submission.ts';

/** The caller must have locked the submissions. Resolves to the keys of the orphaned files. */
export async function eraseSubmissions(
  context: WriteContext,
  cancellations: readonly (SubmissionId & { finalizedAt: Micros })[],
): Promise<string[]> {
  const { trx, now } = context;
  const ended: Ended[] = [];
  if (cancellations.length === 0) return [];
  for (const { clientId, requestId, finalizedAt } of cancellations) {
    const update = trx
      .updateTable('submissions')
      .set({ state: 'canceled', finalizedAt, content: null, ownerId: null })
      .where(({ and }) => and({ clientId, requestId }));
    ended.push(await update.returning(ENDED_COLUMNS).executeTakeFirstOrThrow());
  }
  await publishEnds(context, 'canceled', ended);
  const files = await deleteFiles(trx, cancellations);
  await releaseFiles(trx, files);
  await addOrphanedFiles(trx, fileKeysOf(files), now);
  return fileKeysOf(files);
}

export const publishEnds = (
  context: WriteContext,
  status: 'verified' | 'canceled',
  ended: readonly Ended[],
): Promise<void> =>
  publish(
    context,
    ended.map(({ clientId, partnerRef: resourceId, finalizedAt }) => {
      return { clientId, type: 'submission', resourceId, status, createdAt: finalizedAt ?? context.now };
    }),
  );

export const ENDED_COLUMNS = ['clientId', 'partnerRef', 'finalizedAt'] as const;

type Ended = Pick<Submission, (typeof ENDED_COLUMNS)[number]>;

/** The caller must have locked the submission. The state stays `completed`. */
export async function eraseCompleted({ trx, now }: WriteContext, id: SubmissionId, ownerId: string): Promise<string[]> {
  const { clientId, requestId } = id;
  await trx
    .updateTable('submissions')
    .set({ content: null, ownerId: null, endedBy: ownerMark(ownerId, id), documentsDeletedAt: now })
    .where(({ and }) => and({ clientId, requestId }))
    .execute();
  const fileKeys = fileKeysOf(await deleteFiles(trx, [id]));
  await addOrphanedFiles(trx, fileKeys, now);
  return fileKeys;
}

async function deleteFiles(trx: Trx, ids: readonly SubmissionId[]): Promise<HeldFile[]> {
  const files: HeldFile[] = [];
  for (const table of ['assets', 'documents'] as const) {
    const rows = await trx
      .deleteFrom(table)
      .where('clientId', 'in', partnersOf(ids))
      .where('requestId', 'in', requestIdsOf(ids))
      .returning(['clientId', 'fileKey', 'fileSize'])
      .execute();
    files.push(...rows.filter((row) => row.fileKey !== null));
  }
  return files;
}
