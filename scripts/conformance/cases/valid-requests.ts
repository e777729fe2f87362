import { type Contract, listOperations, type Operation, type Parameter, type Schema } from '../../generate/contract.ts';
import { indexContract } from '../contract/contract-index.ts';
import { type Part, parametersOf, type Site, sitesOf, type Variant } from '../contract/keywords.ts';
import { sampleOf } from '../contract/samples.ts';
import type { Json } from '../json.ts';
import { isObject, itemsOf, locate, memberOf, valueAt, valuesAt, withValue } from '../json.ts';
import type { OperationId } from '../types.ts';
import { type Caller, errorsIn } from './schema-errors.ts';
import { withHost } from './values/texts.ts';

/** The parts of the valid requests of an operation, as full as the contract's examples and schemas let them be. */
export interface Bases {
  sites: readonly Site[];
  /** Values of the part, each valid; for parameters it is one. */
  of(part: Part): readonly Json[];
  /** A value of the part in which the schema applies and its place exists; undefined when there is none. */
  at(site: Site): Json | undefined;
}

const nameBelow = (schema: Schema, name: string) =>
  schema.$ref === undefined ? name : `${schema.$ref.replace('#/components/schemas/', '')}#`;

const isEmpty = (value: Json) => value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** For what no example has. */
function anyOf(schema: Schema): Json[] {
  const words = [schema['const'], (schema['enum'] as Json[] | undefined)?.[0], schema['example']];
  return [...words.filter((word) => word !== undefined), 'text', true, 1, {}, null];
}

function examplesOf(contract: Contract, { operationId }: Operation): Json[] {
  const { bodyExamples, bodyTypeOf } = indexContract(contract);
  return bodyExamples(operationId, bodyTypeOf(operationId) ?? '').map(([, value]) => value);
}

/** A parameter's value as the schema types it. */
const exampleOf = (contract: Contract, { example, schema }: Parameter): Json => example ?? sampleOf(contract, schema);

function parametersIn(contract: Contract, operation: Operation, part: 'path' | 'query'): Json {
  return Object.fromEntries(
    parametersOf(contract, operation)
      .filter(({ parameter }) => parameter.in === part)
      .map(({ parameter }) => [parameter.name, exampleOf(contract, parameter)]),
  );
}

/** Valid values of every schema, by the name of its site, taken from the examples of all operations. */
export type Pool = ReadonlyMap<string, readonly Json[]>;

const POOL_SIZE = 6;

export function poolOf(contract: Contract, caller: Caller): Pool {
  const pool = new Map<string, Json[]>();
  for (const { operation } of listOperations(contract)) {
    const sites = sitesOf(contract, operation).filter(({ part, conditional }) => part === 'json' && !conditional);
    if (sites.length === 0) continue;
    for (const example of examplesOf(contract, operation)) {
      const body = underDomains(contract, operation.operationId, example, caller);
      for (const { name, place } of sites) {
        const known = pool.get(name) ?? [];
        const found = valuesAt(place, body).filter((value) => !isEmpty(value));
        const more = found.filter((value) => !known.some((other) => JSON.stringify(other) === JSON.stringify(value)));
        pool.set(name, [...known, ...more].slice(0, POOL_SIZE));
      }
    }
  }
  return pool;
}

/** The body with URLs whose hosts the partner may use. */
function underDomains(contract: Contract, operation: OperationId, body: Json, caller: Caller): Json {
  return errorsIn(contract, operation, 'json', body, caller)
    .filter(({ keyword }) => keyword === 'x-registered-domain')
    .reduce((changed, { instancePath }) => {
      const url = valueAt(body, instancePath);
      return withValue(changed, instancePath, withHost(String(url), caller.registeredDomains[0] ?? ''));
    }, body);
}

export function basesOf(contract: Contract, operation: Operation, pool: Pool, caller: Caller): Bases {
  const id = operation.operationId;
  const sites = sitesOf(contract, operation);
  const isValid = (part: Part, value: Json) => errorsIn(contract, id, part, value, caller).length === 0;
  const inForce = ({ variants }: Site, body: Json) =>
    variants.every(({ place, property, value }) => {
      const at = locate(place, body);
      return at !== undefined && valueAt(body, `${at}/${property}`) === value;
    });

  /** The body with every member and item that it may have, as far as some valid value of it is known. */
  function completed(body: Json): Json {
    let whole = body;
    const fill = (pointer: string, schema: Schema, name: string) => {
      const known = pool.get(nameBelow(schema, name));
      const wrap = (value: Json) => (pointer.endsWith('/0') ? [value] : value);
      const at = pointer.endsWith('/0') ? pointer.slice(0, -2) : pointer;
      for (const value of [...(known ?? []), ...anyOf(schema)]) {
        const candidate = withValue(whole, at, wrap(value));
        if (!isValid('json', candidate)) continue;
        whole = candidate;
        return;
      }
    };
    for (const site of sites.filter(({ part, conditional }) => part === 'json' && !conditional)) {
      const pointer = locate(site.place, whole);
      if (pointer === undefined || !inForce(site, whole)) continue;
      const value = valueAt(whole, pointer);
      if (Array.isArray(value) && value.length === 0 && site.schema['items'] !== undefined)
        fill(`${pointer}/0`, site.schema['items'] as Schema, `${site.name}/items`);
      if (!isObject(value)) continue;
      for (const [name, schema] of Object.entries(site.schema.properties ?? {}))
        if (isEmpty(valueAt(whole, `${pointer}/${name}`)))
          fill(`${pointer}/${name}`, schema, `${site.name}/properties/${name}`);
    }
    return whole;
  }

  /** The body with the variant applied at the last item of each list, by a matching item or a changed member. */
  function asVariant(body: Json, { place, property, value }: Variant): Json | undefined {
    const at = locate(place, body);
    if (at === undefined) return undefined;
    if (valueAt(body, `${at}/${property}`) === value) return body;
    const list = itemsOf(place.endsWith('/*') ? valueAt(body, at.slice(0, at.lastIndexOf('/'))) : []);
    const index = list.findIndex((item) => memberOf(item, property) === value);
    const changed =
      index < 0
        ? withValue(body, `${at}/${property}`, value)
        : withValue(body, at.slice(0, at.lastIndexOf('/')), [...list.toSpliced(index, 1), list[index]]);
    const whole = completed(changed);
    return isValid('json', whole) ? whole : undefined;
  }

  const examples = examplesOf(contract, operation);
  const values: Record<Part, readonly Json[]> = {
    json: sites.some(({ part }) => part === 'json')
      ? examples.map((example) => completed(underDomains(contract, id, example, caller)))
      : [],
    form: sites.some(({ part }) => part === 'form') ? examples : [],
    path: [parametersIn(contract, operation, 'path')],
    query: [parametersIn(contract, operation, 'query')],
  };
  const variants = new Map<string, readonly Json[]>();

  return {
    sites,
    of: (part) => values[part],
    at(site) {
      const key = site.part + JSON.stringify(site.variants);
      const known =
        variants.get(key) ??
        values[site.part]
          .map((body) => site.variants.reduce<Json>((changed, variant) => changed && asVariant(changed, variant), body))
          .filter((body) => body !== undefined);
      variants.set(key, known);
      const standing = (empty: boolean) =>
        known.find((body) => {
          const pointer = locate(site.place, body);
          const value = pointer === undefined ? undefined : valueAt(body, pointer);
          return value !== undefined && (value !== null || empty);
        });
      return standing(false) ?? standing(true);
    },
  };
}
