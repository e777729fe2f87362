import { distance } from 'fastest-levenshtein';

export function nearestName(name: string, known: readonly string[], maxChangedShare = 1 / 3): string | undefined {
  const limitOf = (candidate: string) => Math.ceil(candidate.length * maxChangedShare);
  const similar = known
    .filter((candidate) => Math.abs(candidate.length - name.length) <= limitOf(candidate))
    .map((candidate) => ({ candidate, edits: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= limitOf(candidate));
  return similar.sort((one, other) => one.edits - other.edits)[0]?.candidate;
}
