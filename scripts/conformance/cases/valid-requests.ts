import { isObject, type Json, locate, valueAt, withValue } from '../../contract/json.ts';
import type { ContractIndex } from '../index/contract-index.ts';
import { sampleOf } from '../index/samples.ts';
import { type Part, type Site, sitesOf, type Variant } from '../index/schema-sites.ts';
import type { CaseRequest, OperationId } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import { examplesFor } from '../target/valid-bodies.ts';
import type { RuleSubject } from '../validators/kit-keywords.ts';

/** A request with a value in one part, and the value that a server parses from the request. */
interface Sent {
  request: Pick<CaseRequest, 'path' | 'query' | 'body'>;
  read: Json;
}

const isText = (value: Json) => typeof value !== 'object' && !/\p{Surrogate}/u.test(String(value));

/** Returns whether a text can be a path segment. URL parsers resolve `.` and `..` (WHATWG URL Standard). */
const isSegment = (text: string) => !['', '.', '..'].includes(text);

/** Returns a request that contains the value in a part; undefined if the part cannot contain the value. */
export function sentAs(contract: ContractIndex, operation: OperationId, part: Part, value: Json): Sent | undefined {
  if (part === 'json' && value !== undefined) return { request: { body: { json: value } }, read: value };
  if (!isObject(value) || part === 'json') return undefined;
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

/** Returns the errors in a part of a request; undefined if the part cannot contain the value. */
export function errorsIn(contract: ContractIndex, id: OperationId, part: Part, value: Json, subject: RuleSubject) {
  const sent = sentAs(contract, id, part, value);
  return sent && (contract.validatorOf(id, part)?.(sent.read, subject) ?? []);
}

const isEmpty = (value: Json) => value === undefined || value === null || (Array.isArray(value) && value.length === 0);

export type Bases = ReturnType<typeof basesOf>;

export type Position = NonNullable<ReturnType<Bases['at']>>;

/** Returns the parts of valid requests, as complete as the contract's examples and schemas permit. */
export const basesOf = remembered((contract: ContractIndex, id: OperationId, domains: readonly string[]) => {
  const subject = { domains, scopes: contract.scopes, allowLoopback: false };
  const sites = sitesOf(contract, id);
  const isValid = (part: Part, value: Json) => errorsIn(contract, id, part, value, subject)?.length === 0;

  /** Replaces an empty value with a sample of its schema, or with null. Does nothing if neither is valid. */
  function withSample(body: Json, { part, place, schema }: Site): Json {
    const pointer = part === 'json' ? locate(place, body) : undefined;
    if (pointer === undefined || !isEmpty(valueAt(body, pointer))) return body;
    const bodies = [sampleOf(contract.document, schema), null].map((value) => withValue(body, pointer, value));
    return bodies.find((each) => isValid('json', each)) ?? body;
  }

  const has = (part: Part) => sites.some((site) => site.part === part);
  const values: Record<Part, readonly Json[]> = {
    json: has('json') ? examplesFor(contract, id, subject).map((body) => sites.reduce(withSample, body)) : [],
    form: has('form') ? examplesFor(contract, id, subject) : [],
    path: [Object.fromEntries(contract.samplesIn(id, 'path'))],
    query: [Object.fromEntries(contract.samplesIn(id, 'query'))],
  };
  const isVariant = (whole: Json, { place, property, value }: Variant) => {
    const at = locate(place, whole);
    return at !== undefined && valueAt(whole, `${at}/${property}`) === value;
  };

  return {
    sites,
    subject,
    isValid,
    of: (part: Part) => values[part],
    /** Returns a valid request part with a value, preferably not null, at the position of the schema, if possible. */
    at({ part, place, variants }: Site) {
      const positions = values[part].flatMap((whole) => {
        const pointer = locate(place, whole);
        const value = pointer === undefined ? undefined : valueAt(whole, pointer);
        const isPossible = value !== undefined && variants.every((variant) => isVariant(whole, variant));
        return isPossible && pointer !== undefined ? [{ whole, pointer, value }] : [];
      });
      return positions.find(({ value }) => value !== null) ?? positions[0];
    },
  };
});
