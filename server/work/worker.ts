import { setTimeout as sleep } from 'node:timers/promises';

/** Processes background work that becomes due. Any number of instances can share the work; each claims a part of it. */
export interface Worker {
  /** Starts to poll for due work. Does not keep the process alive. */
  start(): void;
  /** Signals that work may be due. Does nothing before `start`, and never throws. */
  wake(): void;
  /**
   * Processes all due work. Resolves when no work is in flight or due. Rejects with `StoreUnavailable` if the database
   * does not respond. Can be called without `start`.
   */
  drain(): Promise<void>;
  /** Stops claiming. Resolves to whether the work in flight ended within `timeoutMs`. Other work is claimed again. */
  stop(timeoutMs: number): Promise<boolean>;
}

/** State of a worker that its `WorkerParts` read. */
export interface WorkerState {
  readonly isStopping: boolean;
  /** True after the worker has stopped. Work that ends later was aborted, so its result is invalid. */
  readonly isStopped: boolean;
  /** Claims immediately, or after the claim in flight. Ignores errors, which `claim` has logged. */
  claimNow(): void;
}

interface WorkerParts {
  /** Claims due work and starts it. Resolves to true if no more work is due or all slots are in use. */
  claim(): Promise<boolean>;
  /** Returns true after a failed claim. Then only the next poll claims work. */
  isBackingOff?(): boolean;
  /** Returns a promise that resolves when any work in flight ends, or null if no work is in flight. */
  inFlight(): Promise<unknown> | null;
  /** Called once when the worker stops. Resolves when all work in flight has ended. */
  finish(): Promise<unknown>;
  /** Called once, after `finish` or the timeout of `stop`. Closes the connections of the work. */
  close?(): Promise<void>;
  pollMs: number;
  /** Minimum time between claims that `wake` starts, so that many events share a claim. */
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
    const isFinished = await Promise.race([ended, sleep(timeoutMs, false, { ref: false })]);
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

/** Runs a function without overlap. `gapMs` is the minimum time between a run and the start of a run after `soon`. */
export function createDebouncedRun<T>(run: () => Promise<T>, gapMs: number) {
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

  /** Resolves to the result of a run that starts after this call. All calls during a run share the next run. */
  function now(): Promise<T> {
    if (next !== null) return next;
    if (running === null) return begin();
    next = running.then(begin, begin);
    return next;
  }

  // Callers of `now` handle its errors. A run that `soon` starts has no caller, so its error is ignored.
  const startIgnoringFailure = () => void now().catch(() => {});

  return {
    now,
    /** Schedules a run. All calls within the gap share one run. */
    soon() {
      if (isStopped || next !== null || timer !== undefined) return;
      const remaining = gapEndsAt - performance.now();
      if (running === null && remaining <= 0) startIgnoringFailure();
      else timer = setTimeout(startIgnoringFailure, Math.max(remaining, 1)).unref();
    },
    /** Disables `soon`. Resolves when no run is in progress. */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      while (running !== null || next !== null) await (next ?? running)?.catch(() => {});
    },
  };
}
