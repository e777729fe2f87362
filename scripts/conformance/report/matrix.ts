import type { ConformanceReport, CoverageOf } from '../types.ts';

/** What became of every status that the contract documents, operation by operation. */
export interface Matrix {
  /** Every status of the contract, ascending. */
  statuses: readonly string[];
  rows: readonly { operation: string; exercised: ReadonlyMap<string, boolean> }[];
}

/**
 * The matrix of operation x status, from a coverage that names only what is missing. Null when the coverage is not of
 * this whole contract, or names something that it does not have.
 */
export function matrixOf({ covered, total, missing }: CoverageOf, all: ConformanceReport['documented']): Matrix | null {
  const rows = Object.entries(all).map(([operation, statuses]) => ({
    operation,
    exercised: new Map(statuses.map((status) => [status, true])),
  }));
  const documented = rows.reduce((sum, { exercised }) => sum + exercised.size, 0);
  if (documented !== total || missing.length !== total - covered) return null;
  for (const { name } of missing) {
    const [, operation, status] = /^(\S+)\W+(\w+)$/.exec(name) ?? [];
    const row = rows.find((candidate) => candidate.operation === operation);
    // Named twice or not of the contract: either way the rest does not follow.
    if (row === undefined || status === undefined || row.exercised.get(status) !== true) return null;
    row.exercised.set(status, false);
  }
  const statuses = [...new Set(rows.flatMap(({ exercised }) => [...exercised.keys()]))].sort();
  return { statuses, rows };
}
