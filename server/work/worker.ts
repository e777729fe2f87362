/** Background work that becomes due. Any number of instances share the work: each claims a part. */
export interface Worker {
  /** Polls for due work until the worker is stopped. Does not keep the process alive. */
  start(): void;
  /** Signals that work may be due. Does nothing before `start`; never throws. */
  wake(): void;
  /**
   * Does all work that is due at the clock's time. Resolves when nothing is in flight and nothing more is due. Rejects
   * with `StoreUnavailable` when the database does not respond. Does not need `start`.
   */
  drain(): Promise<void>;
  /** Stops claiming. Resolves to whether the work in flight ended within `timeoutMs`. Other work is claimed again. */
  stop(timeoutMs: number): Promise<boolean>;
}

/** State that the parts of a worker read. */
export interface WorkerState {
  readonly isStopping: boolean;
  /** True when the worker has stopped. Work that ends later was aborted, and its result is invalid. */
  readonly isStopped: boolean;
  /** Claims at once, or right after the claim in flight. `claim` logs its failures. */
  claimNow(): void;
}

export interface WorkerParts {
  /** Claims due work and starts it. Resolves to true when nothing more is due or all slots are in use. */
  claim(): Promise<boolean>;
  /** Returns true after a failed claim. Then only polls claim work. */
  isBackingOff?(): boolean;
  /** Resolves when some work in flight has ended; null when none is in flight. */
  inFlight(): Promise<unknown> | null;
  /** Called once when the worker stops. Resolves when no work is in flight. */
  finish(): Promise<unknown>;
  /** Called once after `finish` or the time limit of `stop`. Closes the connections of the work. */
  close?(): Promise<void>;
  pollMs: number;
  /** Minimum time between claims after `wake`, so that many events share a claim. */
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

/** Repeated runs of a function, one at a time. */
export interface DebouncedRun<T> {
  /** Resolves to the result of a run that starts after the call. All calls during a run share the next run. */
  now(): Promise<T>;
  /** Starts a run soon. All calls within the gap share one run. */
  soon(): void;
  /** Disables `soon`. Resolves when no run is in flight. */
  stop(): Promise<void>;
}

/** Creates debounced runs. `gapMs` is the minimum time between the starts of runs after `soon`. */
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

  // Callers of `now` get the failure. A run after `soon` has no caller.
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
