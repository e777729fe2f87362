import type { Kysely, Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { takesFiles } from '../../domain/submission.ts';
import type { Database } from '../engine/schema.ts';
import { SUBMISSION_COLUMNS, toAsset } from '../rows.ts';
import type { Asset, UploadedFile } from '../store.ts';
import { forgetLooseFiles, loosen } from './loose-files.ts';

export async function findAsset(db: Kysely<Database>, assetKey: string): Promise<Asset | null> {
  const row = await db
    .selectFrom('assets')
    .innerJoin('submissions', 'submissions.request_id', 'assets.request_id')
    .selectAll('assets')
    .select(SUBMISSION_COLUMNS.map((column) => `submissions.${column}` as const))
    .where('asset_key', '=', assetKey)
    .executeTakeFirst();
  return row ? toAsset(row) : null;
}

export type UploadOutcome = { outcome: 'stored'; replaced: string | null } | { outcome: 'closed' };

/**
 * The submission is locked first and the asset read after that, so that an upload, another one of the same asset, and
 * the submission's end follow one another.
 */
export async function recordUpload(
  trx: Transaction<Database>,
  upload: { assetKey: string; file: UploadedFile; windowMicros: Micros; lockRows: boolean },
): Promise<UploadOutcome> {
  const { assetKey, file, windowMicros, lockRows } = upload;
  const submission = await trx
    .selectFrom('submissions')
    .select(['state', 'created_at'])
    .where('request_id', '=', (eb) =>
      eb.selectFrom('assets').select('request_id').where('asset_key', '=', assetKey),
    )
    .$if(lockRows, (query) => query.forUpdate())
    .executeTakeFirst();
  const open =
    submission && takesFiles(submission.state) && file.uploadedAt < submission.created_at + windowMicros;
  if (!open) return { outcome: 'closed' };

  const asset = await trx
    .selectFrom('assets')
    .select('file_key')
    .where('asset_key', '=', assetKey)
    .executeTakeFirst();
  if (!asset) return { outcome: 'closed' };

  await trx
    .updateTable('assets')
    .set({ file_key: file.fileKey, file_size: file.size, uploaded_at: file.uploadedAt })
    .where('asset_key', '=', assetKey)
    .execute();
  await forgetLooseFiles(trx, [file.fileKey]);
  if (asset.file_key !== null) await loosen(trx, [asset.file_key], file.uploadedAt);
  return { outcome: 'stored', replaced: asset.file_key };
}
