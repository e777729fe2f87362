/** Callers acquire slots in the order of their calls. */
export class Semaphore {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isIdle(): boolean {
    return this.#taken === 0;
  }

  async acquire(): Promise<void> {
    if (this.#taken < this.#limit) this.#taken++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  release(): void {
    const next = this.#waiting.shift();
    // Frees the slot if no caller is waiting. Otherwise, the next caller gets the slot.
    if (next === undefined) this.#taken--;
    else next();
  }
}

export function keyedSemaphore(limit: number) {
  const known = new Map<string, Semaphore>();
  return async (key: string) => {
    const semaphore = known.get(key) ?? new Semaphore(limit);
    known.set(key, semaphore);
    await semaphore.acquire();
    return {
      release() {
        semaphore.release();
        if (semaphore.isIdle) known.delete(key);
      },
    };
  };
}
