import { seconds } from '../domain/clock.ts';
import type { Services } from '../services.ts';

type Parts = Pick<Services, 'store' | 'files' | 'clock' | 'log'>;

/** Longer than an upload takes from its announcement to its record, so that no file under way is taken for a loose one. */
const SETTLED_AFTER = seconds(3600);
const BATCH = 100;

/** Deletes files that no row refers to. What fails now stays loose and is tried again later. */
export async function deleteLooseFiles(
  { store, files, log }: Parts,
  fileKeys: readonly string[],
): Promise<void> {
  try {
    for (const fileKey of fileKeys) await files.delete(fileKey);
    await store.forgetLooseFiles(fileKeys);
  } catch (err) {
    log.warn({ err, files: fileKeys.length }, 'files that are no longer needed were not deleted');
  }
}

/** Deletes every file that has been loose for an hour. Any number of instances may do it at once. */
export async function collectLooseFiles(parts: Parts): Promise<void> {
  const before = parts.clock.now() - SETTLED_AFTER;
  const seen = new Set<string>();
  for (;;) {
    const loose = await parts.store.listLooseFiles(before, BATCH);
    const fileKeys = loose.filter((fileKey) => !seen.has(fileKey));
    // Those that come back could not be deleted.
    if (fileKeys.length === 0) return;
    for (const fileKey of fileKeys) seen.add(fileKey);
    await deleteLooseFiles(parts, fileKeys);
  }
}
