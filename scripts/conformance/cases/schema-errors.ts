import type { ContractIndex } from '../contract/contract-index.ts';
import type { Part, Site } from '../contract/keywords.ts';
import type { ContractError } from '../contract/validators.ts';
import { escaped, isObject, type Json, valueAt } from '../json.ts';
import { contractRules } from '../judge/rules/contract-rules.ts';
import { queryOf } from '../judge/rules/request-parts.ts';
import type { CaseRequest, OperationId } from '../types.ts';

export interface Caller {
  registeredDomains: readonly string[];
  scopes: readonly string[];
}

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
  const pairs = Object.entries(isObject(value) ? value : {}).flatMap(([name, given]) =>
    [given].flat().map((one): [string, Json] => [name, one]),
  );
  if (!isObject(value) || !pairs.every(([, one]) => one === null || (one !== undefined && isText(one))))
    return undefined;
  const texts = pairs.map(([name, one]): [string, string] => [name, String(one)]);
  // An empty parameter counts as omitted (RFC 6749, section 3.2).
  if (part === 'form')
    return { request: { body: { form: texts } }, read: Object.fromEntries(texts.filter(([, text]) => text !== '')) };
  if (part === 'query') {
    const url = new URL(`http://target/?${new URLSearchParams(texts)}`);
    return { request: { query: texts }, read: queryOf(url, contract.shapeOf(operation).parameters) };
  }
  const path = Object.fromEntries(texts);
  return texts.every(([, text]) => isSegment(text)) ? { request: { path }, read: path } : undefined;
}

/** Returns the errors in a part of a request. Loopback hosts count as special hosts, as in production. */
export function errorsIn(contract: ContractIndex, operation: OperationId, part: Part, value: Json, caller: Caller) {
  const { registeredDomains: domains, scopes } = caller;
  const validate = contract.validatorOf(operation, part);
  if (validate === undefined) throw new TypeError(`The contract has no schema for the ${part} of ${operation}`);
  return validate.call(contractRules({ domains, scopes, allowLoopback: false }), value) ? [] : (validate.errors ?? []);
}

/** Keywords whose errors only summarize other errors. */
const SUMMARIES = new Set(['if', 'oneOf', 'anyOf', 'discriminator']);

/** Returns the pointers to the values that an error is about, which can be a missing or unknown property. */
export function pointersOf({ instancePath, params }: ContractError): string[] {
  const property = params['missingProperty'] ?? params['additionalProperty'];
  if (property !== undefined) return [`${instancePath}/${escaped(property)}`];
  return params['at']?.map((pointer: string) => instancePath + pointer) ?? [instancePath];
}

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
export function isRefusedBy(
  errors: readonly ContractError[],
  site: Site,
  keyword: string,
  pointer: string,
  whole: Json,
): boolean {
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
