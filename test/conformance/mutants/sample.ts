import { createHash } from 'node:crypto';
import type { Mutant } from './mutant.ts';

/**
 * Returns a sample of the mutants, spread across mutation operators and contract locations, so that operators with
 * thousands of mutants don't dominate. The sample depends only on the seed.
 */
export function sample(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const rank = ({ name }: Mutant) => createHash('sha256').update(`${seed} ${name}`).digest('hex');
  const ranked = mutants.map((mutant) => ({ mutant, rank: rank(mutant) }));
  const shuffled = ranked.toSorted((one, other) => (one.rank < other.rank ? -1 : 1)).map(({ mutant }) => mutant);
  const queues = grouped(shuffled, ({ operator }) => operator).map((ofOperator) =>
    interleaved(grouped(ofOperator, ({ pointer }) => pointer)),
  );
  const chosen = new Set(interleaved(queues).slice(0, count));
  return mutants.filter((mutant) => chosen.has(mutant));
}

function grouped<T>(list: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of list) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

function interleaved<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}
