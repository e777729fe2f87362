/** Returns variations of a value. Each variation removes one property or changes one value, at any depth. */
export function variationsOf(value: unknown): unknown[] {
  const others = [null, '', 'x', 0, -1, true, {}, []];
  if (typeof value === 'string')
    return [...others, value.slice(1), value.slice(0, -1), `${value}0`, value.toUpperCase()];
  if (typeof value !== 'object' || value === null) return others;
  if (Array.isArray(value))
    return [...others, ...value.flatMap((item, i) => variationsOf(item).map((other) => value.with(i, other)))];
  const members = Object.entries(value);
  return [
    ...others,
    ...members.map(([left]) => Object.fromEntries(members.filter(([name]) => name !== left))),
    ...members.flatMap(([name, member]) => variationsOf(member).map((other) => ({ ...value, [name]: other }))),
  ];
}
