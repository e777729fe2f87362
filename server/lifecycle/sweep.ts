import { setTimeout as sleep } from 'node:timers/promises';
import { tellSweep } from '../sweep-log.ts';
import { deleteForgottenDocuments } from './delete-forgotten-documents.ts';
import { deleteLooseFiles } from './loose-files.ts';
import type { LifecycleParts } from './parts.ts';

/** The numbers of submissions that a sweep canceled and erased, and of those whose documents it deleted. */
export interface SweepResult {
  canceled: number;
  stripped: number;
  /** Why it did nothing. */
  refusal?: string;
}

/**
 * Erases what may no longer be kept, by the database's clock, and where the guard lets it; `yes` as there. Any number
 * of instances may run it at once. Rejects with `StoreUnavailable`.
 */
export async function sweep(
  parts: Omit<LifecycleParts, 'verificationWindow' | 'dispatcher'>,
  options: { yes?: boolean } = {},
): Promise<SweepResult> {
  const { erasures, security } = parts;
  const allowed = await erasures.timeFor(['submissions', 'documents'], options);
  if ('refusal' in allowed) return { canceled: 0, stripped: 0, ...allowed };
  const { at } = allowed;
  const timed = { ...parts, clock: { now: () => at } };
  const canceled = await cancelExpired(timed);
  const stripped = await deleteForgottenDocuments(timed);
  tellSweep(parts, { submissions: canceled, documents_of: stripped });
  if (canceled + stripped > 0)
    security({ event: 'erased', actor: 'service', submissions: canceled, documents_of: stripped });
  return { canceled, stripped };
}

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
export async function cancelExpired(
  parts: Pick<LifecycleParts, 'store' | 'files' | 'clock' | 'log' | 'submissionWindow'>,
): Promise<number> {
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
