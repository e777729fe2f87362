import { NoResponseError, StillIncompleteError, unwrap } from './errors.ts';
import { isTransient, retryAfterMs } from './exchange.ts';
import { type Timing, withDeadline } from './timing.ts';

export interface WaitOptions {
  signal?: AbortSignal;
  /**
   * Timeout in milliseconds. Default: `900_000`. Users have
   * <!-- x-service/submission_window_seconds -->48 hours<!-- / --> to decide, so use a webhook for long waits.
   */
  timeoutMs?: number;
}

export const WAIT_TIMEOUT_MS = 900_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;
const GROWTH = 1.5;

/**
 * Polls until the status is final: at once, after about a second, and then less often, up to every 15 seconds. After
 * the first response, a transient failure does not end the wait. Rejects with `StillIncompleteError` after the timeout,
 * with `PartnerApiError` if the service rejects the request, with the signal's reason, and with errors of a call.
 */
export async function waitUntilFinal<Result>(
  id: string,
  read: (signal: AbortSignal) => Promise<{ data?: Result; error?: unknown; response: Response }>,
  isFinal: (result: Result) => boolean,
  timing: Timing,
  { signal, timeoutMs = WAIT_TIMEOUT_MS }: WaitOptions,
): Promise<Result> {
  const begun = timing.now();
  let hasResponded = false;
  let lastFailure: NoResponseError | undefined;
  const over = () => new StillIncompleteError(id, timeoutMs, lastFailure);

  return withDeadline(timeoutMs, over, signal, async (untilOver) => {
    for (let longest = FIRST_PAUSE_MS; ; longest = Math.min(MAX_PAUSE_MS, longest * GROWTH)) {
      let retryAfter = 0;
      try {
        const outcome = await read(untilOver);
        lastFailure = undefined;
        if (isTransient(outcome.response.status)) {
          retryAfter = retryAfterMs(outcome.response, timing);
        } else {
          const result = (await unwrap(outcome)) as Result;
          if (isFinal(result)) return result;
          hasResponded = true;
        }
      } catch (error) {
        if (!hasResponded || !(error instanceof NoResponseError)) throw error;
        lastFailure = error;
      }
      // Pauses for at least half of the limit, plus a random time, so that many clients do not poll at the same time.
      const pause = Math.max(retryAfter, longest * (0.5 + timing.random() / 2));
      if (timing.now() + pause > begun + timeoutMs) throw over();
      await timing.sleep(pause, untilOver);
    }
  });
}
