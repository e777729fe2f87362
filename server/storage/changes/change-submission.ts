import type { SubmissionAction } from '../../domain/submission-lifecycle.ts';
import type { Asset } from '../database/documents/asset-store.ts';
import type { StoredFile } from '../database/files/orphaned-file-store.ts';
import type { SubmissionId } from '../database/submissions/submission.ts';
import type { SubmissionChange } from '../database/submissions/submission-store.ts';
import type { DeliveryServices, ReportServices, StorageServices } from '../services.ts';
import { deleteOrphanedFiles } from './orphaned-files.ts';

export async function changeSubmission(
  parts: StorageServices & DeliveryServices & ReportServices,
  id: SubmissionId,
  action: Exclude<SubmissionAction, { kind: 'expire' }>,
  ifFiles?: readonly string[],
): Promise<SubmissionChange | null> {
  const { store, submissionWindow: window, dispatcher } = parts;
  const change = await store.changeSubmission(id, { action, window, ifFiles });
  if (change?.outcome !== 'changed' || change.next.finalizedAt === null) return change;
  dispatcher.wake();
  await deleteOrphanedFiles(parts, change.orphanedFiles);
  return change;
}

/** Registers the file key as orphaned first, so that a sweep deletes the file if the caller never records the key. */
export async function writeFile(
  { store, files }: Pick<StorageServices, 'store' | 'files'>,
  submission: SubmissionId,
  bytes: Uint8Array,
): Promise<StoredFile> {
  const fileKey = files.newKey();
  await store.registerFile(fileKey);
  await files.put(fileKey, submission, bytes);
  return { fileKey, size: bytes.byteLength };
}

export async function storeUpload(
  parts: StorageServices & ReportServices,
  { assetKey, submission }: Pick<Asset, 'assetKey' | 'submission'>,
  bytes: Uint8Array,
): Promise<StoredFile | 'closed' | 'full'> {
  const { store, submissionWindow: window, pendingUploadsQuota: quota } = parts;
  const file = await writeFile(parts, submission, bytes);
  const recorded = await store.recordUpload({ clientId: submission.clientId, assetKey }, file, { window, quota });
  const unneeded = recorded.outcome === 'stored' ? recorded.replaced : file.fileKey;
  if (unneeded !== null) await deleteOrphanedFiles(parts, [unneeded]);
  return recorded.outcome === 'stored' ? file : recorded.outcome;
}
