import type { ValueRule } from '../../generated/validators.js';

/** Returns the rules (`x-value-warnings` in the contract) that match a valid object in the given year. */
export function matchingValueRules(object: object, rules: readonly ValueRule[], year: number): ValueRule[] {
  const values = new Map<string, unknown>(Object.entries(object));
  return rules.filter(({ property, falseWith, before, yearsAhead = 0 }) => {
    const value = values.get(property);
    if (value === undefined || value === null) return false;
    if (falseWith !== undefined) return value === false && isFilled(values.get(falseWith));
    // Dates have the form YYYY-MM-DD, so their order is the order of the strings.
    if (before !== undefined) return String(value) < String(values.get(before));
    return Number(String(value).slice(0, 4)) > year + yearsAhead;
  });
}

const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0;
