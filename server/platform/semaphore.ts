import { Semaphore } from 'async-mutex';

/** Creates a function that acquires one of `limit` slots of a key. Callers get slots in the order of their calls. */
export function keyedSemaphore(limit: number) {
  const known = new Map<string, Semaphore>();
  return async (key: string) => {
    const semaphore = known.get(key) ?? new Semaphore(limit);
    known.set(key, semaphore);
    const [, releaseSlot] = await semaphore.acquire();
    return {
      release() {
        releaseSlot();
        if (semaphore.getValue() === limit) known.delete(key);
      },
    };
  };
}
