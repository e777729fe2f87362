import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../contract/json.ts';
import { type Contract, isDistinctive, type Schema, targetOf, variantsOf } from '../contract/openapi.ts';

/** Returns the component schemas as the `$defs` of one schema, which Ajv needs. */
export const definitionsOf = (contract: Contract): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(contract.components.schemas).map(([name, schema]) => [name, withCommonRules(contract, schema)]),
  );

/**
 * Changes Ajv's code so that a body within the size limit cannot take minutes to validate: appends errors to a list
 * instead of copying the list, stops at `enough` errors, and counts characters only if a string has enough code units.
 */
export function bounded(code: string, enough: number): string {
  const rewrites: [RegExp, string][] = [
    [/vErrors\.concat\(((?:wrapper\d+\.)?validate\d*\.errors)\)/g, 'mergeErrors(vErrors, $1)'],
    [/\bfor\(let (i\d+)=0; \1<(len\d+); \1\+\+\)/g, `for(let $1=0; $1<$2 && errors<${enough}; $1++)`],
    [/(for\(const (key\d+) in data\d*\)\{)/g, `$1if(errors>=${enough})break;`],
    [/\b(func\d+\((data\d*)\) > (\d+))/g, '$2.length > $3 && $1'],
    [/\bfunc\d+\((data\d*)\) < 1\)/g, '$1.length < 1)'],
  ];
  const merge = 'function mergeErrors(all, more) { for (const error of more) all.push(error); return all; }\n';
  return rewrites.reduce((text, [pattern, replacement]) => {
    if (text.search(pattern) < 0)
      throw new Error(`The code that Ajv generates has changed. It does not match ${pattern}`);
    return text.replace(pattern, replacement);
  }, merge + code);
}

/** Replaces references to components with references to `$defs`. Removes each `mapping`, which Ajv rejects. */
export function forAjv(contract: Contract, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => forAjv(contract, item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      if (key === '$ref') return [[key, String(member).replace('#/components/schemas/', '#/$defs/')]];
      if (key !== 'discriminator' || !isObject(member)) return [[key, forAjv(contract, member)]];
      return isDistinctive(contract, value) ? [[key, { propertyName: member['propertyName'] }]] : [];
    }),
  );
}

/** If the discriminator selects no variant, the rules that all variants share validate the value. */
function withCommonRules(contract: Contract, schema: Schema): Schema {
  if (schema.discriminator === undefined || !isDistinctive(contract, schema)) return schema;
  const { propertyName } = schema.discriminator;
  const variants = variantsOf(schema).map(([, $ref]) => targetOf(contract, $ref) as Schema);
  const common = variants.reduce((found, variant) => commonOf(contract, found, variant) as Schema);
  const named = { type: 'string', enum: variantsOf(schema).map(([value]) => value) };
  const isNamed = { type: 'object', required: [propertyName], properties: { [propertyName]: named } };
  const required = variants[0]?.required?.filter((name) =>
    variants.every((variant) => variant.required?.includes(name)),
  );
  // If the variant is unknown, the properties of all variants are allowed.
  const anyOf = Object.fromEntries(
    variants.flatMap(({ properties = {} }) => Object.keys(properties).map((name) => [name, {}])),
  );
  const fallback = { ...common, required, properties: { ...anyOf, ...common.properties, [propertyName]: named } };
  return { ...schema, type: 'object', if: isNamed, else: fallback };
}

/** Returns the keywords that two schemas share, with the equal parts of their values. */
function commonOf(contract: Contract, one: unknown, other: unknown): unknown {
  if (isDeepStrictEqual(one, other)) return one;
  if (!isObject(one) || !isObject(other)) return undefined;
  const whole = ({ $ref, ...beside }: Record<string, unknown>): Record<string, unknown> =>
    typeof $ref === 'string' ? { ...(targetOf(contract, $ref) as Schema), ...beside } : beside;
  const [first, second] = [whole(one), whole(other)];
  const shared = Object.keys(first).filter((key) => key in second);
  const found = shared.map((key) => [key, commonOf(contract, first[key], second[key])]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}
