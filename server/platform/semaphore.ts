import { Semaphore } from 'async-mutex';

/** Creates a function that waits for one of the `limit` slots of a key, and resolves to a function that frees it. */
export function keyedSemaphore(limit: number) {
  const known = new Map<string, Semaphore>();
  return async (key: string) => {
    const semaphore = known.get(key) ?? new Semaphore(limit);
    known.set(key, semaphore);
    const [, releaseSlot] = await semaphore.acquire();
    return () => {
      releaseSlot();
      if (semaphore.getValue() === limit) known.delete(key);
    };
  };
}
