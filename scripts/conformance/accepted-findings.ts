import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import { isObject, type Json } from '../contract/json.ts';
import { findingCodeOf, findingCodes, nearestFirst } from './finding-codes.ts';
import type { AcceptedFinding, Finding, TargetReport } from './kit-types.ts';

const PROPERTIES = ['code', 'operation', 'case', 'reason', 'expires'];

export async function readAcceptedFindings(file: string, operationIds: readonly string[]): Promise<AcceptedFinding[]> {
  const given = load(await readFile(file, 'utf8')) as Json;
  if (!Array.isArray(given)) throw new Error(`${file} must be a list of accepted findings.`);
  return given.map((entry, index) => {
    const read = isObject(entry) ? { ...entry, expires: dateIn(entry['expires']) } : {};
    const problem = problemOf(read, operationIds);
    if (problem !== undefined) throw new Error(`${file}, entry ${index + 1}: ${problem}`);
    return read as unknown as AcceptedFinding;
  });
}

/** Converts a `Date`, which the YAML parser returns for an unquoted date, to text such as `2027-01-31`. */
const dateIn = (value: unknown) => (value instanceof Date ? value.toISOString().slice(0, 10) : value);

function problemOf(entry: Record<string, unknown>, operationIds: readonly string[]): string | undefined {
  const { code, operation, reason, expires } = entry;
  const unknown = Object.keys(entry).find((name) => !PROPERTIES.includes(name));
  if (unknown !== undefined) return `unknown property ${unknown}. The properties are ${PROPERTIES.join(', ')}.`;
  if (!findingCodes.includes(String(code)))
    return `unknown code ${code}. The most similar code is ${nearestFirst(String(code))[0]}.`;
  if (operation !== undefined && !operationIds.includes(String(operation))) return `unknown operation ${operation}.`;
  if (typeof reason !== 'string' || reason.trim() === '') return 'reason must say why the finding is accepted.';
  if (!/^\d{4}-\d\d-\d\d$/.test(String(expires)) || Number.isNaN(Date.parse(String(expires))))
    return 'expires must be the last day on which the finding is accepted, such as 2027-01-31.';
  return undefined;
}

export const isExpired = ({ expires }: AcceptedFinding, now = new Date()) => expires < now.toISOString().slice(0, 10);

/** Returns the entries that accept the mismatches of a finding; null if any mismatch is not accepted. */
export function acceptedBy(
  accepted: readonly AcceptedFinding[],
  finding: Pick<Finding, 'check' | 'operation' | 'case' | 'mismatches'>,
): AcceptedFinding[] | null {
  const entries = finding.mismatches.flatMap((mismatch) => {
    const code = findingCodeOf(finding.check, mismatch);
    const entry = accepted.find(
      (each) =>
        !isExpired(each) &&
        each.code === code &&
        (each.operation ?? finding.operation) === finding.operation &&
        (each.case ?? finding.case) === finding.case,
    );
    return entry ?? [];
  });
  return entries.length > 0 && entries.length === finding.mismatches.length ? entries : null;
}

/** Returns a line for each entry that accepts no finding, because the entry has expired or is no longer needed. */
export const idleEntries = (accepted: readonly AcceptedFinding[], targets: readonly TargetReport[]): string[] =>
  accepted.flatMap((entry, index) => {
    const { code, operation, expires } = entry;
    const name = `Entry ${index + 1} of the accepted findings (${operation === undefined ? code : `${code}, ${operation}`})`;
    if (isExpired(entry)) return [`${name} expired on ${expires}.`];
    const isUsed = targets.some(({ used }) => used.includes(index));
    return isUsed ? [] : [`${name} accepted no finding. Remove it.`];
  });
