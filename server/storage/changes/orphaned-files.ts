import type { ReportServices, StorageServices } from '../services.ts';

/** Logs failures instead of rejecting, because the next sweep retries the deletion. */
export async function deleteOrphanedFiles(
  { store, files, log }: Pick<StorageServices & ReportServices, 'store' | 'files' | 'log'>,
  fileKeys: readonly string[],
): Promise<number> {
  const deleted: string[] = [];
  const failures: { fileKey: string; err: unknown }[] = [];
  // Deletes the files one by one, because a failure must not prevent the deletion of other personal data.
  for (const fileKey of fileKeys) {
    try {
      await files.delete(fileKey);
      deleted.push(fileKey);
    } catch (err) {
      failures.push({ fileKey, err });
    }
  }
  if (failures.length > 0) {
    // Logs one line for all files, because one line per file would flood the log when a disk fails.
    const left = { err: failures[0]?.err, files: failures.map(({ fileKey }) => fileKey) };
    log.warn(left, 'orphaned files could not be deleted; the next sweep retries');
  }
  if (deleted.length === 0) return 0;
  try {
    await store.forgetOrphanedFiles(deleted);
  } catch (err) {
    const message = 'deleted files could not be removed from the list of orphaned files; the next sweep retries';
    log.warn({ err, files: deleted.length }, message);
  }
  return deleted.length;
}
