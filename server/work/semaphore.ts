/** Lets at most so many in at once. Those who wait come in the order in which they asked. */
export class Semaphore {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get areFree(): boolean {
    return this.#taken === 0;
  }

  /** Resolves when there is a place, to whether another had to leave before. */
  async take(): Promise<boolean> {
    if (this.#taken < this.#most) {
      this.#taken++;
      return false;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return true;
  }

  leave(): void {
    const next = this.#waiting.shift();
    // A place that becomes free goes to who waits, so it stays taken.
    if (next === undefined) this.#taken--;
    else next();
  }
}

/** Resolves when there is a place for the key. */
export type AcquireSlot = (key: string) => Promise<{ leave(): void; waited: boolean }>;

/** So many places for each key. */
export function keyedSemaphore(most: number): AcquireSlot {
  const known = new Map<string, Semaphore>();
  return async (key) => {
    const places = known.get(key) ?? new Semaphore(most);
    known.set(key, places);
    const waited = await places.take();
    return {
      waited,
      leave() {
        places.leave();
        if (places.areFree) known.delete(key);
      },
    };
  };
}
