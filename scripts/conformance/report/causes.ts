import type { CoverageOf, Finding } from '../types.ts';

/** Findings that say the same of the same operation: most likely one fault. */
export interface Cause {
  operation: Finding['operation'];
  departures: readonly string[];
  /** In the order of the run, at least one. */
  findings: readonly [Finding, ...Finding[]];
}

/** Findings by operation and departures, the cause with the most of them first. */
export function causesOf(findings: readonly Finding[]): Cause[] {
  const byCause = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.operation, finding.departures]);
    const same = byCause.get(key);
    if (same === undefined) byCause.set(key, [finding]);
    else same.push(finding);
  }
  return [...byCause.values()]
    .map((same) => ({ operation: same[0].operation, departures: same[0].departures, findings: same }))
    .sort((one, other) => other.findings.length - one.findings.length);
}

/** Names of what was not covered by the reason for it, the most frequent reason first; without a reason: undefined. */
export function missingByReason(coverage: CoverageOf): { reason: string | undefined; names: string[] }[] {
  const byReason = new Map<string | undefined, string[]>();
  for (const { name, reason } of coverage.missing) {
    const names = byReason.get(reason);
    if (names === undefined) byReason.set(reason, [name]);
    else names.push(name);
  }
  return [...byReason]
    .map(([reason, names]) => ({ reason, names }))
    .sort((one, other) => other.names.length - one.names.length);
}
