import { Places } from './places.ts';

/** Milliseconds. */
interface Time {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const ofProcess: Time = {
  now: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Does what cannot be divided further, and resolves to what it returns. Rejects with what it throws. */
type Step = <T>(work: () => T) => Promise<T>;

/**
 * Work that keeps the event loop for many milliseconds. One piece of work is done after the other, in steps, and after
 * each step comes a pause of its length: nobody else waits for two steps, and half of the time is left to them.
 */
export class LongWork {
  readonly #places = new Places(1);
  readonly #time: Time;

  constructor(time = ofProcess) {
    this.#time = time;
  }

  /** Resolves, or rejects, as `work` does. */
  async run<T>(work: (step: Step) => Promise<T>): Promise<T> {
    await this.#places.take();
    let longest = 0;
    const step: Step = async (act) => {
      const startedAt = this.#time.now();
      const result = act();
      const took = this.#time.now() - startedAt;
      longest = Math.max(longest, took);
      await this.#time.sleep(took);
      return result;
    };
    try {
      return await work(step);
    } finally {
      // What is done with the result now is a step too, and takes no longer than these did.
      void this.#time.sleep(longest).then(() => this.#places.leave());
    }
  }
}
