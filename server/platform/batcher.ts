import { StoreUnavailable } from '../domain/unavailable.ts';

interface BatchLimits<T> {
  max: number;
  sizeOf?(item: T): number;
  /** Maximum batch size in bytes. A larger item is a batch of its own. */
  maxBytes?: number;
  /** Maximum queue size in bytes. Calls that would exceed it reject with `StoreUnavailable`. */
  maxWaitingBytes?: number;
}

type Run<T, R> = (items: T[]) => Promise<R[]>;

interface Waiting<T, R> {
  item: T;
  size: number;
  resolve(result: R): void;
  reject(reason: unknown): void;
}

/**
 * Runs one batch at a time. `run` must be atomic, and return one result per item, in order. If `run` rejects, the batch
 * is split and run again, so that only the failing items reject. `StoreUnavailable` rejects all items of the batch.
 */
export function createBatcher<T, R>(run: Run<T, R>, limits: BatchLimits<T>): (item: T) => Promise<R> {
  const { max, sizeOf = () => 0, maxBytes = Infinity, maxWaitingBytes = Infinity } = limits;
  const queue: Waiting<T, R>[] = [];
  let queuedBytes = 0;
  let working = false;

  function takeBatch(): Waiting<T, R>[] {
    let count = 0;
    let batchBytes = 0;
    for (const { size } of queue) {
      const isFull = count === max || batchBytes + size > maxBytes;
      if (isFull && count > 0) break;
      count++;
      batchBytes += size;
    }
    queuedBytes -= batchBytes;
    return queue.splice(0, count);
  }

  async function work(): Promise<void> {
    await runBatch(run, takeBatch());
    if (queue.length > 0) setImmediate(work);
    else working = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const size = sizeOf(item);
      if (queuedBytes + size > maxWaitingBytes)
        throw new StoreUnavailable('Too many writes are waiting for the database');
      queue.push({ item, size, resolve, reject });
      queuedBytes += size;
      if (working) return;
      working = true;
      // Defers the batch, because SQLite is synchronous: otherwise, each item would be a batch of its own.
      setImmediate(work);
    });
}

async function runBatch<T, R>(run: Run<T, R>, batch: Waiting<T, R>[]): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    if (results.length !== batch.length)
      throw new Error(`A batch of ${batch.length} items returned ${results.length} results`);
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
  } catch (error) {
    if (batch.length === 1 || error instanceof StoreUnavailable) {
      for (const { reject } of batch) reject(error);
      return;
    }
    const half = Math.floor(batch.length / 2);
    await runBatch(run, batch.slice(0, half));
    await runBatch(run, batch.slice(half));
  }
}
