import { Semaphore } from 'async-mutex';

/** Returns a function that waits for a slot of a key. The promise resolves to a function that releases the slot. */
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
