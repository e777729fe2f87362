import { CASE_GROUPS, type CaseGroup } from '../types.ts';

export interface Selection {
  /** Selected operations; undefined for all. Empty if only cases without an operation are selected. */
  operations: readonly string[] | undefined;
  /** True if the selection includes cases that belong to no operation or to several operations. */
  isOfAll: boolean;
  /** True if all cases of these operations are selected, so that coverage can be measured. */
  isWhole: boolean;
  /** Returns whether the selection includes the case, or any case whose name starts with `name`. */
  wants(group: CaseGroup, name: string): boolean;
}

/** Returns the selection for names of groups, operations, and cases. Throws a `RangeError` for an unknown name. */
export function selectionOf(operationIds: readonly string[], names: readonly string[] = []): Selection {
  const groups = names.filter((name) => CASE_GROUPS.some((group) => group === name));
  const named = names.filter((name) => operationIds.includes(name));
  const cases = names.filter((name) => !groups.includes(name) && !named.includes(name));
  const unknown = cases.find((name) => !/[:\s]/.test(name));
  if (unknown !== undefined) throw new RangeError(`--only: unknown name ${unknown}.`);
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
