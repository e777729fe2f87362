import { seconds } from '../../domain/clock.ts';
import type { ReportServices } from '../../platform/report-services.ts';
import { logSweep } from '../../platform/sweep-log.ts';
import type { OrphanedFile } from '../database/files/orphaned-file-store.ts';
import type { StorageServices } from '../services.ts';

type Parts = StorageServices & ReportServices;

/** Age from which a registered file counts as orphaned. Every upload takes less time than this. */
const ORPHANED_AFTER = seconds(3600);
const BATCH = 100;

/** Age from which a file that the database does not list is deleted. Restoring a backup takes less time than this. */
const UNKNOWN_AFTER = seconds(24 * 3600);

/** Deletes files that no row refers to. The next sweep retries failures. Resolves to the number of deleted files. */
export async function deleteOrphanedFiles(
  { store, files, log }: Pick<Parts, 'store' | 'files' | 'log'>,
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
    // Logs one line for all files, because a failing disk would otherwise flood the log.
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

export async function collectOrphanedFiles(parts: Parts): Promise<void> {
  const before = parts.clock.now() - ORPHANED_AFTER;
  let files = 0;
  let last: OrphanedFile | undefined;
  do {
    const orphaned = await parts.store.listOrphanedFiles(before, BATCH, last);
    const fileKeys = orphaned.map(({ fileKey }) => fileKey);
    files += await deleteOrphanedFiles(parts, fileKeys);
    last = orphaned.at(-1);
  } while (last !== undefined);
  logSweep(parts, { files });
}

/** Deletes files that the database does not list. They can exist after a backup is restored. */
export async function collectUnknownFiles(parts: Parts): Promise<void> {
  const { store, files, clock } = parts;
  let deleted = 0;
  for await (const page of files.list()) {
    const old = page.filter(({ changedAt }) => changedAt < clock.now() - UNKNOWN_AFTER);
    const unknown = await store.findUnknownFiles(old.map(({ fileKey }) => fileKey));
    deleted += await deleteOrphanedFiles(parts, unknown);
  }
  logSweep(parts, { files: deleted });
}
