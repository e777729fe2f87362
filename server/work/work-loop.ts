import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../domain/unavailable.ts';
import type { Logger } from '../platform/log.ts';

interface LoopOptions {
  /** Plural noun for log messages. */
  name: string;
  log: Logger;
  pollMs: number;
  /** Minimum time between two rounds. Several wake-ups during this time cause only one round. */
  gapMs: number;
}

/** Claims due items in rounds, and works on them. Several instances can share the work. */
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
  /** Must not reject. */
  protected abstract perform(item: Item): Promise<void>;
  /** Aborts the work on items in progress. */
  protected async close(): Promise<void> {}

  protected get inFlight(): Item[] {
    return [...this.#inFlight.keys()];
  }

  /** True if the loop has aborted the work. Subclasses must then discard their results. */
  protected get isStopped(): boolean {
    return this.#isStopped;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Starts the next round at once, unless the last round failed. */
  wake(): void {
    if (!this.#isBackingOff) this.#waiting.abort();
  }

  /** Processes all due items, even if the loop was not started. */
  async drain(): Promise<void> {
    for (let claimed = 1; (claimed > 0 || this.#inFlight.size > 0) && !this.#isStopping; ) {
      claimed = await this.round();
      if (this.#inFlight.size > 0) await Promise.race(this.#inFlight.values());
    }
  }

  /** Aborts the items that are still in progress after `timeoutMs`. Resolves to true if all items finished. */
  stop(timeoutMs: number): Promise<boolean> {
    this.#stopped ??= this.#stop(timeoutMs);
    return this.#stopped;
  }

  /** Resolves to the number of claimed items. */
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
    // Skips items that were claimed after `stop` timed out. They are due again when their leases end.
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

  /** During a database outage, logs only the first failure. */
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
