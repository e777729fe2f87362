import { setTimeout as sleep } from 'node:timers/promises';
import { deleteLooseFiles } from './loose-files.ts';
import type { LifecycleParts } from './parts.ts';

type Parts = Pick<LifecycleParts, 'store' | 'files' | 'clock' | 'log' | 'submissionWindow'>;

/** As many as one transaction erases. On SQLite nobody else is served meanwhile. */
const BATCH = 100;

/** Between two transactions, so that the adds that have come in meanwhile are not held up by the next one as well. */
const PAUSE_MS = 25;

/**
 * Cancels and erases every submission whose window has passed, and deletes its files. Resolves to how many submissions there
 * were. Any number of instances may do it at once. Rejects with `StoreUnavailable`; what is left is found the next time.
 */
export async function cancelExpired(parts: Parts): Promise<number> {
  const { store, clock, submissionWindow: window } = parts;
  for (let total = 0; ; ) {
    const { canceled, looseFiles } = await store.cancelExpiredSubmissions({
      now: clock.now(),
      window,
      limit: BATCH,
    });
    // At once, as they are personal data whose time is over. Those that this process does not get to are loose, and are found
    // within the hour or two that loose files last.
    await deleteLooseFiles(parts, looseFiles);
    total += canceled;
    if (canceled < BATCH) return total;
    await sleep(PAUSE_MS);
  }
}
