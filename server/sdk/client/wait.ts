import type { OperationId } from '../../../generated/client.ts';
import { type PartnerApiError, PartnerConnectionError, PartnerTimeoutError } from './errors.ts';
import { errorOf, isTransient, retryAfterMs } from './exchange.ts';
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

export interface CallResult<Result> {
  data?: Result;
  error?: unknown;
  response: Response;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;
const GROWTH = 1.5;

/** After the first response, ignores transient failures. Rejects with `PartnerTimeoutError` after the timeout. */
export async function waitUntilFinal<Result>(
  operation: OperationId,
  read: (signal: AbortSignal) => Promise<CallResult<Result>>,
  isFinal: (result: Result) => boolean,
  timing: Timing,
  { signal, timeoutMs = WAIT_TIMEOUT_MS }: WaitOptions = {},
): Promise<Result> {
  const begun = timing.now();
  let hasResponded = false;
  let cause: PartnerApiError | undefined;
  const over = () => {
    const reason = cause === undefined ? '' : '; the last request got no response';
    const what = `still incomplete after ${Math.round(timeoutMs / 1000)} s${reason}`;
    return new PartnerTimeoutError('still_incomplete', what, { operation, cause });
  };

  return withDeadline(timeoutMs, over, signal, async (untilOver) => {
    for (let longest = FIRST_PAUSE_MS; ; longest = Math.min(MAX_PAUSE_MS, longest * GROWTH)) {
      let retryAfter = 0;
      try {
        const { data, error, response } = await read(untilOver);
        cause = undefined;
        if (isTransient(response.status)) {
          retryAfter = retryAfterMs(response, timing);
        } else {
          if (data === undefined) throw errorOf(operation, error, response);
          if (isFinal(data)) return data;
          hasResponded = true;
        }
      } catch (error) {
        const hasNoResponse = error instanceof PartnerConnectionError || error instanceof PartnerTimeoutError;
        if (!hasResponded || !hasNoResponse) throw error;
        cause = error;
      }
      // Adds a random time, so that many clients do not poll at the same time.
      const pause = Math.max(retryAfter, longest * (0.5 + timing.random() / 2));
      if (timing.now() + pause > begun + timeoutMs) throw over();
      await timing.sleep(pause, untilOver);
    }
  });
}
