import { type Contract, listOperations, type Operation, type Schema } from '../../generate/contract.ts';
import { indexContract } from '../contract/contract-index.ts';
import { type Part, parametersOf, type Site, sitesOf, type Variant } from '../contract/keywords.ts';
import { sampleOf } from '../contract/samples.ts';
import { isObject, itemsOf, type Json, locate, memberOf, valueAt, valuesAt, withValue } from '../json.ts';
import type { OperationId } from '../types.ts';
import { type Caller, errorsIn } from './schema-errors.ts';
import { withHost } from './values/texts.ts';

/** The parts of the valid requests of an operation, as complete as the examples and schemas of the contract allow. */
export interface Bases {
  sites: readonly Site[];
  /** Returns valid values of a part; for parameters, one value. */
  of(part: Part): readonly Json[];
  /** Returns a value of the part in which the schema applies and its place exists; undefined when there is none. */
  at(site: Site): Json | undefined;
}

/** Valid values of every schema, by the name of its site, from the examples of all operations. */
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
        const values = [...(pool.get(name) ?? []), ...valuesAt(place, body).filter((value) => !isEmpty(value))];
        const distinct = new Map(values.map((value) => [JSON.stringify(value), value]));
        pool.set(name, [...distinct.values()].slice(0, POOL_SIZE));
      }
    }
  }
  return pool;
}

const isEmpty = (value: Json) => value === undefined || value === null || (Array.isArray(value) && value.length === 0);

function examplesOf(contract: Contract, { operationId }: Operation): Json[] {
  const { bodyExamples, bodyTypeOf } = indexContract(contract);
  return bodyExamples(operationId, bodyTypeOf(operationId) ?? '').map(([, value]) => value);
}

/** Returns the body with URLs whose hosts the partner may use. */
const underDomains = (contract: Contract, operation: OperationId, body: Json, caller: Caller): Json =>
  errorsIn(contract, operation, 'json', body, caller)
    .filter(({ keyword }) => keyword === 'x-registered-domain')
    .reduce((changed, { instancePath }) => {
      const url = String(valueAt(body, instancePath));
      return withValue(changed, instancePath, withHost(url, caller.registeredDomains[0] ?? ''));
    }, body);

const parametersIn = (contract: Contract, operation: Operation, part: 'path' | 'query'): Json =>
  Object.fromEntries(
    parametersOf(contract, operation)
      .filter(({ parameter }) => parameter.in === part)
      .map(({ parameter: { name, example, schema } }) => [name, example ?? sampleOf(contract, schema)]),
  );

export function basesOf(contract: Contract, operation: Operation, pool: Pool, caller: Caller): Bases {
  const id = operation.operationId;
  const sites = sitesOf(contract, operation);
  const isValid = (body: Json) => errorsIn(contract, id, 'json', body, caller).length === 0;
  const inForce = ({ variants }: Site, body: Json) =>
    variants.every(({ place, property, value }) => {
      const at = locate(place, body);
      return at !== undefined && valueAt(body, `${at}/${property}`) === value;
    });

  /** Returns the body with a value at a pointer, if some known value of the schema is valid there. */
  function filled(body: Json, pointer: string, schema: Schema, name: string): Json {
    const component = schema.$ref?.replace('#/components/schemas/', '');
    const known = pool.get(component === undefined ? name : `${component}#`) ?? [];
    const words = [schema['const'], (schema['enum'] as Json[] | undefined)?.[0], schema['example']];
    const guesses = [...words.filter((word) => word !== undefined), 'text', true, 1, {}, null];
    const isItem = pointer.endsWith('/0');
    const at = isItem ? pointer.slice(0, -2) : pointer;
    const candidates = [...known, ...guesses].map((value) => withValue(body, at, isItem ? [value] : value));
    return candidates.find(isValid) ?? body;
  }

  /** Returns the body with every property and item that it may have, as far as a valid value of it is known. */
  function completed(body: Json): Json {
    let whole = body;
    for (const site of sites.filter(({ part, conditional }) => part === 'json' && !conditional)) {
      const pointer = locate(site.place, whole);
      if (pointer === undefined || !inForce(site, whole)) continue;
      const value = valueAt(whole, pointer);
      const { items, properties = {} } = site.schema;
      if (Array.isArray(value) && value.length === 0 && items !== undefined)
        whole = filled(whole, `${pointer}/0`, items as Schema, `${site.name}/items`);
      for (const [name, schema] of isObject(value) ? Object.entries(properties) : [])
        if (isEmpty(valueAt(whole, `${pointer}/${name}`)))
          whole = filled(whole, `${pointer}/${name}`, schema, `${site.name}/properties/${name}`);
    }
    return whole;
  }

  /** Returns the body with a variant at the last item of each list: a matching item, or a changed property. */
  function asVariant(body: Json, { place, property, value }: Variant): Json | undefined {
    const at = locate(place, body);
    if (at === undefined) return undefined;
    if (valueAt(body, `${at}/${property}`) === value) return body;
    const parent = at.slice(0, at.lastIndexOf('/'));
    const list = place.endsWith('/*') ? itemsOf(valueAt(body, parent)) : [];
    const index = list.findIndex((item) => memberOf(item, property) === value);
    const changed =
      index < 0
        ? withValue(body, `${at}/${property}`, value)
        : withValue(body, parent, [...list.toSpliced(index, 1), list[index]]);
    const whole = completed(changed);
    return isValid(whole) ? whole : undefined;
  }

  const has = (wanted: Part) => sites.some(({ part }) => part === wanted);
  const examples = examplesOf(contract, operation);
  const values: Record<Part, readonly Json[]> = {
    json: has('json') ? examples.map((example) => completed(underDomains(contract, id, example, caller))) : [],
    form: has('form') ? examples : [],
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
      const valueIn = (body: Json) => {
        const pointer = locate(site.place, body);
        return pointer === undefined ? undefined : valueAt(body, pointer);
      };
      return known.find((body) => (valueIn(body) ?? null) !== null) ?? known.find((body) => valueIn(body) === null);
    },
  };
}
