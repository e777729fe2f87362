// Creates requests that test each keyword of each request schema with values just inside and just outside its limit.
// `values/by-keyword.ts` creates the values, and the contract's validator decides which of them are valid. If several
// operations use the same schema component, one operation gets all its test values, and each other operation gets one
// valid and one invalid value. Further requests change all values at once.

import { randomInt, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Json, type JsonObject, locate, valueAt, withValue } from '../../contract/json.ts';
import { type ContractIndex, isSigned } from '../index/contract-index.ts';
import { keywordsOf, type Part, type Site, sitesOf } from '../index/schema-sites.ts';
import { pointersOf, violationsOf } from '../judge/expected-violations.ts';
import type { CaseRequest, OperationId, Side } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import type { Session } from '../target/target-session.ts';
import { credentialFields, withFreshId } from '../target/valid-bodies.ts';
import type { RuleSubject } from '../validators/kit-keywords.ts';
import type { ContractError } from '../validators/schema-validator.ts';
import type { PlannedCase } from './planned-case.ts';
import { type Bases, basesOf, errorsIn, type Position, sentAs } from './valid-requests.ts';
import { testValues } from './values/by-keyword.ts';

/** Number of combined requests with only valid values. The same number of requests also has invalid values. */
const COMBINED = 10;
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

async function newCases(contract: ContractIndex, operationId: OperationId, domains: readonly string[]) {
  const bases = basesOf(contract, operationId, domains);
  const { subject } = bases;
  const cases = new Map<string, PlannedCase>();
  const names = new Set<string>();
  const valuesOf = new Map<Site, SortedValue[]>();
  for (const site of bases.sites) {
    // Yields to the event loop, so that other work can proceed.
    await setImmediate();
    const base = bases.at(site);
    if (base === undefined) continue;
    const isFull = fullSites(contract).get(site.name) === site;
    const valid = isReplayKey(contract, site) ? PLACEHOLDER : base.value;
    const start = { ...base, value: valid, whole: withValue(base.whole, base.pointer, valid) };
    for (const keyword of [...keywordsOf(site.schema), 'properties']) {
      const withoutScope = keyword === 'x-required-scope' ? String(site.schema[keyword]) : undefined;
      const rules = { ...subject, scopes: subject.scopes.filter((scope) => scope !== withoutScope) };
      const { accepted, refused } = valuesFor(contract, site, keyword, start, rules);
      const changes = [...accepted.filter(({ value }) => value !== valid), ...refused];
      valuesOf.set(site, [...(valuesOf.get(site) ?? []), ...changes.filter(({ value }) => isShort(value))]);
      const chosen = isFull ? [...accepted, ...refused] : [...accepted.slice(0, 1), ...refused.slice(0, 1)];
      for (const { value, whole, side } of chosen) {
        // Identical requests are merged into one case, which covers the keywords of all of them.
        const key = JSON.stringify([site.part, whole, withoutScope]);
        const text = value === valid ? 'unchanged' : described(value);
        const name = `${operationId} ${site.name}/${keyword} at ${nameOfPlace(site)}: ${text}`;
        const planned = cases.get(key) ?? {
          check: checkOf(site.part),
          operation: operationId,
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
  const ofPart = (part: Part) =>
    new Map([...valuesOf].filter(([site]) => site.part === part && !isReplayKey(contract, site)));
  const parts: readonly Part[] = isSigned(contract, operationId) ? ['json', 'form'] : ['json', 'form', 'query'];
  const combined = parts.flatMap((part) => combinedCases(bases, ofPart(part)));
  return [...cases.values(), ...combined];
}

const isShort = (value: Json) => (JSON.stringify(value) ?? '').length < MAX_COMBINED_LENGTH;

/** Returns cases that change all values in a part of the request. Half of the cases also have two invalid values. */
function combinedCases(bases: Bases, valuesOf: ReadonlyMap<Site, readonly SortedValue[]>): PlannedCase[] {
  const sites = [...valuesOf.keys()];
  const [first] = sites;
  if (first === undefined) return [];
  const { operation, part } = first;
  const examples = bases.of(part);
  const changed = (whole: Json, site: Site, side: Side, number: number): Json => {
    const pointer = locate(site.place, whole);
    const values = (valuesOf.get(site) ?? []).filter((each) => each.side === side);
    const chosen = values[(number * PRIME + sites.indexOf(site)) % values.length];
    return pointer === undefined || chosen === undefined ? whole : withValue(whole, pointer, chosen.value);
  };
  return Array.from({ length: 2 * COMBINED }, (_, number) => {
    let whole = examples[number % examples.length];
    for (const site of sites) {
      const next = changed(whole, site, 'accepted', number);
      if (bases.isValid(part, next)) whole = next;
    }
    const side = number < COMBINED ? 'accepted' : 'refused';
    const changeable = sites.filter((site) => changed(whole, site, 'refused', number) !== whole);
    const half = Math.ceil(changeable.length / 2);
    for (const [index, site] of changeable.entries())
      if (side === 'refused' && index % half === number % half) whole = changed(whole, site, side, number);
    const name = `${operation} ${part}: combined values ${number + 1}`;
    const request = (session: Session) => requestOf(session, first, whole, side);
    return { check: checkOf(part), operation, covers: [], name, request };
  });
}

/** Step between the values of successive requests. A large prime makes these values very different. */
const PRIME = 7919;

const checkOf = (part: Part) => (part === 'json' || part === 'form' ? 'keywords' : 'parameters');

function described(value: Json): string {
  const text = (JSON.stringify(value) ?? 'absent').replace(
    /[^ -~]/gu,
    (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`,
  );
  return text.length > 90 ? `${text.slice(0, 40)} ... ${text.slice(-40)} (${text.length} characters)` : text;
}

async function requestOf(session: Session, site: Site, whole: Json, side: Side): Promise<CaseRequest> {
  const { contract } = session;
  const { operation, part, place } = site;
  if (part === 'path' || (part === 'query' && isSigned(contract, operation) && side === 'accepted')) {
    const name = place.slice(1);
    const value = String(valueAt(whole, place));
    if (side === 'refused') return { path: { [name]: value } };
    // Without a resource, a 404 response would say nothing about the value.
    if (!(await session.resources.createNamed(operation, name, value))) return {};
    // If an earlier run has changed the resource, the response is a conflict.
    const code = contract.operationOf(operation).operation['x-resource']?.conflict?.code;
    return { path: { [name]: value }, ...(code !== undefined && { undecided: [{ status: 409, code }] }) };
  }
  let sent = whole;
  if (part === 'form' && contract.givesTokens(operation)) {
    const own = Object.entries(credentialFields(session.credentials));
    const given = own.filter(([name]) => valueAt(whole, `/${name}`) !== undefined);
    sent = { ...(whole as JsonObject), ...Object.fromEntries(given) };
  }
  // A new identifier prevents an idempotent replay. A case that tests an invalid identifier sends it unchanged.
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

/** A test value, the request part that contains the value (`whole`), and whether the keyword accepts the value. */
interface SortedValue {
  value: Json;
  whole: Json;
  side: Side;
}

/** Returns accepted and rejected values for a keyword. Prefers rejected values with only one violation. */
function valuesFor(contract: ContractIndex, site: Site, keyword: string, start: Position, rules: RuleSubject) {
  const { pointer, value: valid } = start;
  const errorsOf = (whole: Json) => errorsIn(contract, site.operation, site.part, whole, rules);
  const accepted: SortedValue[] = [];
  const refusedOnce: SortedValue[] = [];
  const refusedTwice: SortedValue[] = [];
  for (const value of [valid, ...testValues(contract, site, keyword, valid, rules.domains)]) {
    let whole = withValue(start.whole, pointer, value);
    let errors = errorsOf(whole);
    const repeated = errors?.filter((error) => error.keyword === 'x-unique').flatMap(pointersOf) ?? [];
    if (repeated.length > 0 && !keyword.startsWith('x-unique')) {
      // If a list has copies of an item, their identifiers get a numeric suffix, because they must be unique.
      whole = repeated.reduce((changed, at, i) => withValue(changed, at, `${valueAt(whole, at)}-${i}`), whole);
      errors = errorsOf(whole);
    }
    // Skips a value that this request part cannot contain, such as an empty path segment.
    if (errors === undefined) continue;
    const isSingle = violationsOf(errors).length === 1 && new Set(errors.map((error) => error.keyword)).size === 1;
    if (errors.length === 0) accepted.push({ value, whole, side: 'accepted' });
    else if (isRefusedBy(errors, keyword, pointer))
      (isSingle ? refusedOnce : refusedTwice).push({ value, whole, side: 'refused' });
  }
  return { accepted, refused: refusedOnce.length > 0 ? refusedOnce : refusedTwice };
}

/** Returns whether a value violates a keyword (such as `required/full_name`), and no other value is invalid. */
function isRefusedBy(errors: readonly ContractError[], keyword: string, pointer: string): boolean {
  if (!violationsOf(errors).every((violation) => `${violation.pointer}/`.startsWith(`${pointer}/`))) return false;
  const [name, ...rest] = keyword.split('/');
  const entry = rest.join('/');
  // `if` itself rejects nothing, but its `then` and `else` do.
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
