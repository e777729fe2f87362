import { valueAt } from '../../../scripts/contract/json.ts';
import type { Contract, Schema } from '../../../scripts/contract/openapi.ts';
import { patternEdits } from './pattern-edits.ts';
import { edited, pointerOf } from './pointer.ts';
import type { Place, Use } from './request-places.ts';

export interface KeywordEdit {
  operator: string;
  /** JSON Pointer from the schema to the changed keyword, or into the value of the keyword. */
  at: string;
  after: unknown;
  /** Suffix that distinguishes changes to the same keyword. Empty if the keyword has only one change. */
  detail: string;
  /** Effect on the set of accepted values: more, fewer, or different values. */
  effect: 'loosened' | 'tightened' | 'changed';
  /** Reason why no client can notice the change. */
  equivalent?: string;
}

type Operator = (place: Place, contract: Contract, values: readonly string[]) => KeywordEdit[];

const edit = (
  operator: string,
  keyword: string | readonly (string | number)[],
  after: unknown,
  effect: KeywordEdit['effect'],
  detail = '',
): KeywordEdit => ({ operator, at: pointerOf(...[keyword].flat()), after, effect, detail });

const without = <T>(list: readonly T[], ...items: readonly T[]) => list.filter((each) => !items.includes(each));

const required: Operator = ({ schema: { required = [], properties = {} } }) => [
  ...required.map((member) => edit('required dropped', 'required', without(required, member), 'loosened', member)),
  ...without(Object.keys(properties), ...required).map((member) =>
    edit('required added', 'required', [...required, member], 'tightened', member),
  ),
];

/** Keywords that set a bound, with the step that loosens the bound. */
const BOUNDS = {
  minLength: -1,
  minItems: -1,
  minimum: -1,
  maxLength: 1,
  maxItems: 1,
  maximum: 1,
  'x-max-bytes': 1,
} as const;

const bounds: Operator = ({ schema, uses }) =>
  Object.entries(BOUNDS).flatMap(([keyword, outward]) => {
    const bound = schema[keyword];
    if (typeof bound !== 'number') return [];
    const loosened = edit('bound loosened by one', keyword, bound + outward, 'loosened');
    const bytes = schema['x-max-bytes'];
    // A string never has fewer bytes than characters, so a lower or equal `x-max-bytes` makes `maxLength` redundant.
    const isSuperfluous = keyword === 'maxLength' && typeof bytes === 'number' && bytes <= bound;
    const isWithoutEmpty = keyword === 'minItems' && bound === 1 && uses.every((use) => use.in === 'query');
    return [
      {
        ...loosened,
        ...(isWithoutEmpty && { equivalent: 'a list in a query cannot be empty' }),
        ...(isSuperfluous && { equivalent: 'x-max-bytes rejects longer strings, with the same code' }),
      },
      edit('bound tightened by one', keyword, bound - outward, 'tightened'),
    ].filter(({ after }) => keyword === 'minimum' || Number(after) >= 0);
  });

const enums: Operator = ({ schema }, _, values) => {
  const list = schema['enum'] as string[] | undefined;
  if (list === undefined) return [];
  const [first = ''] = list;
  const otherCase = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  // Adds a value from a different enumeration, as a careless edit could.
  const foreign = values.find((value) => !list.includes(value));
  const added = [otherCase, foreign].filter((value) => value !== undefined && !list.includes(value)) as string[];
  return [
    ...list.map((value) => edit('enum value dropped', 'enum', without(list, value), 'tightened', value)),
    ...added.map((value) => edit('enum value added', 'enum', [...list, value], 'loosened', value)),
  ];
};

const constants: Operator = ({ schema }) => {
  const value = schema['const'];
  if (value === undefined) return [];
  const after = typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : `${value}_`;
  return [edit('const changed', 'const', after, 'changed'), edit('const dropped', 'const', undefined, 'loosened')];
};

const patterns: Operator = ({ schema }) =>
  schema['pattern'] === undefined
    ? []
    : [
        edit('pattern dropped', 'pattern', undefined, 'loosened'),
        ...patternEdits(schema['pattern'] as string).map(({ kind, effect, what, pattern }) =>
          edit(`pattern: ${kind} changed`, 'pattern', pattern, effect, what),
        ),
      ];

const TYPES = ['null', 'string', 'integer', 'boolean', 'object', 'array'];

const types: Operator = (place, contract) => {
  const { schema, uses, isCondition } = place;
  if (schema.type === undefined) return [];
  const given = [schema.type].flat();
  const narrowed =
    given.length < 2
      ? []
      : given.map((type) => {
          const rest = without(given, type);
          return edit('type narrowed', 'type', rest.length === 1 ? rest[0] : rest, 'tightened', type);
        });
  const widened = (type: string) => edit('type widened', 'type', [...given, type], 'loosened', type);
  const others = TYPES.filter((type) => !given.includes(type));
  const [first = ''] = others;
  if (uses.every(({ in: where }) => where !== 'body') && given.includes('string'))
    return [...narrowed, { ...widened(first), equivalent: 'values in a URL or in a form are always strings' }];
  const seen = others.find((type) => {
    const mutated = edited(contract, { pointer: `${place.pointer}/type`, after: [...given, type] });
    const allows = ({ root, path }: Use) => allowsType(mutated, valueAt(mutated, root) as Schema, path, type);
    return isCondition || uses.some(allows);
  });
  return [
    ...narrowed,
    seen === undefined
      ? { ...widened(first), equivalent: 'another schema allows no other type for the value' }
      : widened(seen),
  ];
};

/** Returns whether the schema allows the type at the path. Ignores conditional subschemas. */
function allowsType(contract: Contract, schema: Schema, path: readonly string[], type: string): boolean {
  if (path.length === 0 && schema.type !== undefined && ![schema.type].flat().includes(type)) return false;
  const [head, ...rest] = path;
  const inner = head === undefined ? undefined : head === '*' ? schema['items'] : schema.properties?.[head];
  const target = schema.$ref === undefined ? undefined : valueAt(contract, schema.$ref.slice(1));
  const allows = (part: unknown, at = path) => part === undefined || allowsType(contract, part as Schema, at, type);
  const all = (schema['allOf'] as Schema[] | undefined) ?? [];
  const choices = [schema['oneOf'], schema['anyOf']] as (Schema[] | undefined)[];
  return (
    allows(inner, rest) &&
    allows(target) &&
    all.every((part) => allows(part)) &&
    choices.every((parts) => parts === undefined || parts.some((part) => allows(part)))
  );
}

const formats: Operator = ({ schema }) =>
  schema['format'] === undefined ? [] : [edit('format dropped', 'format', undefined, 'loosened')];

const closedObjects: Operator = ({ schema }) => {
  if (schema['additionalProperties'] !== false) return [];
  const { properties = {}, required = [] } = schema;
  return [
    edit('object opened', 'additionalProperties', undefined, 'loosened'),
    ...Object.keys(properties)
      // Ajv rejects a schema that requires a property without defining the property.
      .filter((member) => !required.includes(member))
      .map((member) => edit('property dropped', ['properties', member], undefined, 'tightened')),
  ];
};

const holdsAnything = ({ title: _, description: __, ...rest }: Schema) => Object.keys(rest).length > 0;

const branches: Operator = ({ schema }) => [
  ...(schema['not'] === undefined ? [] : [edit('not dropped', 'not', undefined, 'loosened')]),
  ...(['if', 'then', 'else'] as const)
    .filter((keyword) => schema[keyword] !== undefined && holdsAnything(schema[keyword] as Schema))
    // Ajv does not allow `then` or `else` without `if`, so the keyword becomes empty instead of missing.
    .map((keyword) => edit(`${keyword} emptied`, keyword, {}, keyword === 'if' ? 'changed' : 'loosened')),
  ...(['allOf', 'anyOf', 'oneOf'] as const).flatMap((keyword) => {
    const list = (schema[keyword] as Schema[] | undefined) ?? [];
    const operator = keyword === 'oneOf' ? 'variant dropped' : `${keyword} branch dropped`;
    return list.map((_, index) =>
      edit(
        operator,
        keyword,
        list.length === 1 ? undefined : list.filter((_, other) => other !== index),
        keyword === 'allOf' ? 'loosened' : 'tightened',
        String(list[index]?.$ref ?? list[index]?.['title'] ?? index),
      ),
    );
  }),
];

const extensionKeywords: Operator = ({ schema }, contract) => {
  const dropped = CHECKS.filter((keyword) => schema[keyword] !== undefined).map((keyword) =>
    edit(`${keyword} dropped`, keyword, undefined, 'loosened'),
  );
  const scope = schema['x-required-scope'];
  const scopes = scopesOf(contract);
  const other = scopes[(scopes.indexOf(scope as string) + 1) % scopes.length];
  const sets = (schema['x-unique'] as string[][] | undefined) ?? [];
  return [
    ...dropped,
    ...['x-naming-rules', 'x-naming-warnings'].flatMap((keyword) => namingEdits(schema, keyword)),
    ...(scope === undefined ? [] : [edit('x-required-scope changed', 'x-required-scope', other, 'changed')]),
    ...sets.flatMap((paths, index) => [
      ...(sets.length < 2 ? [] : [edit('x-unique set dropped', ['x-unique', index], undefined, 'loosened')]),
      ...(paths.length < 2
        ? []
        : paths.map((path) =>
            edit('x-unique path dropped', ['x-unique', index], without(paths, path), 'loosened', path),
          )),
    ]),
  ];
};

/** Returns edits that each remove one naming rule, or the last word of one word list in a naming rule. */
function namingEdits(schema: Schema, keyword: string): KeywordEdit[] {
  const rules = (schema[keyword] as Record<string, object> | undefined) ?? {};
  const names = Object.keys(rules);
  const shortened = (value: unknown, at: readonly (string | number)[]): KeywordEdit[] => {
    if (!Array.isArray(value)) return [];
    if (typeof value[0] !== 'string') return value.flatMap((list, i) => shortened(list, [...at, i]));
    return value.length < 2 ? [] : [edit(`${keyword} word dropped`, at, value.slice(0, -1), 'loosened', value.at(-1))];
  };
  return names.flatMap((name) => [
    ...(names.length < 2 ? [] : [edit(`${keyword} rule dropped`, [keyword, name], undefined, 'loosened')]),
    ...Object.entries(rules[name] ?? {}).flatMap(([kind, value]) => shortened(value, [keyword, name, kind])),
  ]);
}

const CHECKS = [
  'x-valid-authority',
  'x-https',
  'x-public-address',
  'x-registered-domain',
  'x-ports',
  'x-required-scope',
  'contentMediaType',
  'x-max-bytes',
  'x-disjoint',
  'x-naming-rules',
  'x-naming-warnings',
  'x-value-warnings',
  'x-unique',
];

export function scopesOf(contract: Contract): string[] {
  const oauth2 = contract.components['securitySchemes']?.['oauth2'] as {
    flows: { clientCredentials: { scopes: Record<string, string> } };
  };
  return Object.keys(oauth2.flows.clientCredentials.scopes);
}

const operators: readonly Operator[] = [
  required,
  bounds,
  enums,
  constants,
  patterns,
  types,
  formats,
  closedObjects,
  branches,
  extensionKeywords,
];

/** `values` contains the string constants of all request schemas. */
export function keywordEdits(place: Place, contract: Contract, values: readonly string[]): KeywordEdit[] {
  return operators.flatMap((operator) => operator(place, contract, values));
}
