import { type Contract, resolve, type Schema } from '../../generate/contract.ts';
import { isObject, itemsOf, type Json, memberOf } from '../json.ts';

/** Instead of a value: all values. */
export const ANY = Symbol('any value');

/**
 * What a schema leaves open to a value: each word of an enumeration, each variant, null and not null, by the component
 * that says so and the pointer within it. Of a value: which of them it shows.
 */
export function facetsOf(contract: Contract, schema: Schema, at: string, value: Json | typeof ANY): Set<string> {
  const found = new Set<string>();
  walk(schema, at, value, []);
  return found;

  function walk(schema: Schema, at: string, value: Json | typeof ANY, within: readonly string[]): void {
    if (schema.$ref !== undefined) {
      if (value === ANY && within.includes(schema.$ref)) return;
      const whole = resolve<Schema>(contract, { $ref: schema.$ref });
      // What many members share, such as a time, is told apart by where it stands.
      const isOwn = whole.properties !== undefined || whole['oneOf'] !== undefined;
      walk(whole, (isOwn && nameOf(schema.$ref)) || at, value, [...within, schema.$ref]);
    }
    const inner = (part: Schema, at: string, value: Json | typeof ANY) => walk(part, at, value, within);
    const types = [schema.type ?? []].flat();
    if (types.includes('null') && types.length > 1) {
      if (value === ANY || value === null) found.add(`${at} null`);
      if (value !== null) found.add(`${at} not null`);
    }
    for (const word of itemsOf(schema['enum'])) if (value === ANY || value === word) found.add(`${at} ${word}`);
    for (const part of itemsOf(schema['allOf']) as Schema[]) inner(part, at, value);
    for (const [i, part] of ([...itemsOf(schema['oneOf']), ...itemsOf(schema['anyOf'])] as Schema[]).entries()) {
      if (value !== ANY && !fits(part, value)) continue;
      found.add(`${at} as ${part['title'] ?? nameOf(part.$ref) ?? part.type ?? i}`);
      inner(part, at, value);
    }
    for (const [name, part] of Object.entries(schema.properties ?? {})) {
      const member = value === ANY ? ANY : memberOf(value, name);
      if (member !== undefined) inner(part, `${at}/${name}`, member);
    }
    if (isObject(schema['items']))
      for (const item of value === ANY ? [ANY] : itemsOf(value)) inner(schema['items'] as Schema, `${at}/*`, item);
  }

  /** Whether a value is of a variant, by what variants differ in: words, types and members. */
  function fits(part: Schema, value: Json): boolean {
    const schema = resolve<Schema>(contract, part as { $ref: string });
    const {
      type,
      required = [],
      properties = {},
      const: word,
      enum: words,
      allOf,
    } = schema as Schema & { const?: Json };
    return (
      (word === undefined || word === value) &&
      (words === undefined || itemsOf(words).includes(value)) &&
      (type === undefined || [type].flat().includes(typeOf(value))) &&
      required.every((name) => memberOf(value, name) !== undefined) &&
      Object.entries(properties).every(([name, each]) => {
        const member = memberOf(value, name);
        return member === undefined || fits(each, member);
      }) &&
      (itemsOf(allOf) as Schema[]).every((each) => fits(each, value))
    );
  }
}

const nameOf = ($ref = '') => $ref.split('/').at(-1) || undefined;

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}
