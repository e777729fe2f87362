/** Repeated work, one run at a time. */
export interface Rounds<T> {
  /** The result of a run that starts after the call. All calls during a run share the next one. */
  now(): Promise<T>;
  /** Starts a run soon. All calls within the gap share one run. */
  soon(): void;
  /** Makes `soon` do nothing any more. Resolves when no run is in flight. */
  stop(): Promise<void>;
}

/** `gapMs` is the least time between the starts of runs that only `soon` asked for. */
export function createRounds<T>(run: () => Promise<T>, gapMs: number): Rounds<T> {
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
