import type { ReportServices } from '../../platform/report-services.ts';
import type { Asset } from '../database/documents/asset-store.ts';
import type { StoredFile } from '../database/files/orphaned-file-store.ts';
import type { StorageServices } from '../services.ts';
import { deleteOrphanedFiles } from './orphaned-files.ts';

/**
 * Stores the file of an asset. The file is registered before it is written, and recorded once it is durable. So every
 * unrecorded file is orphaned, and no row refers to a missing file.
 */
export async function storeUpload(
  parts: StorageServices & ReportServices,
  { assetKey, submission }: Pick<Asset, 'assetKey' | 'submission'>,
  bytes: Uint8Array,
): Promise<StoredFile | 'closed' | 'full'> {
  const { store, files, submissionWindow: window, pendingUploadsQuota: quota } = parts;
  const fileKey = files.newKey();
  await store.registerFile(fileKey);
  await files.put(fileKey, submission, bytes);
  const file = { fileKey, size: bytes.byteLength };
  const recorded = await store.recordUpload({ clientId: submission.clientId, assetKey }, file, { window, quota });
  const unneeded = recorded.outcome === 'stored' ? recorded.replaced : fileKey;
  if (unneeded !== null) await deleteOrphanedFiles(parts, [unneeded]);
  return recorded.outcome === 'stored' ? file : recorded.outcome;
}
