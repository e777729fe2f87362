import { itemsOf, type Json, memberOf } from '../../contract/json.ts';

/** A rule in `x-value-warnings`. spec/README.md describes the properties. */
export interface ValueRule {
  property: string;
  code: string;
  falseWith?: string;
  before?: string;
  yearsAhead?: number;
}

/** Returns whether an object matches a rule at the given time. */
export function isDoubtful(object: Json, { property, falseWith, before, yearsAhead }: ValueRule, now: Date): boolean {
  const value = memberOf(object, property);
  if (falseWith !== undefined) return value === false && itemsOf(memberOf(object, falseWith)).length > 0;
  if (before !== undefined) return Date.parse(String(value)) < Date.parse(String(memberOf(object, before)));
  const year = Number(/^\d{4}/.exec(String(value))?.[0]);
  return yearsAhead !== undefined && year > now.getUTCFullYear() + yearsAhead;
}
