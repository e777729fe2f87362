import { isDeepStrictEqual } from 'node:util';
import { isObject, valueAt } from '../contract/json.ts';
import { type Contract, type Schema, targetOf } from '../contract/openapi.ts';
import { blocks, item } from './markdown.ts';

/** A schema without `$ref` and `allOf`. `component` is the name of the schema to which `$ref` referred. */
type Flat = Schema & { component?: string | undefined };

export function flatten(contract: Contract, { $ref, allOf = [], component, ...own }: Flat): Flat {
  const targets = [...($ref === undefined ? [] : [targetOf(contract, $ref)]), ...(allOf as Schema[])] as Schema[];
  const parts: Flat[] = [...targets.map((part) => flatten(contract, part)), own];
  const properties: Record<string, Schema> = {};
  for (const part of parts)
    for (const [name, property] of Object.entries(part.properties ?? {}))
      properties[name] = { ...properties[name], ...property };
  const required = parts.flatMap((part) => part.required ?? []);
  const texts = new Set(parts.map(({ description }) => description).filter((text) => text !== undefined));
  return {
    ...Object.assign({}, ...parts),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...(texts.size > 0 && { description: [...texts].reverse().join('\n\n') }),
    component: $ref?.split('/').at(-1) ?? component,
  };
}

interface Row {
  path: string;
  schema: Flat;
  isRequired: boolean;
}

const quoted = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

function alternativesOf(contract: Contract, schema: Flat, example: unknown) {
  const { if: condition, then: met, else: otherwise, discriminator, oneOf = [] } = schema;
  const { properties: conditions } = (condition ?? {}) as Schema;
  const values = isObject(example) ? example : {};
  if (conditions !== undefined) {
    const { if: _, ...base } = schema;
    // Treats a condition without `const` as the requirement that the value is null.
    const constants = Object.entries(conditions).map(([name, { const: constant = null }]) => [name, constant] as const);
    const isMet = constants.every(([name, constant]) => isDeepStrictEqual(values[name] ?? null, constant));
    const text = constants.map(([name, constant]) => `\`${name}\` is ${quoted(constant)}`).join(' and ');
    const names = [condition, otherwise].map((each) => (isObject(each) && each['title'] ? ` (${each['title']})` : ''));
    const withRules = (branch: unknown) => flatten(contract, { allOf: [base, branch ?? {}] });
    return [
      { title: `If ${text}${names[0]}:`, schema: withRules(met), matchesExample: isMet },
      { title: `Unless ${text}${names[1]}:`, schema: withRules(otherwise), matchesExample: !isMet },
    ];
  }
  return (oneOf as Schema[]).map((variant) => {
    const flat = flatten(contract, variant);
    const name = discriminator?.propertyName ?? '';
    const { const: constant, enum: allowed = [constant] } = flatten(contract, flat.properties?.[name] ?? {});
    const title = `If \`${name}\` is ${(allowed as unknown[]).map(quoted).join(' or ')}:`;
    return { title, schema: flat, matchesExample: (allowed as unknown[]).includes(values[name]) };
  });
}

function separateSharedProperties(contract: Contract, variants: readonly Flat[], prefix = '') {
  const shared: Record<string, Schema> = {};
  const own: Row[][] = variants.map(() => []);
  for (const name of new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)))) {
    const rows = variants.map(({ properties, required = [] }) => {
      const property = properties?.[name];
      const schema = property && flatten(contract, property);
      return schema && { path: prefix + name, schema, isRequired: required.includes(name) };
    });
    const present = rows.filter((row) => row !== undefined);
    const [first] = present;
    if (first && rows.every((row) => isDeepStrictEqual(row, first))) {
      shared[name] = first.schema;
    } else if (first && rows.every((row) => row?.schema.properties)) {
      const schemas = present.map(({ schema }) => schema);
      const inner = separateSharedProperties(contract, schemas, `${prefix}${name}.`);
      shared[name] = { ...first.schema, properties: inner.shared };
      for (const [i, list] of own.entries()) list.push(...(inner.own[i] ?? []));
    } else {
      for (const [i, list] of own.entries()) if (rows[i]) list.push(rows[i]);
    }
  }
  return { shared, own };
}

const numberText = (value: unknown) => Number(value).toLocaleString('en-US');

function range(least: unknown, most: unknown, unit = ''): string {
  if (least === undefined && most === undefined) return '';
  if (least === undefined) return `at most ${numberText(most)}${unit}`;
  if (most === undefined) return `at least ${numberText(least)}${unit}`;
  return `${numberText(least)} to ${numberText(most)}${unit}`;
}

function rulesOf(schema: Flat): string {
  const message = schema['x-message'];
  const isExplained = schema.description !== undefined || message !== undefined;
  const rules = [
    // Omits the message of a component, because the description of the component explains the rule in more detail.
    schema.component === undefined && message,
    range(schema['minLength'], schema['maxLength'], ' characters'),
    range(undefined, schema['x-max-bytes'], ' bytes in UTF-8'),
    range(schema['minItems'], schema['maxItems'], ' items'),
    range(schema['minimum'], schema['maximum']),
    schema['uniqueItems'] && 'no item twice',
    schema['x-https'] && 'https only, except to the same machine outside production',
    schema['x-registered-domain'] && 'the host is one of your registered domains',
    schema['x-public-address'] && 'the host is a public address',
    schema['x-ports'] && `the port is one of ${(schema['x-ports'] as number[]).join(', ')}`,
    schema['contentMediaType'] && 'contains a JSON object',
    schema['x-required-scope'] && `needs the scope \`${schema['x-required-scope']}\` if it is not empty`,
    schema['default'] !== undefined && `default: ${quoted(schema['default'])}`,
    schema['format'] !== undefined && `format: ${schema['format']}`,
    schema['pattern'] !== undefined && !isExplained && `pattern: ${quoted(schema['pattern'])}`,
  ].filter(Boolean);
  return rules.length === 0 ? '' : `*${rules.join(' · ')}*`;
}

function valuesOf(schema: Flat): string {
  const values = (schema['enum'] ?? schema['x-extensible-enum']) as unknown[] | undefined;
  if (values === undefined) return '';
  const label = schema['enum'] ? 'Values' : 'Values in this version (later versions can add values)';
  return `${label}: ${values.map(quoted).join(' ')}`;
}

function typeOf(contract: Contract, schema: Flat): string {
  const { component, type, items, oneOf, const: constant } = schema;
  if (constant !== undefined) return quoted(constant);
  const orNull = [type].flat().includes('null') ? ' or null' : '';
  if (items !== undefined) return `list of ${typeOf(contract, flatten(contract, items as Schema))}${orNull}`;
  const types = [type ?? (oneOf ? 'object' : 'any type')].flat().join(' or ');
  return component === undefined ? types : `${types} (${component})`;
}

export function property(contract: Contract, { path, schema, isRequired }: Row, prefix: string, parent?: unknown) {
  const id = `${prefix}.${path}`.replaceAll(/[^\w.-]/g, '');
  const example = valueAt(parent, `/${path.replaceAll('.', '/')}`);
  const items = schema['items'] === undefined ? undefined : flatten(contract, schema['items'] as Schema);
  const ofItems = items?.properties === undefined && items?.description && `Each item: ${items.description}`;
  const [first] = items && Array.isArray(example) ? example : [example];
  const text: string = blocks(
    `[\`${path}\`](#${id}) ${typeOf(contract, schema)} ${isRequired ? '**required**' : 'optional'}`,
    schema.description,
    ofItems,
    rulesOf(schema),
    valuesOf(items ?? schema),
    propertyList(contract, items ?? schema, id, first),
  );
  return item(text);
}

/** Lists the properties of each variant, starting with the variant of the example, then the shared properties. */
function propertyList(contract: Contract, schema: Flat, anchor: string, example: unknown): string {
  const alternatives = alternativesOf(contract, schema, example);
  const { shared, own } = separateSharedProperties(
    contract,
    alternatives.length > 0 ? alternatives.map((each) => each.schema) : [schema],
  );
  const required = alternatives[0]?.schema.required ?? schema.required ?? [];
  const list = (rows: Row[], prefix: string) => rows.map((row) => property(contract, row, prefix, example)).join('\n');
  const variants = alternatives
    .map(({ title, matchesExample }, i) => ({ title, matchesExample, rows: own[i] ?? [] }))
    .filter(({ rows }) => rows.length > 0)
    .toSorted((a, b) => Number(b.matchesExample) - Number(a.matchesExample))
    .map(({ title, rows }, i) => {
      const sorted = rows.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
      return blocks(`**${title}**`, list(sorted, i === 0 ? anchor : `${anchor}-${i + 1}`));
    });
  const rows = Object.entries(shared).map(([path, each]) => ({
    path,
    schema: flatten(contract, each),
    isRequired: required.includes(path),
  }));
  return blocks(...variants, variants.length > 0 && rows.length > 0 && '**In every variant:**', list(rows, anchor));
}

export function valueText(contract: Contract, schema: Schema, anchor: string, example: unknown): string {
  const flat = flatten(contract, schema);
  const list = propertyList(contract, flat, anchor, example);
  return list || blocks(`Type: ${typeOf(contract, flat)}`, rulesOf(flat), valuesOf(flat));
}
