import { CASE_GROUPS, type CaseGroup } from '../types.ts';

/** What of all cases is asked for. */
export interface Selection {
  /** Undefined: all of them. None where cases are asked for that are of no operation. */
  operations: readonly string[] | undefined;
  /** Whether something of no operation, or of several, is asked for. */
  isOfAll: boolean;
  /** Whether every case of these operations is asked for, so that it can be measured what was not exercised. */
  isWhole: boolean;
  /** Whether a case is asked for, or several that have this beginning of their names in common. */
  wants(group: CaseGroup, name: string): boolean;
}

/** A selection by the names of groups, operations and cases. Throws a `RangeError` for a name that is none of them. */
export function selectionOf(operationIds: readonly string[], names: readonly string[] = []): Selection {
  const groups = names.filter((name) => CASE_GROUPS.some((group) => group === name));
  const named = names.filter((name) => operationIds.includes(name));
  const cases = names.filter((name) => !groups.includes(name) && !named.includes(name));
  const unknown = cases.find((name) => !/[:\s]/.test(name));
  if (unknown !== undefined) throw new RangeError(`--only: there is no ${unknown}.`);
  const ofCases = cases.map((name) =>
    operationIds.find((id) => /^[:\s]/.test(name.slice(id.length)) && name.startsWith(id)),
  );
  const operations = [...new Set([...named, ...ofCases])].filter((id) => id !== undefined);
  return {
    operations: named.length + cases.length === 0 ? undefined : operations,
    isOfAll: named.length + cases.length === 0 || ofCases.includes(undefined),
    isWhole: groups.length + cases.length === 0,
    wants: (group, name) =>
      groups.length + cases.length === 0 || groups.includes(group) || cases.some((asked) => asked.startsWith(name)),
  };
}
