import { StoreUnavailable } from '../domain/unavailable.ts';

export interface BatchLimits<T> {
  /** The most items in a run. */
  max: number;
  /** Bounds the memory too. Without it, items are only counted. */
  bytes?: {
    sizeOf(item: T): number;
    /** An item that is larger runs alone. */
    perRun: number;
    /** What may wait for a run, beside the one in flight. A call beyond that is rejected with `StoreUnavailable` at once. */
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
 * Gathers single calls into runs. One run is in flight at a time; the items that arrive meanwhile, as many as the limits
 * allow, are the next one. `run` answers in the order of its items, all or nothing: when it rejects, nothing was done, and the
 * items of a larger run are tried one by one, so that only those that cannot succeed are refused. Not so after
 * `StoreUnavailable`, which is nobody's fault and refuses them all.
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
      // SQLite answers without ever leaving the event loop's turn. Started at once, a run would be over before the next
      // request is read, and never hold more than one item.
      setImmediate(work);
    });
}
