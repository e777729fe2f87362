import { valueAt } from '../../../scripts/conformance/json.ts';
import type { Contract, Schema } from '../../../scripts/generate/contract.ts';

// What a schema holds a value inside of it to, whichever of its parts says so. Conditions are left out: what holds only
// sometimes makes nothing superfluous.

/** Whether the value at `path` needs the member. */
export function isRequired(contract: Contract, schema: Schema, path: readonly string[], member: string): boolean {
  if (path.length === 0 && schema.required?.includes(member)) return true;
  return partsAt(contract, schema, path).some((alternatives) =>
    alternatives.every(([part, rest]) => isRequired(contract, part, rest, member)),
  );
}

/** Whether the value at `path` may be of the type. */
export function allowsType(contract: Contract, schema: Schema, path: readonly string[], type: string): boolean {
  if (path.length === 0 && schema.type !== undefined && ![schema.type].flat().includes(type)) return false;
  return partsAt(contract, schema, path).every((alternatives) =>
    alternatives.some(([part, rest]) => allowsType(contract, part, rest, type)),
  );
}

/**
 * Whether the value at `path` may be the word, as far as no choice between variants decides on it: a choice that none fits is
 * answered in another way than a word that is not on a list.
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

/** The parts of a schema that speak of the value at `path`: each is a list of which one at least must hold. */
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
