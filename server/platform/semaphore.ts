import { Semaphore } from 'async-mutex';

/** Returns a function that waits for a free slot of a key, and then resolves to a function that frees the slot. */
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
