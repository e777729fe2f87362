/** Returns the known name nearest to `name`; undefined if more than the share `part` of its letters differs. */
export function nearestName(name: string, known: readonly string[], part = 1 / 3): string | undefined {
  const similar = known
    .map((candidate) => ({ candidate, limit: Math.ceil(candidate.length * part) }))
    .filter(({ candidate, limit }) => Math.abs(candidate.length - name.length) <= limit)
    .map((entry) => ({ ...entry, edits: editsBetween(name.toLowerCase(), entry.candidate.toLowerCase()) }))
    .filter(({ edits, limit }) => edits <= limit);
  return similar.sort((one, other) => one.edits - other.edits)[0]?.candidate;
}

/** Returns the Levenshtein distance: the minimum number of letters to insert, delete, or replace. */
function editsBetween(from: string, to: string): number {
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
