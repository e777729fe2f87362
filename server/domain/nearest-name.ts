export function nearestName(name: string, known: readonly string[], maxChangedShare = 1 / 3): string | undefined {
  const similar = known
    .map((candidate) => ({ candidate, limit: Math.ceil(candidate.length * maxChangedShare) }))
    .filter(({ candidate, limit }) => Math.abs(candidate.length - name.length) <= limit)
    .map((entry) => ({ ...entry, edits: levenshteinDistance(name.toLowerCase(), entry.candidate.toLowerCase()) }))
    .filter(({ edits, limit }) => edits <= limit);
  return similar.sort((one, other) => one.edits - other.edits)[0]?.candidate;
}

function levenshteinDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const letter of from) {
    const above = row;
    row = above.slice(0, 1).map((edits) => edits + 1);
    for (let column = 0; column < to.length; column++) {
      const replaced = Number(above[column]) + (letter === to[column] ? 0 : 1);
      const other = Math.min(Number(above[column + 1]), Number(row[column])) + 1;
      row.push(Math.min(replaced, other));
    }
  }
  return Number(row.at(-1));
}
