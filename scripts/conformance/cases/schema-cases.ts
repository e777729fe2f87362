// Creates requests that test each keyword of each request schema with values just inside and just outside its limit.
// `test-values.ts` creates the values, and the contract's validator decides which of them are valid. If several
// operations use the same schema component, one operation gets all its test values, and each other operation gets one
// valid and one invalid value. The kit also sends requests with two invalid values at once.

import { randomInt, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isObject, type Json, type JsonObject, locate, valueAt, withValue } from '../../contract/json.ts';
import { type ContractIndex, isSigned } from '../index/contract-index.ts';
import { sampleOf } from '../index/samples.ts';
import { keywordsOf, type Part, type Site, sitesOf, type Variant } from '../index/schema-sites.ts';
import { pointersOf, violationsOf } from '../judge/expected-violations.ts';
import type { CaseRequest, OperationId, Side } from '../kit-types.ts';
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
const MAX_COMBINED_LENGTH = 1000;
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
  const bases = basesOf(contract, id, domains);
  const { subject } = bases;
  const cases = new Map<string, PlannedCase>();
  const names = new Set<string>();
  const refusedAt = new Map<Site, Json[]>();
  for (const site of bases.sites) {
    // Yields to the event loop, so that other work can proceed.
    await setImmediate();
    const base = bases.at(site);
    if (base === undefined) continue;
    const valid = isReplayKey(contract, site) ? PLACEHOLDER : base.value;
    const isFull = amount === 'all' && fullSites(contract).get(site.name) === site;
    const start = { ...base, value: valid, whole: withValue(base.whole, base.pointer, valid), isFull };
    for (const keyword of [...keywordsOf(site.schema), 'properties']) {
      if (amount === 'few' && refusedAt.has(site)) break;
      const withoutScope = keyword === 'x-required-scope' ? String(site.schema[keyword]) : undefined;
      const rules = { ...subject, scopes: subject.scopes.filter((scope) => scope !== withoutScope) };
      const chosen = valuesFor(contract, site, keyword, start, rules);
      const short = chosen.find(
        ({ side, value }) => side === 'rejected' && JSON.stringify(value).length < MAX_COMBINED_LENGTH,
      );
      if (short !== undefined && !isReplayKey(contract, site))
        refusedAt.set(site, [...(refusedAt.get(site) ?? []), short.value]);
      for (const { value, whole, side } of chosen) {
        // Identical requests are merged into one case, which covers the keywords of all of them.
        const key = JSON.stringify([site.part, whole, withoutScope]);
        const text = value === valid ? 'unchanged' : described(value);
        const name = `${id} ${site.name}/${keyword} at ${nameOfPlace(site)}: ${text}`;
        const planned = cases.get(key) ?? {
          check: checkOf(site.part),
          operation: id,
          covers: [],
          name: names.has(name) ? `${name} (${cases.size})` : name,
          request: async (session: Session) => ({
            ...(await requestOf(session, site, whole, side)),
            ...(withoutScope !== undefined && { authorization: { scopes: rules.scopes } }),
          }),
        };
        const covered = { keyword: `${site.name}/${keyword}`, side };
        cases.set(key, { ...planned, covers: [...planned.covers, covered] });
        names.add(name);
      }
    }
  }
  const parts: readonly Part[] = isSigned(contract, id) ? ['json', 'form'] : ['json', 'form', 'query'];
  const combined = parts.flatMap((part) =>
    combinedCases(bases.of(part), new Map([...refusedAt].filter(([site]) => site.part === part))),
  );
  return [...cases.values(), ...combined];
}

/** Returns cases with two invalid values in a part of the request, because a response must list all violations. */
function combinedCases(examples: readonly Json[], refusedAt: ReadonlyMap<Site, readonly Json[]>): PlannedCase[] {
  const sites = [...refusedAt];
  const half = Math.ceil(sites.length / 2);
  const [first] = refusedAt.keys();
  if (first === undefined) return [];
  const { operation, part } = first;
  const propertyScope = sites.map(([{ schema }]) => schema['x-required-scope']).find((scope) => scope !== undefined);
  return Array.from({ length: COMBINED }, (_, number) => {
    const chosen = sites.filter((_, index) => index % half === number % half);
    const whole = chosen.reduce(
      (changed, [{ place }, values]) => {
        const pointer = locate(place, changed);
        return pointer === undefined ? changed : withValue(changed, pointer, values[number % values.length]);
      },
      examples[number % examples.length],
    );
    const name = `${operation} ${part}: combined values ${number + 1}`;
    const request = async (session: Session) => {
      const sent = await requestOf(session, first, whole, 'rejected');
      // The response must list the invalid values even if the token lacks a scope that a property requires.
      const scopes = session.contract.scopes.filter((scope) => scope !== propertyScope);
      return propertyScope === undefined ? sent : { ...sent, authorization: { scopes } };
    };
    return { check: checkOf(part), operation, covers: [], name, request };
  });
}

const checkOf = (part: Part) => (part === 'json' || part === 'form' ? 'keywords' : 'parameters');

function described(value: Json): string {
  const json = JSON.stringify(value) ?? 'absent';
  const text = json.length > 90 ? `${json.slice(0, 40)} ... ${json.slice(-40)} (${json.length} characters)` : json;
  return text.replace(/[^ -~]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);
}

async function requestOf(session: Session, site: Site, whole: Json, side: Side): Promise<CaseRequest> {
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
    const [, ...own] = tokenForm(session.credentials);
    const given = own.filter(([name]) => valueAt(whole, `/${name}`) !== undefined);
    sent = { ...(whole as JsonObject), ...Object.fromEntries(given) };
  }
  // Prevents an idempotent replay with a new identifier, unless the case tests the identifier itself.
  if (part === 'json' && !isReplayKey(contract, site)) sent = withFreshId(session, operation, sent);
  else if (part === 'json' && side === 'accepted') sent = withValue(sent, place, unused(valueAt(sent, place)));
  return sentAs(contract, operation, part, sent)?.request ?? {};
}

/** Returns an unused identifier that has the same length as the given identifier, or starts with it. */
function unused(given: Json): Json {
  if (typeof given !== 'string') return given;
  if (given.includes(PLACEHOLDER)) return given.replace(PLACEHOLDER, randomUUID());
  return Array.from(given).length > 3 ? given + randomUUID() : Array.from(given, randomIdeograph).join('');
}

/** Returns one of the 20,992 CJK Unified Ideographs, so that even identifiers of one character are probably unused. */
const randomIdeograph = () => String.fromCodePoint(0x4e00 + randomInt(20_992));

const nameOfPlace = ({ part, place, variants }: Site): string =>
  `${part} ${place}${variants.map(({ property, value }) => ` (${property} ${value})`).join('')}`;

/** A test value, the part of a request that contains the value, and whether the tested keyword accepts the value. */
interface SortedValue {
  value: Json;
  whole: Json;
  side: Side;
}

/** Returns values that a keyword accepts and rejects: all or, unless `isFull`, one of each. */
function valuesFor(contract: ContractIndex, site: Site, keyword: string, start: Position, rules: RuleSubject) {
  const { pointer, value: valid, isFull } = start;
  const errorsOf = (whole: Json) => errorsIn(contract, site.operation, site.part, whole, rules);
  const accepted: SortedValue[] = [];
  const refusedOnce: SortedValue[] = [];
  const refusedTwice: SortedValue[] = [];
  for (const value of [valid, ...testValues(contract, site, keyword, valid, rules.domains)]) {
    if (!isFull && accepted.length > 0 && refusedOnce.length > 0) break;
    let whole = withValue(start.whole, pointer, value);
    let errors = errorsOf(whole);
    // A test value can repeat an item of a list. Then the identifier of the second item gets a suffix.
    const unique = keyword.startsWith('x-unique') ? whole : withUniqueIds(whole, errors ?? []);
    if (unique !== whole) {
      whole = unique;
      errors = errorsOf(unique);
    }
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
  const repeated = errors.filter(({ keyword }) => keyword === 'x-unique').flatMap(pointersOf);
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
  return errors.some(
    ({ instancePath, keyword: violated, params }) =>
      instancePath === pointer &&
      names.includes(violated) &&
      (params['rule'] ?? params['missingProperty'] ?? entry) === entry,
  );
}

/** A request with a value in one part, and the value that a server parses from the request. */
interface Sent {
  request: Pick<CaseRequest, 'path' | 'query' | 'body'>;
  read: Json;
}

const isText = (value: Json) => typeof value !== 'object' && !/\p{Surrogate}/u.test(String(value));

/** Returns whether a text can be a path segment. URL parsers resolve `.` and `..` (WHATWG URL Standard). */
const isSegment = (text: string) => !['', '.', '..'].includes(text);

/** Returns a request that contains the value in a part; undefined if the part cannot contain the value. */
function sentAs(contract: ContractIndex, operation: OperationId, part: Part, value: Json): Sent | undefined {
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

type Position = NonNullable<ReturnType<ReturnType<typeof basesOf>['at']>> & { isFull: boolean };

/** Returns the parameters and bodies of valid requests, with as many properties as the contract has values for. */
const basesOf = remembered((contract: ContractIndex, id: OperationId, domains: readonly string[]) => {
  const subject = { domains, scopes: contract.scopes, allowLoopback: false };
  const sites = sitesOf(contract, id);
  const isValid = (part: Part, value: Json) => errorsIn(contract, id, part, value, subject)?.length === 0;

  /** Replaces an empty value with a generated sample or with null, if the changed body is valid. */
  function withSample(body: Json, { part, place, schema }: Site): Json {
    const pointer = part === 'json' ? locate(place, body) : undefined;
    if (pointer === undefined || !isEmpty(valueAt(body, pointer))) return body;
    const bodies = [sampleOf(contract.document, schema), null].map((value) => withValue(body, pointer, value));
    return bodies.find((each) => isValid('json', each)) ?? body;
  }

  const has = (part: Part) => sites.some((site) => site.part === part);
  const values: Record<Part, readonly Json[]> = {
    json: has('json') ? examplesFor({ contract, subject }, id).map((body) => sites.reduce(withSample, body)) : [],
    form: has('form') ? examplesFor({ contract, subject }, id) : [],
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
    of: (part: Part) => values[part],
    /** Returns a valid request part with a value for the schema, if possible not null; undefined if none exists. */
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
