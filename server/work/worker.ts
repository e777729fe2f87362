import { createRounds } from './rounds.ts';

/** Work that is due at some time, apart from any request, which any number of instances share: each takes on a part of it. */
export interface Worker {
  /** Looks for due work until it is stopped. Does not keep the process from ending. */
  start(): void;
  /** Something may have become due. Does nothing unless started; never throws. */
  wake(): void;
  /**
   * Does all that is due, at the clock's time, and resolves when nothing is under way and nothing more is due. Rejects with
   * `StoreUnavailable` when the database does not answer. Needs no `start`.
   */
  drain(): Promise<void>;
  /**
   * Takes on nothing more and lets what is under way end. Resolves to whether it ended within `timeoutMs`; what did not is
   * done again, by whoever comes next.
   */
  stop(timeoutMs: number): Promise<boolean>;
}

/** The worker as its own parts see it. */
export interface WorkerState {
  readonly isStopping: boolean;
  /** It was stopped and the time is over: what ends from then on was cut off, and says nothing. */
  readonly isGivenUp: boolean;
  /** Claims at once, after the claim under way if there is one. The failure is the claim's own to log. */
  claimNow(): void;
}

export interface WorkerParts {
  /** Takes on what is due and begins it. Resolves to whether nothing more is due that there is room for. */
  claim(): Promise<boolean>;
  /** While this holds, only polls look for work: the last look failed. */
  isResting?(): boolean;
  /** Resolves when some of what is under way has ended; null when nothing is. */
  underWay(): Promise<unknown> | null;
  /** Called once when it stops. Resolves when nothing is under way any more. */
  finish(): Promise<unknown>;
  /** Called once after that, or after the time that `stop` was given: ends the connections that the work used. */
  close?(): Promise<void>;
  pollMs: number;
  /** The least time between looks that `wake` asked for: a storm of events must not make a look of each. */
  wakeGapMs: number;
}

export function createWorker(parts: WorkerParts): Worker & WorkerState {
  const { claim, isResting = () => false, underWay, finish, close, pollMs, wakeGapMs } = parts;
  const rounds = createRounds(claim, wakeGapMs);
  let polling: NodeJS.Timeout | undefined;
  let isStopping = false;
  let isGivenUp = false;
  let stopped: Promise<boolean> | undefined;

  async function end(timeoutMs: number): Promise<boolean> {
    isStopping = true;
    clearInterval(polling);
    const ended = Promise.all([rounds.stop(), finish()]).then(() => true);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, false);
    });
    const isFinished = await Promise.race([ended, late]);
    clearTimeout(timer);
    isGivenUp = true;
    await close?.();
    return isFinished;
  }

  return {
    get isStopping() {
      return isStopping;
    },
    get isGivenUp() {
      return isGivenUp;
    },
    claimNow() {
      if (!isResting() && !isStopping) rounds.now().catch(() => {});
    },
    start() {
      if (polling !== undefined || isStopping) return;
      polling = setInterval(rounds.soon, pollMs).unref();
      rounds.soon();
    },
    wake() {
      if (polling !== undefined && !isResting()) rounds.soon();
    },
    async drain() {
      while (!isStopping) {
        const isNothingDue = await rounds.now();
        const work = underWay();
        if (isNothingDue && work === null) return;
        await work;
      }
    },
    stop(timeoutMs) {
      stopped ??= end(timeoutMs);
      return stopped;
    },
  };
}
