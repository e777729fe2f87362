import { setTimeout as sleep } from 'node:timers/promises';
import { deleteLooseFiles } from './loose-files.ts';
import type { LifecycleParts } from './parts.ts';

type Parts = Pick<LifecycleParts, 'store' | 'files' | 'clock' | 'log' | 'submissionWindow'>;

/**
 * Submissions per transaction. On SQLite nothing else is written meanwhile: of a hundred, the slowest adds took eight
 * times as long as without a sweep, and of so many less than twice.
 */
const BATCH = 25;

/** How long to leave the database to others after a transaction, as a multiple of what that took. */
const REST = 5;

/**
 * Cancels and erases every submission whose window has passed, and deletes its files. Resolves to the number of
 * submissions. Any number of instances may run it at once. Rejects with `StoreUnavailable`; the rest is found the next
 * time.
 */
export async function cancelExpired(parts: Parts): Promise<number> {
  const { store, clock, submissionWindow: window } = parts;
  for (let total = 0; ; ) {
    const startedAt = performance.now();
    const { canceled, looseFiles } = await store.cancelExpiredSubmissions({
      now: clock.now(),
      window,
      limit: BATCH,
    });
    // Deleted at once, because they are personal data that must not be kept any longer. If this process ends before,
    // the files are loose, and are collected within two hours.
    await deleteLooseFiles(parts, looseFiles);
    total += canceled;
    if (canceled < BATCH) return total;
    await sleep((performance.now() - startedAt) * REST);
  }
}
