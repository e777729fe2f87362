import type { OperationId } from '../../../generated/operations.ts';
import { contract } from '../../support/contract.ts';
import type { Json } from './table.ts';

/** A place in the body of an operation where a component of the contract stands. */
export interface Mount {
  operation: OperationId;
  component: string;
  /** A pointer in which `*` stands for the last item of a list. */
  place: string;
  /** The values of discriminators that lead here, with the places of the objects that they are members of. */
  variants: readonly { place: string; property: string; value: string }[];
}

/** Says something to people or tools, or holds schemas and constrains nothing by itself. */
const NO_RULES = new Set([
  '$ref',
  'contentMediaType',
  'description',
  'discriminator',
  'example',
  'examples',
  'title',
  'x-message',
]);
const MAPS_OF_SCHEMAS = ['properties'];
const LISTS_OF_SCHEMAS = ['allOf', 'anyOf', 'oneOf'];
const SCHEMAS = ['items', 'if', 'then', 'else'];

const componentOf = (reference: string) => reference.replace('#/components/schemas/', '');
const schemaOf = (component: string): Json => contract.components.schemas[component];

/** The schemas inside a schema, by the pointer that leads to them from it. */
function subschemas(schema: Json): [string, Json][] {
  return Object.entries<Json>(schema).flatMap(([keyword, value]): [string, Json][] => {
    if (SCHEMAS.includes(keyword)) return [[`/${keyword}`, value]];
    if (MAPS_OF_SCHEMAS.includes(keyword) || LISTS_OF_SCHEMAS.includes(keyword))
      return Object.entries<Json>(value).map(([name, inner]) => [`/${keyword}/${name}`, inner]);
    return [];
  });
}

/** Every keyword of a schema that constrains a value, with its place; not of components it refers to. */
function keywordsIn(schema: Json, at: string): string[] {
  const own = Object.entries<Json>(schema).flatMap(([keyword, value]) => {
    if (NO_RULES.has(keyword)) return [];
    if ([...MAPS_OF_SCHEMAS, ...LISTS_OF_SCHEMAS, ...SCHEMAS].includes(keyword)) return [];
    if (keyword === 'required') return value.map((member: string) => `${at}/required/${member}`);
    if (keyword === 'x-unique')
      return value.flatMap((set: string[], i: number) => set.map((_, j) => `${at}/x-unique/${i}/${j}`));
    return [`${at}/${keyword}`];
  });
  return [...own, ...subschemas(schema).flatMap(([pointer, inner]) => keywordsIn(inner, at + pointer))];
}

/** Every place where a component stands in a value of the schema. */
function mountsIn(schema: Json, here: Omit<Mount, 'component'>): Mount[] {
  const { $ref: reference, discriminator, oneOf, ...rest } = schema;
  const referred =
    reference === undefined
      ? []
      : [{ ...here, component: componentOf(reference) }, ...mountsIn(schemaOf(componentOf(reference)), here)];
  const branches =
    discriminator === undefined
      ? (oneOf ?? []).flatMap((branch: Json) => mountsIn(branch, here))
      : Object.entries<string>(discriminator.mapping).flatMap(([value, branch]) => {
          const variant = { place: here.place, property: discriminator.propertyName, value };
          return mountsIn({ $ref: branch }, { ...here, variants: [...here.variants, variant] });
        });
  const inside = subschemas(rest).flatMap(([pointer, inner]) => {
    const [, keyword, name] = pointer.split('/');
    const step = keyword === 'properties' ? `/${name}` : keyword === 'items' ? '/*' : '';
    return mountsIn(inner, { ...here, place: here.place + step });
  });
  return [...referred, ...branches, ...inside];
}

/** The operations that take JSON, and nothing else: an upload takes the bytes of a file. */
export const jsonOperations: readonly OperationId[] = Object.values<Json>(contract.paths)
  .flatMap((item) => Object.values<Json>(item))
  .filter(({ requestBody }) => Object.keys(requestBody?.content ?? {}).join() === 'application/json')
  .map(({ operationId }) => operationId);

function bodySchema(operation: OperationId): Json {
  const { requestBody } = Object.values<Json>(contract.paths)
    .flatMap((item) => Object.values<Json>(item))
    .find(({ operationId }) => operationId === operation);
  return requestBody.content['application/json'].schema;
}

/** Every place of a component in a JSON body; the body itself is at the empty place. */
export const mounts: readonly Mount[] = jsonOperations.flatMap((operation) =>
  mountsIn(bodySchema(operation), { operation, place: '', variants: [] }),
);

/** Every keyword instance of the contract that constrains a JSON body. */
export const keywords: readonly string[] = [
  ...jsonOperations.flatMap((operation) => keywordsIn(bodySchema(operation), `${operation}#`)),
  ...[...new Set(mounts.map(({ component }) => component))].flatMap((component) =>
    keywordsIn(schemaOf(component), `${component}#`),
  ),
];

/** What the contract has at a place such as `Text#/maxLength`. */
export function atKeyword(keyword: string): Json {
  const [component = '', pointer = ''] = keyword.split('#');
  return pointer
    .split('/')
    .slice(1)
    .reduce((schema, name) => schema?.[name], schemaOf(component));
}

/** Every property of the components at the mounts; `mayHold` tells whether it may be anything but null. */
export const properties = mounts.flatMap((mount) =>
  propertiesIn(schemaOf(mount.component)).map((property) => ({ mount, ...property })),
);

function propertiesIn(schema: Json): { pointer: string; mayHold: boolean }[] {
  return Object.entries<Json>(schema.properties ?? {}).flatMap(([name, inner]) => [
    { pointer: `/${name}`, mayHold: inner.type !== 'null' },
    ...propertiesIn(inner).map((property) => ({ ...property, pointer: `/${name}${property.pointer}` })),
  ]);
}
