import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { escaped, isObject } from '../contract/json.ts';
import { type Contract, type Operation, type Parameter, resolve, targetOf } from '../contract/openapi.ts';
import { isEqual, ruleOf } from './keyword-rules.ts';

/** A change that a correct client can notice. An undefined `before` or `after` means that the value is absent. */
export interface Difference {
  /** JSON Pointer into the released contract. */
  pointer: string;
  before?: unknown;
  after?: unknown;
}

export interface Change extends Difference {
  /** True if the released contract marks all affected operations as under development. */
  isUnderDevelopment: boolean;
}

/** A value in a contract. `chain` contains the pointers to the references that lead to the value, and to the value. */
interface Located {
  contract: Contract;
  value: unknown;
  chain: readonly string[];
}

/** A new version of the contract can only loosen the rules for requests, and only tighten the rules for responses. */
type Direction = 'request' | 'response';

/** Objects that constrain the same value. References are resolved, and one variant of each union is selected. */
type Shape = readonly (Located & { value: Record<string, unknown> })[];

type Compare = (before: readonly Located[], after: readonly Located[], direction: Direction) => readonly Difference[];

const pointerOf = ({ chain }: Located) => String(chain.at(-1));

const combine = (lists: readonly Shape[][]): Shape[] =>
  lists.reduce<Shape[]>((all, list) => all.flatMap((shape) => list.map((option) => [...shape, ...option])), [[]]);

/** Returns one shape for each combination of variants in `oneOf` and `anyOf`, including the keywords beside them. */
function alternativesOf({ contract, value, chain }: Located): Shape[] {
  const schema = value === false ? { not: {} } : value;
  const { $ref, ...rest } = isObject(schema) ? schema : {};
  const at = (pointer: string, part: unknown) => alternativesOf({ contract, value: part, chain: [...chain, pointer] });
  const partsOf = (key: string) => {
    const list = rest[key];
    return Array.isArray(list) ? list.map((part, i) => at(`${chain.at(-1)}/${key}/${i}`, part)) : [];
  };
  const own = Object.fromEntries(Object.entries(rest).filter(([key]) => !/^(all|any|one)Of$/.test(key)));
  return combine([
    [[{ contract, value: own, chain }]],
    ...(typeof $ref === 'string' ? [at($ref, targetOf(contract, $ref))] : []),
    ...partsOf('allOf'),
    ...['oneOf', 'anyOf'].filter((key) => key in rest).map((key) => partsOf(key).flat()),
  ]);
}

const shapesOf = (located: readonly Located[]) => combine(located.map(alternativesOf));

const orAbsent = (values: unknown[]) => (values.length === 0 ? [undefined] : values);
const valuesOf = (shape: Shape, keyword: string): unknown[] =>
  shape.flatMap(({ value }) => (keyword in value ? [value[keyword]] : []));

function listedIn(shape: Shape): unknown[] | undefined {
  const lists = [...valuesOf(shape, 'enum'), ...valuesOf(shape, 'const').map((value) => [value])] as unknown[][];
  return lists.length === 0 ? undefined : lists.reduce((all, list) => all.filter((each) => list.includes(each)));
}

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'];
const typesIn = (type: unknown) => [type, ...([type].flat().includes('number') ? ['integer'] : [])].flat();
const typesOf = (shape: Shape) =>
  valuesOf(shape, 'type').reduce<string[]>((all, type) => all.filter((each) => typesIn(type).includes(each)), TYPES);

/** Returns true if no value can match both shapes. Compares required properties, but not properties inside them. */
function areDisjoint(one: Shape, other: Shape, isProperty = false): boolean {
  const types = typesOf(one).filter((type) => typesOf(other).includes(type));
  const [listed, others] = [listedIn(one), listedIn(other)];
  if (types.length === 0 || (listed && others && !listed.some((each) => others.includes(each)))) return true;
  if (isProperty || types.join() !== 'object') return false;
  const names = [...valuesOf(one, 'required'), ...valuesOf(other, 'required')].flat();
  return names.some((name) => {
    const [shapes = [], candidates = []] = [one, other].map((shape) =>
      shapesOf(childrenOf(shape).get(`properties/${name}`) ?? []),
    );
    return shapes.every((shape) => candidates.every((each) => areDisjoint(shape, each, true)));
  });
}

/** Keywords that contain one subschema, unlike `NAMED_PARTS`, whose keywords contain a subschema for each name. */
const PARTS = ['schema', 'requestBody', 'items', 'contains', 'contentSchema', 'propertyNames', 'additionalProperties'];
const NAMED_PARTS = 'parameters responses headers content properties patternProperties prefixItems'.split(' ');

/** Returns the subschemas, keyed by keyword and name. */
function childrenOf(shape: Shape): Map<string, Located[]> {
  const children = new Map<string, Located[]>();
  for (const { contract, value, chain } of shape)
    for (const keyword of [...PARTS, ...NAMED_PARTS].filter((key) => typeof value[key] === 'object')) {
      const parts = PARTS.includes(keyword)
        ? [['', value[keyword]] as const]
        : Object.entries(value[keyword] as object);
      for (const [name, part] of parts) {
        const parameter = keyword === 'parameters' && resolve<Parameter>(contract, part);
        const named = parameter ? `${parameter.in} ${parameter.name}` : name;
        // Uses lower case, except for properties, because names of headers and media types are case-insensitive.
        const key = `${keyword}/${keyword === 'properties' ? name : named.toLowerCase()}`;
        const pointer = [chain.at(-1), keyword, ...(name ? [escaped(name)] : [])].join('/');
        children.set(key, [...(children.get(key) ?? []), { contract, value: part, chain: [pointer] }]);
      }
    }
  return children;
}

const ajv = new Ajv({ strict: false, validateFormats: false });

/** Returns whether all values that match a shape also satisfy the keyword of another object. */
function follows(shape: Shape, keyword: string, other: Shape[number]): boolean {
  const [value, stated] = [other.value[keyword], valuesOf(shape, keyword)];
  const isSame = (key: string) => shape.some((each) => isEqual(each.value[key], other.value[key]));
  if (NAMED_PARTS.includes(keyword) || (PARTS.includes(keyword) && isObject(value))) return true;
  if (isSame(keyword)) return keyword !== 'if' || (isSame('then') && isSame('else'));
  const listed = listedIn(shape);
  if (!keyword.startsWith('x-') && listed?.every((each) => ajv.validate({ [keyword]: value }, each))) return true;
  if (keyword === 'type') return typesOf(shape).every((type) => typesIn(value).includes(type));
  if (Array.isArray(value) && keyword === 'required') return value.every((name) => stated.flat().includes(name));
  if (keyword === 'not') return alternativesOf({ ...other, value }).every((each) => areDisjoint(shape, each));
  if (/^(x-)?max|^exclusiveMax/.test(keyword)) return stated.some((limit) => Number(limit) <= Number(value));
  if (/^min|^exclusiveMin/.test(keyword)) return stated.some((limit) => Number(limit) >= Number(value));
  // Accepts `then` and `else`, which are compared with `if`, and keywords for which `false` has no effect.
  return ['then', 'else'].includes(keyword) || (value === false && !CLOSING.includes(keyword));
}

/** Keywords that forbid unknown properties if their value is false. */
const CLOSING = ['additionalProperties', 'unevaluatedProperties'];

/** Returns the location in the released contract that corresponds to an object in the revised contract. */
function placeOf({ chain }: Located, released: Shape): string {
  const known = released.flatMap((each) => each.chain);
  return chain.findLast((pointer) => known.includes(pointer)) ?? String(known[0]);
}

/** Compares keywords and nested parts. Does not report removed restrictions on requests, which break no client. */
function compareShapes(before: Shape, after: Shape, direction: Direction, compare: Compare): Difference[] {
  const isRequest = direction === 'request';
  const [narrow, wide] = isRequest ? [before, after] : [after, before];
  const found: Difference[] = [];
  for (const located of [...before, ...after])
    for (const keyword of Object.keys(located.value)) {
      const rule = ruleOf(keyword);
      const [values, revised] = [before, after].map((shape) => valuesOf(shape, keyword)) as [unknown[], unknown[]];
      const isKept = rule
        ? orAbsent(values).every((was) => orAbsent(revised).some((is) => rule(was, is)))
        : !wide.includes(located) || follows(narrow, keyword, located);
      // Skips rules against unknown properties in responses, because clients ignore these properties.
      if (isKept || (!isRequest && CLOSING.includes(keyword))) continue;
      const place = placeOf(located, before);
      const valueIn = (shape: Shape) =>
        shape.find((each) => each === located || pointerOf(each) === place)?.value[keyword] ??
        valuesOf(shape, keyword)[0] ??
        (/^(enum|const)$/.test(keyword) ? listedIn(shape) : undefined);
      found.push({ pointer: `${place}/${keyword}`, before: valueIn(before), after: valueIn(after) });
    }
  const [parts, others] = [childrenOf(before), childrenOf(after)];
  const isRestriction = (key: string) =>
    !/^(parameters|requestBody|responses|headers|content|properties)\//.test(key) &&
    !valuesOf(narrow, key.replace(/\/.*/, '')).includes(false);
  for (const [key, part] of parts) {
    const other = others.get(key);
    if (other) found.push(...compare(part, other, isRequest === key.startsWith('responses/') ? 'response' : 'request'));
    else if (!isRequest || !isRestriction(key))
      found.push(...part.map((each) => ({ pointer: pointerOf(each), before: each.value })));
  }
  for (const [key, [part]] of isRequest ? others : []) {
    const isRequired = part && resolve<Partial<Parameter>>(part.contract, part.value ?? {})?.required === true;
    // New error statuses are harmless: clients handle an unknown status by its class (RFC 9110, section 15).
    const isNoticed = /^responses\/[123]/.test(key) || (/^(parameters|requestBody)/.test(key) && isRequired);
    if (!parts.has(key) && (isNoticed || isRestriction(key))) {
      const place = before.map(pointerOf).at(-1);
      found.push({ pointer: `${place}/${key.replace(/\/$|(?<=^parameters).*/, '')}`, after: part?.value });
    }
  }
  return found;
}

function comparison(revision: Contract): Compare {
  const known = new Map<string, readonly Difference[]>();

  function differences(...[before, after, direction]: Parameters<Compare>): Difference[] {
    const [released, revised] = [shapesOf(before), shapesOf(after)];
    const isRequest = direction === 'request';
    const [narrow, wide] = isRequest ? [released, revised] : [revised, released];
    const found = narrow.flatMap((shape) => {
      const candidates = wide.filter((candidate) => !areDisjoint(shape, candidate));
      const results = (candidates.length > 0 ? candidates : wide).map((candidate) => {
        const [was, is] = isRequest ? [shape, candidate] : [candidate, shape];
        return compareShapes(was, is, direction, compare);
      });
      return results.reduce((best, each) => (each.length < best.length ? each : best));
    });
    // Reports renamed schemas, because the names of schemas are the names of types in SDKs.
    const renamed = [...new Set(released.flat().flatMap(({ chain }) => chain))]
      .filter((pointer) => /^#\/components\/schemas\/[^/]+$/.test(pointer) && !targetOf(revision, pointer))
      .map((pointer) => ({ pointer, before: pointer.slice('#/components/schemas/'.length) }));
    return [...renamed, ...found];
  }

  const compare: Compare = (before, after, direction) => {
    const key = [direction, ...before.map(pointerOf), '', ...after.map(pointerOf)].join(' ');
    // Assumes no differences in a schema while it is compared, so that the comparison of a recursive schema ends.
    if (!known.has(key)) known.set(key, []).set(key, differences(before, after, direction));
    return known.get(key) ?? [];
  };
  return compare;
}

export function compareContracts(released: Contract, revision: Contract): Change[] {
  const compare = comparison(revision);
  const changes = new Map<string, Change>();
  const add = (found: readonly Difference[], isUnderDevelopment: boolean) => {
    for (const each of found) {
      const key = JSON.stringify([each.pointer, each.before, each.after]);
      const isStill = isUnderDevelopment && (changes.get(key)?.isUnderDevelopment ?? true);
      changes.set(key, { ...each, isUnderDevelopment: isStill });
    }
  };
  /** Names of the resources that released operations use. */
  const usedNames = new Set<unknown>();
  for (const kind of ['paths', 'webhooks'] as const)
    for (const [name, item] of Object.entries(released[kind]))
      for (const [method, operation] of Object.entries<Operation>(item)) {
        const pointer = `#/${kind}/${escaped(name)}/${method}`;
        const other = (revision[kind][name] as Record<string, Operation> | undefined)?.[method];
        const located = (contract: Contract, value?: Operation): Located[] => [
          { contract, value: { security: contract.security, ...value }, chain: [pointer] },
        ];
        const found = other
          ? compare(located(released, operation), located(revision, other), kind === 'paths' ? 'request' : 'response')
          : [{ pointer, before: operation.operationId }];
        add(found, operation['x-under-development'] === true);
        for (const each of Object.values(other?.['x-resource'] ?? {})) usedNames.add(each);
      }
  const [was = {}, is = {}] = [released, revision].map(
    ({ components, security, 'x-resources': resources, ...rest }) => {
      const named = (kind: string, objects: object = {}) =>
        Object.fromEntries(Object.entries(objects).map(([name, value]) => [`${kind}/${escaped(name)}`, value]));
      const schemes = named('components/securitySchemes', components['securitySchemes']);
      return { ...rest, ...schemes, ...named('x-resources', resources) } as Record<string, unknown>;
    },
  );
  for (const key of Object.keys({ ...was, ...is })) {
    // A new resource is compatible, unless a released operation already uses the resource.
    const isNew = key.startsWith('x-resources/') && !(key in was) && !usedNames.has(key.slice('x-resources/'.length));
    if (!isNew && ruleOf(key)?.(was[key], is[key]) === false)
      add([{ pointer: `#/${key}`, before: was[key], after: is[key] }], false);
  }
  return [...changes.values()];
}
