import { StoreUnavailable } from '../domain/unavailable.ts';

export interface BatchLimits<T> {
  /** Items. */
  max: number;
  /** Limits in bytes, which bound the memory too. Without them, only items are counted. */
  bytes?: {
    sizeOf(item: T): number;
    /** The most bytes in a run; a single larger item gets a run of its own. */
    perRun: number;
    /** The most bytes that may wait beside the run in flight; further calls reject with `StoreUnavailable` at once. */
    waiting: number;
  };
}

interface Waiting<T, R> {
  item: T;
  size: number;
  resolve(result: R): void;
  reject(reason: unknown): void;
}

/**
 * Gathers single calls into runs. One run is in flight at a time; the items that arrive meanwhile form the next one,
 * within the limits. `run` returns one result for each item, in order, and does all or nothing: after it rejects, the
 * items are tried one by one, so that only those at fault are rejected. `StoreUnavailable` is no item's fault and
 * rejects all of them.
 */
export function createBatcher<T, R>(
  run: (items: T[]) => Promise<R[]>,
  { max, bytes }: BatchLimits<T>,
): (item: T) => Promise<R> {
  const queue: Waiting<T, R>[] = [];
  let queuedBytes = 0;
  let working = false;

  async function runTogether(batch: Waiting<T, R>[]): Promise<void> {
    const results = await run(batch.map(({ item }) => item));
    if (results.length !== batch.length) {
      throw new Error(`A run of ${batch.length} items gave ${results.length} results`);
    }
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
  }

  async function runOrRefuse(batch: Waiting<T, R>[]): Promise<void> {
    try {
      await runTogether(batch);
    } catch (error) {
      if (batch.length === 1 || error instanceof StoreUnavailable) {
        for (const { reject } of batch) reject(error);
      } else await runOneByOne(batch);
    }
  }

  async function runOneByOne(batch: Waiting<T, R>[]): Promise<void> {
    for (const [index, waiting] of batch.entries()) {
      try {
        await runTogether([waiting]);
      } catch (error) {
        const refused = error instanceof StoreUnavailable ? batch.slice(index) : [waiting];
        for (const { reject } of refused) reject(error);
        if (error instanceof StoreUnavailable) return;
      }
    }
  }

  function takeBatch(): Waiting<T, R>[] {
    let count = 0;
    let batchBytes = 0;
    for (const { size } of queue) {
      const isFull = count === max || (bytes !== undefined && batchBytes + size > bytes.perRun);
      if (isFull && count > 0) break;
      count++;
      batchBytes += size;
    }
    queuedBytes -= batchBytes;
    return queue.splice(0, count);
  }

  async function work(): Promise<void> {
    await runOrRefuse(takeBatch());
    if (queue.length > 0) setImmediate(work);
    else working = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const size = bytes?.sizeOf(item) ?? 0;
      if (bytes !== undefined && queuedBytes + size > bytes.waiting) {
        throw new StoreUnavailable('Too much waits for the database');
      }
      queue.push({ item, size, resolve, reject });
      queuedBytes += size;
      if (working) return;
      working = true;
      // SQLite answers synchronously: a run started at once would end before the next request is read, and hold one
      // item.
      setImmediate(work);
    });
}
