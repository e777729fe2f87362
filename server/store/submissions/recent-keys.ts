/** As many keys are remembered at least, and twice as many at most: some 2 MB. */
const KEPT = 10_000;

/** Remembers the newest of the keys that it is told of. */
export function createRecentKeys(): Pick<Set<string>, 'has'> & { add(key: string): void } {
  let newer = new Set<string>();
  let older = new Set<string>();
  return {
    has: (key) => newer.has(key) || older.has(key),
    add(key) {
      if (newer.size === KEPT) [older, newer] = [newer, new Set()];
      newer.add(key);
    },
  };
}
