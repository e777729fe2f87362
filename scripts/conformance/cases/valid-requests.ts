import { isObject, type Json, locate, valueAt, valuesAt, withValue } from '../../contract/json.ts';
import type { Schema } from '../../contract/openapi.ts';
import type { ContractIndex } from '../index/contract-index.ts';
import { sampleOf } from '../index/samples.ts';
import { type Part, type Site, sitesOf, type Variant } from '../index/schema-sites.ts';
import { pointersOf } from '../judge/expected-violations.ts';
import type { CaseRequest, OperationId } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import type { RuleSubject } from '../validators/kit-keywords.ts';
import type { ContractError } from '../validators/schema-validator.ts';
import { withHost } from './values/texts.ts';

/** A request with a value in one part, and the same value as a server reads it. */
interface Sent {
  request: Pick<CaseRequest, 'path' | 'query' | 'body'>;
  read: Json;
}

const isText = (value: Json) => typeof value !== 'object' && !/\p{Surrogate}/u.test(String(value));

/** Returns whether a path can contain the segment. URL parsers drop or resolve the other segments (WHATWG URL). */
const isSegment = (text: string) => !['', '.', '..'].includes(text);

/** Returns a request that contains the value as one part; undefined if the part cannot contain the value. */
export function sentAs(contract: ContractIndex, operation: OperationId, part: Part, value: Json): Sent | undefined {
  if (part === 'json') return { request: { body: { json: value } }, read: value };
  if (!isObject(value)) return undefined;
  const fields = contract.fieldsFor(operation, part);
  const pairs = fields.write(value);
  if (!pairs.every(([, one]) => one === null || (one !== undefined && isText(one)))) return undefined;
  const texts = pairs.map(([name, one]): [string, string] => [name, String(one)]);
  // In a token request, an empty parameter counts as omitted (RFC 6749, section 3.2).
  const given = contract.givesTokens(operation) ? texts.filter(([, text]) => text !== '') : texts;
  if (part === 'form')
    return { request: { body: { form: texts } }, read: { ...Object.fromEntries(given), ...fields.read(given) } };
  if (part === 'query') return { request: { query: texts }, read: fields.read(texts) };
  const path = Object.fromEntries(texts);
  return texts.every(([, text]) => isSegment(text)) ? { request: { path }, read: fields.read(texts) } : undefined;
}

/** Validates a part of a request against the contract, and returns the errors. */
export const errorsIn = (contract: ContractIndex, id: OperationId, part: Part, value: Json, subject: RuleSubject) =>
  contract.validatorOf(id, part)?.(value, subject) ?? [];

/** Keywords whose errors only summarize other errors. */
const SUMMARIES = new Set(['if', 'oneOf', 'anyOf', 'discriminator']);

/** Returns whether all errors are at or below the pointer, and whether they report a single violation. */
export function scopeOf(errors: readonly ContractError[], pointer: string): { isAbout: boolean; isSingle: boolean } {
  const causes = errors.filter(({ keyword }) => !SUMMARIES.has(keyword));
  const pointers = new Set(causes.flatMap(pointersOf));
  return {
    isAbout: [...pointers].every((at) => at === pointer || at.startsWith(`${pointer}/`)),
    isSingle: pointers.size === 1 && new Set(causes.map(({ keyword }) => keyword)).size === 1,
  };
}

/** Returns whether the errors show that a value violates a keyword of its schema (such as `required/full_name`). */
export function isRefusedBy(errors: ContractError[], site: Site, keyword: string, pointer: string, whole: Json) {
  const [name, ...rest] = keyword.split('/');
  const entry = rest.join('/');
  const isReported = errors.some(
    ({ instancePath, schemaPath, params }) =>
      instancePath === pointer &&
      decodeURIComponent(schemaPath) === `${site.path}/${name}` &&
      (name !== 'x-naming-rules' || params['rule'] === entry) &&
      (name !== 'required' || params['missingProperty'] === entry),
  );
  const value = valueAt(whole, pointer);
  if (isReported || errors.length === 0 || value === undefined) return isReported;
  // The validator can report a different schema for the same value, so simple keywords are evaluated here.
  const { schema } = site;
  if (name === 'type') {
    const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    return ![schema.type].flat().includes(type);
  }
  if (name === 'const') return value !== schema['const'];
  if (name === 'enum') return !(schema['enum'] as Json[]).includes(value);
  return name === 'required' && isObject(value) && !Object.hasOwn(value, entry);
}

/** Data that the cases of all operations share. */
export type Common = ReturnType<typeof commonOf>;

const POOL_SIZE = 6;

/** Returns the shared data for a partner with these registered domains. */
export const commonOf = remembered((contract: ContractIndex, domains: readonly string[]) => {
  // The cases contain no loopback hosts, so this setting changes no case.
  const subject: RuleSubject = { domains, scopes: contract.scopes, allowLoopback: false };
  const pool = new Map<string, Json[]>();
  for (const id of contract.operationIds) {
    const sites = sitesOf(contract, id).filter(({ part, conditional }) => part === 'json' && !conditional);
    const bodies = sites.length === 0 ? [] : bodiesOf(contract, id, subject);
    for (const { name, place } of sites) {
      const found = bodies.flatMap((body) => valuesAt(place, body)).filter((value) => !isEmpty(value));
      const distinct = new Map([...(pool.get(name) ?? []), ...found].map((value) => [JSON.stringify(value), value]));
      pool.set(name, [...distinct.values()].slice(0, POOL_SIZE));
    }
  }
  const sites = contract.operationIds.flatMap((id) => sitesOf(contract, id));
  const words = sites.flatMap(({ schema }) => [schema['const'], schema['enum']].flat());
  return {
    subject,
    /** Valid values of each schema, keyed by schema name, from the examples of all operations. */
    pool: pool as ReadonlyMap<string, readonly Json[]>,
    /** Strings from every `const` and `enum` in the contract. */
    words: [...new Set(words.filter((word): word is string => typeof word === 'string' && word.length > 2))],
  };
});

const isEmpty = (value: Json) => value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** Returns the examples of the request body, with hosts that the partner can use. */
function bodiesOf(contract: ContractIndex, id: OperationId, subject: RuleSubject): Json[] {
  return contract.bodyExamples(id, contract.bodyTypeOf(id) ?? '').map(([, example]) =>
    errorsIn(contract, id, 'json', example, subject)
      .filter(({ keyword }) => keyword === 'x-registered-domain')
      .reduce((body, { instancePath }) => {
        const url = String(valueAt(body, instancePath));
        return withValue(body, instancePath, withHost(url, subject.domains[0] ?? ''));
      }, example),
  );
}

const isValid = (contract: ContractIndex, id: OperationId, body: Json, subject: RuleSubject) =>
  errorsIn(contract, id, 'json', body, subject).length === 0;

/** Returns a function that adds the missing properties and array items, if a valid value is known. */
function completerFor(contract: ContractIndex, id: OperationId, { subject, pool }: Common): (body: Json) => Json {
  /** Sets the value at a pointer to a known value of the schema, or returns the body unchanged if none is valid. */
  function filled(body: Json, pointer: string, schema: Schema, name: string, isItem = false): Json {
    const component = schema.$ref?.replace('#/components/schemas/', '');
    const known = pool.get(component === undefined ? name : `${component}#`) ?? [];
    const candidates = [...known, sampleOf(contract.document, schema), null];
    const bodies = candidates.map((value) => withValue(body, pointer, isItem ? [value] : value));
    return bodies.find((each) => isValid(contract, id, each, subject)) ?? body;
  }

  function withParts(whole: Json, site: Site): Json {
    const pointer = locate(site.place, whole);
    if (site.part !== 'json' || site.conditional || pointer === undefined || !isInForce(site, whole)) return whole;
    const value = valueAt(whole, pointer);
    const { items, properties = {} } = site.schema;
    if (Array.isArray(value) && value.length === 0 && items !== undefined)
      return filled(whole, pointer, items as Schema, `${site.name}/items`, true);
    return Object.entries(isObject(value) ? properties : {}).reduce<Json>((changed, [name, schema]) => {
      const at = `${pointer}/${name}`;
      const isMissing = isEmpty(valueAt(changed, at));
      return isMissing ? filled(changed, at, schema, `${site.name}/properties/${name}`) : changed;
    }, whole);
  }

  return (body) => sitesOf(contract, id).reduce(withParts, body);
}

/** Returns whether the body has the variants in which the schema applies. */
const isInForce = ({ variants }: Site, body: Json): boolean =>
  variants.every(({ place, property, value }) => {
    const at = locate(place, body);
    return at !== undefined && valueAt(body, `${at}/${property}`) === value;
  });

/** Returns parts of valid requests for a partner, as complete as the contract's examples and schemas permit. */
export const basesOf = remembered((contract: ContractIndex, id: OperationId, domains: readonly string[]) => {
  const common = commonOf(contract, domains);
  const sites = sitesOf(contract, id);
  const completed = completerFor(contract, id, common);

  /** Converts an object in the body to a different variant. Returns undefined if the result is invalid. */
  function asVariant(body: Json, { place, property, value }: Variant): Json | undefined {
    const at = locate(place, body);
    if (at === undefined) return undefined;
    if (valueAt(body, `${at}/${property}`) === value) return body;
    const whole = completed(withValue(body, `${at}/${property}`, value));
    return isValid(contract, id, whole, common.subject) ? whole : undefined;
  }

  const samples = contract.samplesOf(id);
  const parametersIn = (part: Part): Json =>
    Object.fromEntries(samples.filter(([one]) => one.in === part).map(([{ name }, value]) => [name, value]));
  const has = (part: Part) => sites.some((site) => site.part === part);
  const values: Record<Part, readonly Json[]> = {
    json: has('json') ? bodiesOf(contract, id, common.subject).map(completed) : [],
    form: has('form') ? contract.bodyExamples(id, contract.bodyTypeOf(id) ?? '').map(([, example]) => example) : [],
    path: [parametersIn('path')],
    query: [parametersIn('query')],
  };
  const inVariants = remembered((variants: readonly Variant[], part: Part) =>
    values[part]
      .map((body) => variants.reduce<Json>((changed, variant) => changed && asVariant(changed, variant), body))
      .filter((body) => body !== undefined),
  );

  return {
    sites,
    /** Returns the valid values of a part. Parameters have only one value. */
    of: (part: Part) => values[part],
    /** Returns a valid request part that contains the place of the schema; undefined if there is no such value. */
    at(site: Site): Json | undefined {
      const bodies = inVariants(site.variants, site.part);
      const valueIn = (body: Json) => {
        const pointer = locate(site.place, body);
        return pointer === undefined ? undefined : valueAt(body, pointer);
      };
      return bodies.find((body) => (valueIn(body) ?? null) !== null) ?? bodies.find((body) => valueIn(body) === null);
    },
  };
});
