import { setTimeout as sleep } from 'node:timers/promises';
import { deleteLooseFiles } from './loose-files.ts';
import type { LifecycleParts } from './parts.ts';

type Parts = Pick<LifecycleParts, 'store' | 'files' | 'clock' | 'log' | 'submissionWindow'>;

/**
 * Submissions per transaction. On SQLite nothing else is written meanwhile: of a hundred, the slowest adds took eight
 * times as long as without a sweep, and of so many less than twice.
 */
const BATCH = 25;

/** Between two transactions, so that adds which arrived meanwhile do not wait for the next one as well. */
const PAUSE_MS = 50;

/**
 * Cancels and erases every submission whose window has passed, and deletes its files. Resolves to the number of
 * submissions. Any number of instances may run it at once. Rejects with `StoreUnavailable`; the rest is found the next
 * time.
 */
export async function cancelExpired(parts: Parts): Promise<number> {
  const { store, clock, submissionWindow: window } = parts;
  for (let total = 0; ; ) {
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
    await sleep(PAUSE_MS);
  }
}
