import { StoreUnavailable } from './store.ts';

interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(reason: unknown): void;
}

/**
 * Gathers single calls into runs. One run is in flight at a time; the items that arrive meanwhile, at most `max` of them,
 * are the next one. `run` answers in the order of its items, all or nothing: when it rejects, nothing was done, and the
 * items of a larger run are tried one by one, so that only those that cannot succeed are refused. Not so after
 * `StoreUnavailable`, which is nobody's fault and refuses them all.
 */
export function createBatcher<T, R>(
  run: (items: T[]) => Promise<R[]>,
  { max }: { max: number },
): (item: T) => Promise<R> {
  let queue: Waiting<T, R>[] = [];
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

  async function work(): Promise<void> {
    const batch = queue.slice(0, max);
    queue = queue.slice(max);
    await runOrRefuse(batch);
    if (queue.length > 0) setImmediate(work);
    else working = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (working) return;
      working = true;
      // SQLite answers without ever leaving the event loop's turn. Started at once, a run would be over before the next
      // request is read, and never hold more than one item.
      setImmediate(work);
    });
}
