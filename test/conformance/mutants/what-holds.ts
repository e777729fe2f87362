import { valueAt } from '../../../scripts/contract/json.ts';
import type { Contract, Schema } from '../../../scripts/contract/openapi.ts';

// These functions find the rules for a nested value in all parts of a schema. They ignore conditions, because a
// conditional rule makes no other rule redundant.

/** Returns whether the schema requires the property in the object at `path`. */
export function isRequired(contract: Contract, schema: Schema, path: readonly string[], member: string): boolean {
  if (path.length === 0 && schema.required?.includes(member)) return true;
  return partsAt(contract, schema, path).some((alternatives) =>
    alternatives.every(([part, rest]) => isRequired(contract, part, rest, member)),
  );
}

/** Returns whether the schema allows the type for the value at `path`. */
export function allowsType(contract: Contract, schema: Schema, path: readonly string[], type: string): boolean {
  if (path.length === 0 && schema.type !== undefined && ![schema.type].flat().includes(type)) return false;
  return partsAt(contract, schema, path).every((alternatives) =>
    alternatives.some(([part, rest]) => allowsType(contract, part, rest, type)),
  );
}

/**
 * Returns whether the schema allows the string `word` at `path`. Ignores choices between variants, because a failed
 * choice causes a different violation from a string that is not in an enumeration.
 */
export function allowsWord(contract: Contract, schema: Schema, path: readonly string[], word: string): boolean {
  const { const: one, enum: some } = schema;
  const isListed = (one === undefined || one === word) && (some === undefined || (some as unknown[]).includes(word));
  if (path.length === 0 && !isListed) return false;
  return partsAt(contract, schema, path).every(
    ([only, ...others]) => only === undefined || others.length > 0 || allowsWord(contract, only[0], only[1], word),
  );
}

type Part = [Schema, readonly string[]];

/** Returns the subschemas that apply to the value at `path`, as lists of alternatives. */
function partsAt(contract: Contract, schema: Schema, path: readonly string[]): Part[][] {
  const [head, ...rest] = path;
  const inner = head === undefined ? undefined : head === '*' ? schema['items'] : schema.properties?.[head];
  const target = schema.$ref === undefined ? undefined : valueAt(contract, schema.$ref.slice(1));
  const all = (schema['allOf'] as Schema[] | undefined) ?? [];
  const choices = [schema['oneOf'], schema['anyOf']] as (Schema[] | undefined)[];
  const one = (part: unknown, rest: readonly string[]): Part[][] =>
    part === undefined ? [] : [[[part as Schema, rest]]];
  return [
    ...one(inner, rest),
    ...one(target, path),
    ...all.flatMap((part) => one(part, path)),
    ...choices.flatMap((parts) => (parts === undefined ? [] : [parts.map((part): Part => [part, path])])),
  ];
}
