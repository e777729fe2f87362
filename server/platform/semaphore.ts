import { Semaphore } from 'async-mutex';

/** Limits the concurrent work of each key. The returned function waits for a free slot, and resolves to its release. */
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
