// Creates requests that test each keyword of each request schema with values just inside and just outside its limit.
// `test-values.ts` creates the values, and the contract's validator decides which of them are valid. If several
// operations use the same schema component, one operation gets all its test values, and each other operation gets one
// valid and one invalid value. The kit also sends requests with two invalid values at once.

import { randomInt, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isObject, type Json, locate, memberOf, valueAt, withValue } from '../../contract/json.ts';
import { type ContractIndex, isSigned } from '../index/contract-index.ts';
import { sampleOf } from '../index/samples.ts';
import { keywordsOf, type Part, type Site, sitesOf, type Variant } from '../index/schema-sites.ts';
import { pointerOf, violationsOf } from '../judge/expected-violations.ts';
import type { OperationId, Side } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import type { Session } from '../target/target-session.ts';
import { examplesFor, tokenForm, withFreshId } from '../target/valid-bodies.ts';
import type { RuleSubject } from '../validators/kit-keywords.ts';
import type { ContractError } from '../validators/schema-validator.ts';
import type { PlannedCase } from './planned-case.ts';
import { testValues } from './test-values.ts';

/** Number of requests with two invalid values in each part of a request. */
const COMBINED = 20;
/** Maximum length of a value in combined requests. Longer values are slow, and servers can reject long URLs. */
const MAX_LENGTH = 1000;
const PLACEHOLDER = '00000000-0000-4000-8000-000000000000';

const fullSites = remembered((contract: ContractIndex) => {
  const sites = contract.operationIds.flatMap((id) => sitesOf(contract, id));
  // JSON bodies are preferred, because they can contain values of any type and almost any character.
  const preferred = sites.filter((site) => site.part === 'json' && !isReplayKey(contract, site));
  return new Map([...preferred, ...sites].reverse().map((site) => [site.name, site]));
});

const isReplayKey = ({ replayKeyOf }: ContractIndex, { operation, part, place }: Site) =>
  part === 'json' && place === `/${replayKeyOf(operation)}`;

export const schemaCases = remembered(newCases);

/** Returns the cases of an operation. With the amount `few`, tests each site only until the first invalid value. */
async function newCases(contract: ContractIndex, id: OperationId, domains: readonly string[], amount: 'all' | 'few') {
  const subject = { domains, scopes: contract.scopes, allowLoopback: false };
  const valid = validParts(contract, id, subject);
  const cases = new Map<string, PlannedCase>();
  const names = new Set<string>();
  const refusedAt = new Map<Site, Json[]>();
  for (const site of sitesOf(contract, id)) {
    // Yields to the event loop, so that other work can proceed.
    await setImmediate();
    const position = positionIn(valid[site.part], site);
    if (position === undefined) continue;
    const variants = site.variants.map(({ property, value }) => ` (${property} ${value})`).join('');
    const isFull = amount === 'all' && fullSites(contract).get(site.name) === site;
    const start = { ...position, ...(isReplayKey(contract, site) && { value: PLACEHOLDER }), isFull };
    for (const keyword of [...keywordsOf(site.schema), 'properties']) {
      if (amount === 'few' && refusedAt.has(site)) break;
      const withoutScope = keyword === 'x-required-scope' ? site.schema[keyword] : undefined;
      const rules = { ...subject, scopes: subject.scopes.filter((scope) => scope !== withoutScope) };
      const chosen = valuesFor(contract, site, keyword, start, rules);
      const short = chosen.find(({ side, value }) => side === 'rejected' && JSON.stringify(value).length < MAX_LENGTH);
      if (short !== undefined && !isReplayKey(contract, site))
        refusedAt.set(site, [...(refusedAt.get(site) ?? []), short.value]);
      for (const { value, whole, side } of chosen) {
        // Identical requests are merged into one case, which covers the keywords of all of them.
        const key = JSON.stringify([site.part, whole, withoutScope]);
        const text = value === start.value ? 'unchanged' : described(value);
        const name = `${id} ${site.name}/${keyword} at ${site.part} ${site.place}${variants}: ${text}`;
        const planned = cases.get(key) ?? {
          check: checkOf(site.part),
          operation: id,
          covers: [],
          name: names.has(name) ? `${name} (${cases.size})` : name,
          request: (session: Session) => requestOf(session, site, whole, side, withoutScope),
        };
        cases.set(key, { ...planned, covers: [...planned.covers, { keyword: `${site.name}/${keyword}`, side }] });
        names.add(name);
      }
    }
  }
  const parts: readonly Part[] = isSigned(contract, id) ? ['json', 'form'] : ['json', 'form', 'query'];
  return [...cases.values(), ...parts.flatMap((part) => combinedCases(part, valid[part], refusedAt))];
}

/** Returns cases with two invalid values in a part of the request, because a response must list all violations. */
function combinedCases(part: Part, examples: readonly Json[], refusedAt: ReadonlyMap<Site, Json[]>): PlannedCase[] {
  const sites = [...refusedAt].filter(([site]) => site.part === part);
  const half = Math.ceil(sites.length / 2);
  const [[first] = []] = sites;
  if (first === undefined) return [];
  const { operation } = first;
  const [propertyScope] = sites.flatMap(([{ schema }]) => schema['x-required-scope'] ?? []);
  return Array.from({ length: COMBINED }, (_, number) => {
    const chosen = sites.filter((_, index) => index % half === number % half);
    let whole = examples[number % examples.length];
    for (const [{ place }, values] of chosen) {
      const pointer = locate(place, whole);
      if (pointer !== undefined) whole = withValue(whole, pointer, values[number % values.length]);
    }
    const name = `${operation} ${part}: combined values ${number + 1}`;
    // The response must list the invalid values even if the token lacks a scope that a property requires.
    const request = (session: Session) => requestOf(session, first, whole, 'rejected', propertyScope);
    return { check: checkOf(part), operation, covers: [], name, request };
  });
}

const checkOf = (part: Part) => (part === 'json' || part === 'form' ? 'keywords' : 'parameters');

function described(value: Json): string {
  const json = JSON.stringify(value) ?? 'absent';
  const text = json.length > 90 ? `${json.slice(0, 40)} ... ${json.slice(-40)} (${json.length} characters)` : json;
  return text.replace(/[^ -~]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);
}

/** Returns a request with a value in a part, and with a token that lacks a scope if `withoutScope` is given. */
async function requestOf(session: Session, site: Site, whole: Json, side: Side, withoutScope?: Json) {
  const { contract } = session;
  const { operation, part, place } = site;
  if (part === 'path' || (part === 'query' && isSigned(contract, operation) && side === 'accepted')) {
    const name = place.slice(1);
    const value = String(valueAt(whole, place));
    if (side === 'rejected') return { path: { [name]: value } };
    // If no resource has the identifier, the response is 404 even for a valid identifier.
    if (!(await session.resources.createNamed(operation, name, value))) return {};
    // The response can be a conflict, because an earlier run can have changed the resource.
    const code = contract.operationOf(operation).operation['x-resource']?.conflict?.code;
    return { path: { [name]: value }, ...(code !== undefined && { undecided: [{ status: 409, code }] }) };
  }
  let sent = whole;
  if (part === 'form' && contract.givesTokens(operation)) {
    const [, ...own] = tokenForm(session.target);
    for (const [name, value] of own) if (memberOf(whole, name) !== undefined) sent = withValue(sent, `/${name}`, value);
  }
  // Prevents an idempotent replay with a new identifier, unless the case tests the identifier itself.
  if (part === 'json' && !isReplayKey(contract, site)) sent = withFreshId(session, operation, sent);
  else if (part === 'json' && side === 'accepted') sent = withValue(sent, place, unused(valueAt(sent, place)));
  const authorization = { scopes: contract.scopes.filter((scope) => scope !== withoutScope) };
  return { ...sentAs(contract, operation, part, sent)?.request, ...(withoutScope !== undefined && { authorization }) };
}

/** Returns an unused identifier that has the same length as the given identifier, or starts with it. */
function unused(given: Json): Json {
  if (typeof given !== 'string') return given;
  if (given.includes(PLACEHOLDER)) return given.replace(PLACEHOLDER, randomUUID());
  if (Array.from(given).length > 3) return given + randomUUID();
  // There are 20,992 CJK Unified Ideographs, so that even an identifier of one character is probably unused.
  return Array.from(given, () => String.fromCodePoint(0x4e00 + randomInt(20_992))).join('');
}

/** A test value, the part of a request that contains the value, and whether the tested keyword accepts the value. */
type SortedValue = { value: Json; whole: Json; side: Side };

/** Returns values that a keyword accepts and rejects: all or, unless `isFull`, one of each. */
function valuesFor(contract: ContractIndex, site: Site, keyword: string, start: Start, rules: RuleSubject) {
  const { pointer, value: valid, isFull } = start;
  const errorsOf = (whole: Json) => errorsIn(contract, site.operation, site.part, whole, rules);
  const accepted: SortedValue[] = [];
  const refusedOnce: SortedValue[] = [];
  const refusedTwice: SortedValue[] = [];
  for (const value of [valid, ...testValues(contract, site, keyword, valid, rules.domains)]) {
    if (!isFull && accepted.length > 0 && refusedOnce.length > 0) break;
    const given = withValue(start.whole, pointer, value);
    const found = errorsOf(given);
    // A test value can repeat an item of a list. Then the identifier of the second item gets a suffix.
    const whole = keyword.startsWith('x-unique') ? given : withUniqueIds(given, found ?? []);
    const errors = whole === given ? found : errorsOf(whole);
    // Skips a value that this request part cannot contain, such as an empty path segment.
    if (errors === undefined) continue;
    const isSingle = violationsOf(errors).length === 1 && new Set(errors.map((error) => error.keyword)).size === 1;
    if (errors.length === 0) accepted.push({ value, whole, side: 'accepted' });
    else if (isRefusedBy(errors, keyword, pointer))
      (isSingle ? refusedOnce : refusedTwice).push({ value, whole, side: 'rejected' });
  }
  // Prefers rejected values with only one violation.
  const refused = refusedOnce.length > 0 ? refusedOnce : refusedTwice;
  return isFull ? [...accepted, ...refused] : [...accepted.slice(0, 1), ...refused.slice(0, 1)];
}

/** Appends suffixes to the identifiers that a body repeats (`x-unique`). */
export function withUniqueIds(body: Json, errors: readonly ContractError[]): Json {
  const repeated = errors.filter(({ keyword }) => keyword === 'x-unique').map(pointerOf);
  return repeated.reduce((changed, at, i) => withValue(changed, at, `${valueAt(body, at)}-${i}`), body);
}

/** Returns whether all errors concern one value, and one of them is for the keyword (such as `required/full_name`). */
function isRefusedBy(errors: readonly ContractError[], keyword: string, pointer: string): boolean {
  if (!violationsOf(errors).every((violation) => `${violation.pointer}/`.startsWith(`${pointer}/`))) return false;
  const [name, ...rest] = keyword.split('/');
  const entry = rest.join('/');
  // For `if`, any violation counts, because the validator reports only the keywords inside `then` or `else`.
  if (name === 'if') return true;
  // The validator reports the `const` of a discriminator property as an `enum` of all variants.
  const names = name === 'const' ? ['const', 'enum'] : [name];
  const own = errors.filter((error) => error.instancePath === pointer && names.includes(error.keyword));
  return own.some(({ params }) => (params['rule'] ?? params['missingProperty'] ?? entry) === entry);
}

/** Returns a request with a value, and the value that a server parses; undefined if the part cannot contain it. */
function sentAs(contract: ContractIndex, operation: OperationId, part: Part, value: Json) {
  if (part === 'json' && value !== undefined) return { request: { body: { json: value } }, read: value };
  if (!isObject(value) || part === 'json') return undefined;
  const fields = contract.fieldsFor(operation, part);
  const pairs = fields.write(value);
  // Parameters and form fields can contain neither a list or object inside their value nor half of a surrogate pair.
  if (pairs.some(([, one]) => Object(one) === one || /\p{Surrogate}/u.test(String(one)))) return undefined;
  const texts = pairs.map(([name, one]): [string, string] => [name, String(one)]);
  // In a token request, an empty parameter counts as omitted (RFC 6749, section 3.2).
  const given = contract.givesTokens(operation) ? texts.filter(([, text]) => text !== '') : texts;
  if (part === 'form')
    return { request: { body: { form: texts } }, read: { ...Object.fromEntries(given), ...fields.read(given) } };
  // A URL cannot contain an empty path segment, and URL parsers resolve `.` and `..` (WHATWG URL Standard).
  if (part === 'path' && texts.some(([, text]) => ['', '.', '..'].includes(text))) return undefined;
  const request = part === 'path' ? { path: Object.fromEntries(texts) } : { query: texts };
  return { request, read: fields.read(texts) };
}

/** Returns the errors in a part of a request; undefined if the part cannot contain it. */
export function errorsIn(contract: ContractIndex, id: OperationId, part: Part, value: Json, subject: RuleSubject) {
  const sent = sentAs(contract, id, part, value);
  return sent && (contract.validatorOf(id, part)?.(sent.read, subject) ?? []);
}

/** Returns the parameters and bodies of valid requests, with as many properties as the contract has values for. */
function validParts(contract: ContractIndex, id: OperationId, subject: RuleSubject): Record<Part, readonly Json[]> {
  /** Replaces an empty value with a generated sample or with null, if the changed body is valid. */
  function withSample(body: Json, { part, place, schema }: Site): Json {
    const pointer = part === 'json' ? locate(place, body) : undefined;
    const value = valueAt(body, pointer ?? '') ?? [];
    if (pointer === undefined || !Array.isArray(value) || value.length > 0) return body;
    const bodies = [sampleOf(contract.document, schema), null].map((value) => withValue(body, pointer, value));
    return bodies.find((each) => errorsIn(contract, id, part, each, subject)?.length === 0) ?? body;
  }
  const bodies = examplesFor({ contract, subject }, id).map((body) => sitesOf(contract, id).reduce(withSample, body));
  const samplesIn = (place: string) => [Object.fromEntries(contract.samplesIn(id, place))];
  return { json: bodies, form: bodies, path: samplesIn('path'), query: samplesIn('query') };
}

type Start = NonNullable<ReturnType<typeof positionIn>> & { isFull: boolean };

/** Returns a valid request part with a value for the schema, if possible not null; undefined if none exists. */
function positionIn(wholes: readonly Json[], { place, variants }: Site) {
  const positions = wholes.flatMap((whole) => {
    const pointer = locate(place, whole);
    if (pointer === undefined) return [];
    const value = valueAt(whole, pointer);
    const isVariant = ({ place: at, property, value }: Variant) =>
      valueAt(whole, `${locate(at, whole)}/${property}`) === value;
    return value !== undefined && variants.every(isVariant) ? [{ whole, pointer, value }] : [];
  });
  return positions.find(({ value }) => value !== null) ?? positions[0];
}
