import type { Micros } from '../../../domain/clock.ts';
import type { DeclaredAsset } from '../../../domain/documents.ts';
import { acceptsFiles } from '../../../domain/submission-lifecycle.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Db, Row } from '../engine/schema.ts';
import {
  addOrphanedFiles,
  removeOrphanedFiles,
  reservePendingUpload,
  type StoredFile,
  storedFile,
} from '../files/orphaned-file-store.ts';
import {
  ASSET_COLUMNS,
  lockSubmission,
  SUBMISSION_COLUMNS,
  type Submission,
  type SubmissionId,
} from '../submissions/submission.ts';

export interface Asset extends DeclaredAsset {
  submission: Submission;
  file: StoredFile | null;
}

export type AssetKey = Pick<Row<'assets'>, 'clientId' | 'assetKey'>;

export const assetStore = ({ read, write }: DatabaseAccess) => ({
  findAsset: ({ clientId, assetKey }: AssetKey): Promise<Asset | null> =>
    read(async (db) => {
      const row = await selectAssets(db, clientId).where('assets.assetKey', '=', assetKey).executeTakeFirst();
      return row ? toAsset(row) : null;
    }),

  listAssets: ({ clientId, requestId }: SubmissionId): Promise<Asset[]> =>
    read(async (db) => {
      const query = selectAssets(db, clientId).where('assets.requestId', '=', requestId);
      return (await query.orderBy('assets.position').execute()).map(toAsset);
    }),

  /** `closed`: the submission accepts no files. `full`: the partner's files would exceed `quota`. */
  recordUpload: (
    { clientId, assetKey }: AssetKey,
    { fileKey, size }: StoredFile,
    { window, quota }: { window: Micros; quota: number },
  ): Promise<{ outcome: 'stored'; replaced: string | null } | { outcome: 'closed' | 'full' }> =>
    write(async ({ trx, now: uploadedAt }) => {
      // Locks the submission first, so that the submission cannot end while the upload is recorded.
      const requestId = trx
        .selectFrom('assets')
        .select('requestId')
        .where(({ and }) => and({ clientId, assetKey }));
      const submission = await lockSubmission(trx, clientId, requestId);
      const open = submission && acceptsFiles(submission.state) && uploadedAt < submission.createdAt + window;
      if (!open) return { outcome: 'closed' };

      const asset = await trx
        .selectFrom('assets')
        .select(['fileKey', 'fileSize'])
        .where(({ and }) => and({ clientId, assetKey }))
        .executeTakeFirst();
      if (!asset) return { outcome: 'closed' };
      const replaced = asset.fileSize ?? 0;
      if (!(await reservePendingUpload(trx, { clientId, size, replaced, most: quota }))) return { outcome: 'full' };

      await trx
        .updateTable('assets')
        .set({ fileKey, fileSize: size, uploadedAt })
        .where(({ and }) => and({ clientId, assetKey }))
        .execute();
      await removeOrphanedFiles(trx, [fileKey]);
      if (asset.fileKey !== null) await addOrphanedFiles(trx, [asset.fileKey], uploadedAt);
      return { outcome: 'stored', replaced: asset.fileKey };
    }),
});

const selectAssets = (db: Db, clientId: string) =>
  db
    .selectFrom('assets')
    .innerJoin('submissions', (join) =>
      join
        .onRef('submissions.clientId', '=', 'assets.clientId')
        .onRef('submissions.requestId', '=', 'assets.requestId'),
    )
    .select(ASSET_COLUMNS.map((column) => `assets.${column}` as const))
    .select(['assets.fileKey', 'assets.fileSize'])
    .select(SUBMISSION_COLUMNS.map((column) => `submissions.${column}` as const))
    .where('assets.clientId', '=', clientId);

type AssetRow = Awaited<ReturnType<ReturnType<typeof selectAssets>['execute']>>[number];

function toAsset(row: AssetRow): Asset {
  const { assetKey, assetId, assetType, fileKey, fileSize, ...submission } = row;
  return { assetKey, assetId, assetType, submission, file: storedFile(fileKey, fileSize) };
}
