import { NoAnswerError, StillIncompleteError, unwrap } from './errors.ts';
import { isPassing, retryAfterMs } from './exchange.ts';
import { type Timing, withDeadline } from './timing.ts';

export interface WaitOptions<Result> {
  signal?: AbortSignal;
  /** Default: 15 minutes. The user has 48 hours, for which a webhook is better. */
  timeoutMs?: number;
  /** Called with the first result, and whenever its status has changed. */
  onStatus?: (result: Result) => void;
}

export const WAIT_TIMEOUT_MS = 900_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;
const GROWTH = 1.5;

type Read<Result> = (
  signal: AbortSignal,
) => Promise<
  { data: Result; error?: never; response: Response } | { data?: never; error: unknown; response: Response }
>;

/**
 * Polls until the status is final: at once, after about a second, and then less often, up to every 15 seconds. After
 * the first answer, a failure that may pass does not end the wait. Rejects with `StillIncompleteError` when the time
 * is over, with `PartnerApiError` when the service refuses, with the signal's reason, and as any call does.
 */
export async function waitUntilFinal<Result>(
  id: string,
  read: Read<Result>,
  statusOf: (result: Result) => string,
  timing: Timing,
  { signal, timeoutMs = WAIT_TIMEOUT_MS, onStatus }: WaitOptions<Result>,
): Promise<Result> {
  const begun = timing.now();
  let known: string | undefined;
  let trouble: NoAnswerError | undefined;
  const over = () => new StillIncompleteError(id, timeoutMs, trouble);

  return withDeadline(timeoutMs, over, signal, async (untilOver) => {
    for (let longest = FIRST_PAUSE_MS; ; longest = Math.min(MAX_PAUSE_MS, longest * GROWTH)) {
      let asked = 0;
      try {
        const answer = await read(untilOver);
        trouble = undefined;
        if (isPassing(answer.response.status)) {
          asked = retryAfterMs(answer.response, timing);
        } else {
          const result = (await unwrap(answer)) as Result;
          const status = statusOf(result);
          if (status !== known) onStatus?.(result);
          known = status;
          if (status !== 'incomplete') return result;
        }
      } catch (error) {
        if (known === undefined || !(error instanceof NoAnswerError)) throw error;
        trouble = error;
      }
      // Between half and the whole, so that many that wait do not ask in step.
      const pause = Math.max(asked, longest * (0.5 + timing.random() / 2));
      if (timing.now() + pause > begun + timeoutMs) throw over();
      await timing.sleep(pause, untilOver);
    }
  });
}
