/** Background work that becomes due at some time. Any number of instances share it: each claims a part. */
export interface Worker {
  /** Looks for due work until it is stopped. Does not keep the process alive. */
  start(): void;
  /** Says that work may have become due. Does nothing before `start`; never throws. */
  wake(): void;
  /**
   * Does everything that is due at the clock's time. Resolves when nothing is in flight and nothing more is due.
   * Rejects with `StoreUnavailable` when the database does not answer. Needs no `start`.
   */
  drain(): Promise<void>;
  /**
   * Claims nothing more. Resolves to whether the work in flight ended within `timeoutMs`; the rest is claimed again.
   */
  stop(timeoutMs: number): Promise<boolean>;
}

/** The state that the worker's own parts read. */
export interface WorkerState {
  readonly isStopping: boolean;
  /** It has stopped. Work that ends later was cut off, and its result means nothing. */
  readonly isStopped: boolean;
  /** Claims at once, or right after the claim in flight. `claim` itself logs its failures. */
  claimNow(): void;
}

export interface WorkerParts {
  /** Claims due work and starts it. Resolves to true when nothing more is due or no place is free for it. */
  claim(): Promise<boolean>;
  /** While true, only polls look for work, because the last claim failed. */
  isBackingOff?(): boolean;
  /** Resolves when some work in flight has ended; null when none is in flight. */
  inFlight(): Promise<unknown> | null;
  /** Called once when the worker stops. Resolves when no work is in flight. */
  finish(): Promise<unknown>;
  /** Called once after `finish` or the time limit of `stop`. Closes the connections that the work used. */
  close?(): Promise<void>;
  pollMs: number;
  /** The least time between claims that `wake` asked for, so that many events at once do not make a claim each. */
  wakeGapMs: number;
}

export function createWorker(parts: WorkerParts): Worker & WorkerState {
  const { claim, isBackingOff = () => false, inFlight, finish, close, pollMs, wakeGapMs } = parts;
  const runs = createDebouncedRun(claim, wakeGapMs);
  let polling: NodeJS.Timeout | undefined;
  let isStopping = false;
  let isStopped = false;
  let stopped: Promise<boolean> | undefined;

  async function end(timeoutMs: number): Promise<boolean> {
    isStopping = true;
    clearInterval(polling);
    const ended = Promise.all([runs.stop(), finish()]).then(() => true);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, false);
    });
    const isFinished = await Promise.race([ended, late]);
    clearTimeout(timer);
    isStopped = true;
    await close?.();
    return isFinished;
  }

  return {
    get isStopping() {
      return isStopping;
    },
    get isStopped() {
      return isStopped;
    },
    claimNow() {
      if (!isBackingOff() && !isStopping) runs.now().catch(() => {});
    },
    start() {
      if (polling !== undefined || isStopping) return;
      polling = setInterval(runs.soon, pollMs).unref();
      runs.soon();
    },
    wake() {
      if (polling !== undefined && !isBackingOff()) runs.soon();
    },
    async drain() {
      while (!isStopping) {
        const isNothingDue = await runs.now();
        const work = inFlight();
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

/** Repeated work, one run at a time. */
export interface DebouncedRun<T> {
  /** The result of a run that starts after the call. All calls during a run share the next one. */
  now(): Promise<T>;
  /** Starts a run soon. All calls within the gap share one run. */
  soon(): void;
  /** Makes `soon` do nothing any more. Resolves when no run is in flight. */
  stop(): Promise<void>;
}

/** `gapMs` is the least time between the starts of runs that only `soon` asked for. */
export function createDebouncedRun<T>(run: () => Promise<T>, gapMs: number): DebouncedRun<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let gapEndsAt = 0;
  let isStopped = false;

  function begin(): Promise<T> {
    next = null;
    clearTimeout(timer);
    timer = undefined;
    gapEndsAt = performance.now() + gapMs;
    running = run().finally(() => {
      running = null;
    });
    return running;
  }

  function now(): Promise<T> {
    if (next !== null) return next;
    if (running === null) return begin();
    next = running.then(begin, begin);
    return next;
  }

  // Callers of `now` get the failure; a run for `soon` has no caller to tell.
  const startIgnoringFailure = () => void now().catch(() => {});

  return {
    now,
    soon() {
      if (isStopped || next !== null || timer !== undefined) return;
      const remaining = gapEndsAt - performance.now();
      if (running === null && remaining <= 0) startIgnoringFailure();
      else timer = setTimeout(startIgnoringFailure, Math.max(remaining, 1)).unref();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      while (running !== null || next !== null) await (next ?? running)?.catch(() => {});
    },
  };
}
