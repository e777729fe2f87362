/** Waits for all of them, also when one fails. */
export async function together<T extends readonly unknown[]>(
  work: readonly [...T],
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const ends = await Promise.allSettled(work);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return ends.map((end) => (end as PromiseFulfilledResult<unknown>).value) as { [K in keyof T]: Awaited<T[K]> };
}
