import type { Kysely } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { acceptsFiles } from '../../domain/submission.ts';
import { isStorableText } from '../engine/columns.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Database } from '../engine/schema.ts';
import { addLooseFiles, fitWaitingFile, removeLooseFiles } from '../files/loose-file-store.ts';
import { ASSET_COLUMNS, SUBMISSION_COLUMNS } from '../submissions/submission-rows.ts';
import type { NewAsset, Submission, SubmissionId } from '../submissions/submission-store.ts';

/** A file that was uploaded for an asset. */
export interface UploadedFile {
  /** Name of the encrypted file in the file store. */
  fileKey: string;
  /** Bytes before encryption. */
  size: number;
  uploadedAt: Micros;
}

export interface Asset extends NewAsset {
  submission: Submission;
  file: UploadedFile | null;
}

/** By which an asset is found. */
export interface AssetKey {
  clientId: string;
  assetKey: string;
}

/** The assets of v2 batches. They are added and erased with their submissions. */
export interface AssetStore {
  findAsset(key: AssetKey): Promise<Asset | null>;
  /** In the order in which they were submitted. */
  listAssets(id: SubmissionId): Promise<Asset[]>;
  /**
   * Records an upload while the submission is `pending` or `associated` and younger than the window; otherwise
   * `closed`, and `full` when the partner's files of open submissions would hold more than `quota` bytes. `replaced` is
   * the file that this one takes the place of; it is loose from then on.
   */
  recordUpload(
    key: AssetKey,
    file: UploadedFile,
    bounds: { window: Micros; quota: number },
  ): Promise<{ outcome: 'stored'; replaced: string | null } | { outcome: 'closed' | 'full' }>;
}

export const assetStore = ({ read, write }: DatabaseAccess): AssetStore => ({
  findAsset: ({ clientId, assetKey }) =>
    read(async (db) => {
      if (!isStorableText(clientId, assetKey)) return null;
      const row = await selectAssets(db)
        .where('assets.client_id', '=', clientId)
        .where('assets.asset_key', '=', assetKey)
        .executeTakeFirst();
      return row ? toAsset(row) : null;
    }),

  listAssets: ({ clientId, requestId }) =>
    read(async (db) => {
      if (!isStorableText(clientId, requestId)) return [];
      const rows = await selectAssets(db)
        .where('assets.client_id', '=', clientId)
        .where('assets.request_id', '=', requestId)
        .orderBy('assets.position')
        .execute();
      return rows.map(toAsset);
    }),

  recordUpload: ({ clientId, assetKey }, { fileKey, size, uploadedAt }, { window, quota }) =>
    write(async ({ trx }) => {
      // The submission is locked first and the asset read after that, so that an upload, another one of the same
      // asset, and the submission's end follow one another.
      const submission = await trx
        .selectFrom('submissions')
        .select(['state', 'created_at'])
        .where('client_id', '=', clientId)
        .where('request_id', '=', (eb) =>
          eb
            .selectFrom('assets')
            .select('request_id')
            .where('assets.client_id', '=', clientId)
            .where('asset_key', '=', assetKey),
        )
        .forUpdate()
        .executeTakeFirst();
      const open = submission && acceptsFiles(submission.state) && uploadedAt < submission.created_at + window;
      if (!open) return { outcome: 'closed' };

      const asset = await trx
        .selectFrom('assets')
        .select(['file_key', 'file_size'])
        .where(({ and }) => and({ client_id: clientId, asset_key: assetKey }))
        .executeTakeFirst();
      if (!asset) return { outcome: 'closed' };
      const replaced = asset.file_size ?? 0;
      if (!(await fitWaitingFile(trx, { clientId, size, replaced, most: quota }))) return { outcome: 'full' };

      await trx
        .updateTable('assets')
        .set({ file_key: fileKey, file_size: size, uploaded_at: uploadedAt })
        .where(({ and }) => and({ client_id: clientId, asset_key: assetKey }))
        .execute();
      await removeLooseFiles(trx, [fileKey]);
      if (asset.file_key !== null) await addLooseFiles(trx, [asset.file_key], uploadedAt);
      return { outcome: 'stored', replaced: asset.file_key };
    }),
});

const selectAssets = (db: Kysely<Database>) =>
  db
    .selectFrom('assets')
    .innerJoin('submissions', (join) =>
      join
        .onRef('submissions.client_id', '=', 'assets.client_id')
        .onRef('submissions.request_id', '=', 'assets.request_id'),
    )
    .select(ASSET_COLUMNS.map((column) => `assets.${column}` as const))
    .select(['assets.file_key', 'assets.file_size', 'assets.uploaded_at'])
    .select(SUBMISSION_COLUMNS.map((column) => `submissions.${column}` as const));

type AssetRow = Awaited<ReturnType<ReturnType<typeof selectAssets>['execute']>>[number];

function toAsset(row: AssetRow): Asset {
  const {
    assetKey,
    assetId,
    assetType,
    file_key: fileKey,
    file_size: size,
    uploaded_at: uploadedAt,
    ...submission
  } = row;
  return {
    assetKey,
    assetId,
    assetType,
    submission,
    file: fileKey === null || size === null || uploadedAt === null ? null : { fileKey, size, uploadedAt },
  };
}
