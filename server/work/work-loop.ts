import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../domain/unavailable.ts';
import type { Logger } from '../platform/log.ts';

interface LoopOptions {
  /** Plural name of the work, for log messages. */
  name: string;
  log: Logger;
  /** Maximum time between two rounds. */
  pollMs: number;
  /** Minimum time between two rounds, so that wake-ups in quick succession cause only one round. */
  gapMs: number;
}

/**
 * Runs rounds. A round claims due items and starts work on them. Rounds start after a wake-up, when an item is done, or
 * when `pollMs` has passed. Several instances can share the work, because each claims different items.
 */
export abstract class WorkLoop<Item> {
  readonly #options: LoopOptions;
  readonly #inFlight = new Map<Item, Promise<void>>();
  #round: Promise<unknown> = Promise.resolve();
  #waiting = new AbortController();
  #running: Promise<void> | undefined;
  #stopped: Promise<boolean> | undefined;
  #isDown = false;
  #isBackingOff = false;
  #isStopping = false;
  #isStopped = false;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  protected abstract claim(): Promise<readonly Item[]>;
  /** Processes a claimed item, and records the result. Must not reject. */
  protected abstract perform(item: Item): Promise<void>;
  /** Closes the connections of items in progress, which aborts the work on them. */
  protected async close(): Promise<void> {}

  protected get inFlight(): Item[] {
    return [...this.#inFlight.keys()];
  }

  /** True after the loop has stopped. Work that ends later was aborted, so its result is invalid. */
  protected get isStopped(): boolean {
    return this.#isStopped;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Starts the next round without waiting for the next poll, unless the last round has failed. */
  wake(): void {
    if (!this.#isBackingOff) this.#waiting.abort();
  }

  /** Processes all due items, and resolves when they are done. Does not require `start`. */
  async drain(): Promise<void> {
    for (let claimed = 1; (claimed > 0 || this.#inFlight.size > 0) && !this.#isStopping; ) {
      claimed = await this.round();
      if (this.#inFlight.size > 0) await Promise.race(this.#inFlight.values());
    }
  }

  /**
   * Stops claiming items, and waits up to `timeoutMs` for the items in progress. Aborts the remaining items, which are
   * retried later. Resolves to true if no item remained.
   */
  stop(timeoutMs: number): Promise<boolean> {
    this.#stopped ??= this.#stop(timeoutMs);
    return this.#stopped;
  }

  /** Runs one round, after the current round if there is one. Resolves to the number of claimed items. */
  round(): Promise<number> {
    const round = this.#round.then(() => this.#performRound());
    this.#round = round.catch(() => {});
    return round;
  }

  async #performRound(): Promise<number> {
    if (this.#isStopping) return 0;
    const claimed = await this.claim();
    if (this.#isDown) this.#options.log.info(`${this.#options.name} continue: the database responds again`);
    this.#isDown = false;
    // Drops items that were claimed after `stop` timed out. They are due again when their leases end.
    if (!this.#isStopped) for (const item of claimed) this.#begin(item);
    return claimed.length;
  }

  #begin(item: Item): void {
    const work = this.perform(item).then(() => {
      this.#inFlight.delete(item);
      this.wake();
    });
    this.#inFlight.set(item, work);
  }

  async #run(): Promise<void> {
    for (;;) {
      await this.#tryRound();
      if (this.#isStopped || (this.#isStopping && this.#inFlight.size === 0)) return;
      await sleep(this.#options.gapMs);
      await this.#waitForWake();
    }
  }

  async #tryRound(): Promise<void> {
    try {
      await this.round();
      this.#isBackingOff = false;
    } catch (err) {
      this.logFailure(err, `${this.#options.name} could not be claimed`);
      // Discards wake-ups that arrived during the failed round, so that only the next poll starts a round.
      this.#isBackingOff = true;
      this.#waiting = new AbortController();
    }
  }

  async #waitForWake(): Promise<void> {
    const { signal } = this.#waiting;
    await sleep(this.#options.pollMs, undefined, { signal, ref: this.#isStopping }).catch(() => {});
    this.#waiting = new AbortController();
  }

  async #stop(timeoutMs: number): Promise<boolean> {
    this.#isStopping = true;
    this.#waiting.abort();
    this.start();
    const ended = this.#running?.then(() => true);
    const isFinished = await Promise.race([ended ?? true, sleep(timeoutMs, false, { ref: false })]);
    this.#isStopped = true;
    await this.close();
    return isFinished;
  }

  /** Logs a failure. During a database outage, logs only the first failure. */
  protected logFailure(err: unknown, message: string, about = {}): void {
    const { log, name } = this.#options;
    if (this.#isStopped) return;
    if (!(err instanceof StoreUnavailable)) log.error({ err, ...about }, message);
    else if (!this.#isDown) {
      log.error({ err }, `${name} are paused: the database does not respond`);
      this.#isDown = true;
    }
  }
}
