import type { Mutant } from './mutant.ts';

/**
 * Returns a sample of the mutants, spread across mutation operators and contract locations, so that operators with
 * thousands of mutants don't dominate. The sample depends only on the seed.
 */
export function sample(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const random = randomFrom(seed);
  const byOperator = grouped(mutants, ({ operator }) => operator);
  const queues = byOperator.map((ofOperator) => {
    const places = grouped(ofOperator, ({ pointer }) => pointer);
    return inTurn(
      shuffled(
        places.map((place) => shuffled(place, random)),
        random,
      ),
    );
  });
  const chosen = new Set(inTurn(queues).slice(0, count));
  return byOperator.flat().filter((mutant) => chosen.has(mutant));
}

/** Groups the items by key. The groups are in the order of their first items. */
export function grouped<T>(list: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** Interleaves the lists: the first item of each list, then the second item of each list, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => (index < list.length ? [list[index] as T] : [])),
  ).flat();
}

/** Returns the items in random order (Fisher-Yates shuffle). */
function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}

/** Returns a generator of reproducible random numbers in [0, 1) (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
