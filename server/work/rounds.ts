/** Work that is done over and over, one run at a time. */
export interface Rounds<T> {
  /** The result of a run that starts after the call. All who call during a run share the next one. */
  now(): Promise<T>;
  /** Sees to it that a run starts soon. Any number of calls within the gap make one run. */
  soon(): void;
  /** `soon` does nothing from then on. Resolves when no run is under way any more. */
  stop(): Promise<void>;
}

/** `gapMs` is the least time between the starts of runs that only `soon` asked for. After a longer rest it starts one at once. */
export function createRounds<T>(run: () => Promise<T>, gapMs: number): Rounds<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let restsUntil = 0;
  let isStopped = false;

  function begin(): Promise<T> {
    next = null;
    clearTimeout(timer);
    timer = undefined;
    restsUntil = performance.now() + gapMs;
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

  // Who asks for the result hears of the failure; nobody asked for this one.
  const nowUnheard = () => void now().catch(() => {});

  return {
    now,
    soon() {
      if (isStopped || next !== null || timer !== undefined) return;
      const rest = restsUntil - performance.now();
      if (running === null && rest <= 0) nowUnheard();
      else timer = setTimeout(nowUnheard, Math.max(rest, 1)).unref();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      while (running !== null || next !== null) await (next ?? running)?.catch(() => {});
    },
  };
}
