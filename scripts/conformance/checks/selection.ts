export type Selection = ReturnType<typeof selectionOf>;

export const checkNames = (
  'deliveries downloads examples faults head keywords limits links methods pages parameters relations security ' +
  'statuses tokens'
).split(' ');

export function selectionOf(operationIds: readonly string[], names: readonly string[] = []) {
  // A case that belongs to no operation, such as `deliveries: rotation`, needs the whole check.
  const checkIn = (name: string) => checkNames.find((check) => `${name}:`.startsWith(`${check}:`));
  const operationIn = (name: string) =>
    operationIds.find((id) => name.startsWith(id) && /^([:\s]|$)/.test(name.slice(id.length)));
  const checks = names.flatMap((name) => checkIn(name) ?? []);
  const others = names.filter((name) => checkIn(name) === undefined);
  const cases = others.filter((name) => !operationIds.includes(name));
  const unknown = cases.find((name) => !/[:\s]/.test(name));
  if (unknown !== undefined)
    throw new RangeError(
      `--only: unknown name ${unknown}. Checks: ${checkNames.join(', ')}. Operations: ${operationIds.join(', ')}.`,
    );
  const operations = [...new Set(others.map(operationIn))];
  return {
    /** Selected operations; undefined if all are selected, and empty if the selected cases belong to no operation. */
    operations: others.length === 0 ? undefined : operations.filter((id) => id !== undefined),
    /** True if the selection includes cases that belong to no operation or to several operations. */
    isOfAll: others.length === 0 || operations.includes(undefined),
    /** True if all cases of the selected operations are selected, so that coverage can be measured. */
    isWhole: checks.length + cases.length === 0,
    /** Returns whether the selection includes the check, or a case whose name starts with `name`. */
    wants: (check: string, name: string) =>
      checks.length + cases.length === 0 || checks.includes(check) || cases.some((asked) => asked.startsWith(name)),
  };
}
