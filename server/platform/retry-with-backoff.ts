import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Runs `work` until it succeeds, with growing pauses, and resolves to its result. Calls `onFirstFailure` once. Rejects
 * with an error that is not temporary, and with an `AbortError` after `signal` is aborted.
 */
export async function retryWithBackoff<T>(
  work: () => Promise<T>,
  options: { isTemporary(error: unknown): boolean; onFirstFailure(error: unknown): void; signal?: AbortSignal },
): Promise<T> {
  const { isTemporary, onFirstFailure, signal } = options;
  for (let failures = 0; ; failures++) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      if (failures === 0) onFirstFailure(error);
      // The random part prevents all instances from retrying at the same time.
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2);
      await sleep(pause, undefined, { ref: false, ...(signal && { signal }) });
    }
  }
}
