import type { Logger } from '../log.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { CountPoints, Window } from './windows.ts';

/** Counts in a place that all instances have, by the clock of that place. Rejects when it cannot. */
export interface SharedCounter {
  count: CountPoints<Promise<Window>>;
  close(): Promise<void>;
}

/** Resolves to null when the instance is to count alone for now. */
export type CountForAll = CountPoints<Promise<Window | null>>;

const PATIENCE = {
  /** A request waits for no longer than that to be counted. */
  answerMs: 250,
  /** Until the counter is tried again that failed or was late. */
  aloneMs: 5_000,
};

/** Counts by `counter` as long as it answers in time. Says so when that changes; never rejects. */
export function countWhileItAnswers(
  counter: SharedCounter,
  { log, telemetry }: { log: Logger; telemetry: Telemetry },
  { answerMs, aloneMs } = PATIENCE,
): CountForAll {
  let isAlone = false;
  let triedAt = 0;
  return async (key, points, ms) => {
    if (isAlone && performance.now() - triedAt < aloneMs) return null;
    triedAt = performance.now();
    try {
      const window = await inTime(counter.count(key, points, ms), answerMs);
      if (isAlone) {
        isAlone = false;
        telemetry.limitsCounted('for all');
        log.info('limits are counted for all instances again');
      }
      return window;
    } catch (err) {
      if (!isAlone) {
        isAlone = true;
        telemetry.limitsCounted('alone');
        log.warn({ err }, 'limits are counted by this instance alone');
      }
      return null;
    }
  };
}

function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${limitMs} ms`)), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
