import { Semaphore } from 'async-mutex';

/** Limits concurrency for each key. The function waits for a slot, and resolves to a function that frees the slot. */
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
