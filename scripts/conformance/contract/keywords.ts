import {
  type Contract,
  listOperations,
  type Operation,
  type Parameter,
  type Reference,
  resolve,
  type Schema,
  targetOf,
  variantsOf,
} from '../../generate/contract.ts';
import type { OperationId } from '../types.ts';
import { bodyOf } from './bodies.ts';

/** The value of a discriminator that leads to a schema, with the place of the object that it is a member of. */
export interface Variant {
  place: string;
  property: string;
  value: string;
}

/** A place in the body of an operation where a component of the contract stands. */
export interface Mount {
  operation: OperationId;
  component: string;
  /** A pointer in which `*` stands for the last item of a list. */
  place: string;
  variants: readonly Variant[];
}

/**
 * The part of a request that a schema describes. Path and query are objects of their parameters, a form one of its
 * fields.
 */
export type Part = 'json' | 'form' | 'path' | 'query';

/** A schema, anywhere inside the schemas of a request, and the place of the values that it constrains. */
export interface Site extends Omit<Mount, 'component'> {
  part: Part;
  schema: Schema;
  /** What the names of its keywords begin with: `Text#`, `EducationCredential#/properties/majors`. */
  name: string;
  /** What the `schemaPath` of its errors begins with: `#`, `#/properties/majors`. */
  path: string;
  /** Whether it is part of an `if`, `then` or `else`: what it says then depends on its neighbours. */
  conditional: boolean;
}

/** Says something to people or tools, or holds schemas and constrains nothing by itself. */
const NO_RULES = new Set(
  '$comment $ref contentSchema default deprecated description example examples externalDocs readOnly title writeOnly x-go-type x-message xml'.split(
    ' ',
  ),
);
const MAPS_OF_SCHEMAS = ['properties'];
const LISTS_OF_SCHEMAS = ['allOf', 'anyOf', 'oneOf'];
const CONDITIONS = ['if', 'then', 'else'];
const SCHEMAS = ['items', ...CONDITIONS];

const componentOf = (reference: string) => reference.replace('#/components/schemas/', '');

/** The names of a schema's own keywords that constrain a value: one for each member of `required`, and so on. */
export function keywordsOf(schema: Schema, name: string): string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (NO_RULES.has(keyword)) return [];
    if ([...MAPS_OF_SCHEMAS, ...LISTS_OF_SCHEMAS, ...SCHEMAS].includes(keyword)) return [];
    if (keyword === 'required') return (value as string[]).map((member) => `${name}/required/${member}`);
    if (keyword === 'x-unique')
      return (value as string[][]).flatMap((set, i) => set.map((_, j) => `${name}/x-unique/${i}/${j}`));
    if (keyword === 'x-naming-rules')
      return Object.keys(value as object).map((rule) => `${name}/x-naming-rules/${rule}`);
    if (keyword === 'additionalProperties' && value !== false) return [];
    return [`${name}/${keyword}`];
  });
}

/** Every schema inside a schema, itself first; a component once for each place where it stands. */
function sitesIn(contract: Contract, site: Site, open: readonly string[] = []): Site[] {
  const { $ref: reference, discriminator, oneOf, ...rest } = site.schema;
  const below = (schema: Schema, pointer: string, change: Partial<Site> = {}) =>
    sitesIn(contract, { ...site, schema, name: site.name + pointer, path: site.path + pointer, ...change }, open);
  // What holds itself is looked into once.
  const into = ($ref: string, change: Partial<Site> = {}) =>
    open.includes($ref)
      ? []
      : sitesIn(
          contract,
          {
            ...site,
            schema: targetOf(contract, $ref) as Schema,
            name: `${componentOf($ref)}#`,
            path: '#',
            ...change,
          },
          [...open, $ref],
        );

  const referred = reference === undefined ? [] : into(reference);
  const variants = variantsOf(site.schema);
  const branches =
    variants.length === 0
      ? ((oneOf ?? []) as Schema[]).flatMap((branch, i) => below(branch, `/oneOf/${i}`))
      : variants.flatMap(([value, branch]) => {
          const variant = { place: site.place, property: discriminator?.propertyName ?? '', value };
          return into(branch, { variants: [...site.variants, variant] });
        });
  const inside = Object.entries(rest).flatMap(([keyword, value]) => {
    if (MAPS_OF_SCHEMAS.includes(keyword))
      return Object.entries(value as Record<string, Schema>).flatMap(([name, schema]) =>
        below(schema, `/${keyword}/${name}`, { place: `${site.place}/${name}` }),
      );
    if (LISTS_OF_SCHEMAS.includes(keyword))
      return (value as Schema[]).flatMap((schema, i) => below(schema, `/${keyword}/${i}`));
    if (keyword === 'items') return below(value as Schema, '/items', { place: `${site.place}/*` });
    if (CONDITIONS.includes(keyword)) return below(value as Schema, `/${keyword}`, { conditional: true });
    return [];
  });
  return [site, ...referred, ...branches, ...inside];
}

/** A parameter of an operation, and the prefix of its keywords' names: its component, or the operation and its name. */
export interface NamedParameter {
  parameter: Parameter;
  name: string;
}

export function parametersOf(contract: Contract, operation: Operation): NamedParameter[] {
  return (operation.parameters ?? []).map((given) => ({
    parameter: resolve<Parameter>(contract, given),
    name:
      '$ref' in given
        ? `${(given as Reference).$ref.replace('#/components/parameters/', '')}#`
        : `${operation.operationId}#/parameters/${(given as Parameter).name}`,
  }));
}

/** By the components, which a contract shares with its parts. */
const known = new WeakMap<Contract['components'], WeakMap<Operation, readonly Site[]>>();

/** Every schema of the requests of an operation. Looked for once: a contract does not change any more. */
export function sitesOf(contract: Contract, operation: Operation): readonly Site[] {
  const ofContract = known.get(contract.components) ?? new WeakMap<Operation, readonly Site[]>();
  known.set(contract.components, ofContract);
  const sites = ofContract.get(operation) ?? newSites(contract, operation);
  ofContract.set(operation, sites);
  return sites;
}

function newSites(contract: Contract, operation: Operation): Site[] {
  const start = { operation: operation.operationId, variants: [], conditional: false };
  const body = bodyOf(operation);
  const inBody =
    body === null
      ? []
      : sitesIn(contract, {
          ...start,
          part: body.part,
          schema: body.schema,
          name: `${operation.operationId}#`,
          path: '#',
          place: '',
        });
  const inParameters = parametersOf(contract, operation)
    .filter(({ parameter }) => parameter.in === 'path' || parameter.in === 'query')
    .flatMap(({ parameter, name }) =>
      sitesIn(contract, {
        ...start,
        part: parameter.in as Part,
        schema: parameter.schema,
        name: `${name}/schema`,
        path: `#/properties/${parameter.name}`,
        place: `/${parameter.name}`,
      }),
    );
  return [...inBody, ...inParameters];
}

/** The operations that take JSON, and nothing else: an upload takes the bytes of a file. */
export function jsonOperations(contract: Contract): OperationId[] {
  return listOperations(contract)
    .filter(({ operation }) => bodyOf(operation)?.part === 'json')
    .map(({ operation }) => operation.operationId);
}

const allSites = (contract: Contract) =>
  listOperations(contract).flatMap(({ operation }) => sitesOf(contract, operation));

/** Whether the site is a component, and not a schema inside of one. */
export const isComponent = ({ name }: Site) => name.endsWith('#') && !name.startsWith('#');

/** Every place of a component in a JSON body; the body itself is at the empty place. */
export function bodyMounts(contract: Contract): Mount[] {
  return allSites(contract)
    .filter((site) => site.part === 'json' && isComponent(site) && site.name !== `${site.operation}#`)
    .map(({ operation, name, place, variants }) => ({
      operation,
      component: name.slice(0, -1),
      place,
      variants,
    }));
}

const named = (sites: readonly Site[]) => [...new Set(sites.flatMap(({ schema, name }) => keywordsOf(schema, name)))];

/** Every keyword instance of the contract that constrains a JSON body. */
export function bodyKeywords(contract: Contract): string[] {
  return named(allSites(contract).filter(({ part }) => part === 'json'));
}

/**
 * Every keyword of the contract that constrains a request, by its name (`Text#/maxLength`; in a parameter
 * `DeliveryLimit#/schema/maximum`, `Expires#/required`): the denominator of the coverage of keywords. A path
 * parameter's `required` is left out: without it the address is another one.
 */
export function requestKeywords(contract: Contract): readonly string[] {
  const requiredParameters = listOperations(contract).flatMap(({ operation }) =>
    parametersOf(contract, operation)
      .filter(({ parameter }) => parameter.in === 'query' && parameter.required)
      .map(({ name }) => `${name}/required`),
  );
  return [...new Set([...named(allSites(contract)), ...requiredParameters])];
}

/** The schema of what a partner calls its things by. At the top of a body it must not have been used before. */
const IDENTIFIER = 'Identifier#';

/** Whether the site is a name that the partner gives to what the request makes. */
export const isOwnIdentifier = ({ name, part, place }: Site) =>
  name === IDENTIFIER && part === 'json' && /^\/[^/*]+$/.test(place);
