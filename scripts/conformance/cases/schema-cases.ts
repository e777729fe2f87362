/**
 * Creates boundary-value requests for every keyword of every request schema. The contract is the only input.
 *
 * Each place where a schema applies has a valid base request that contains the place: an example from the contract,
 * completed with samples of its schemas (`valid-requests.ts`). For each keyword of the schema,
 * `values/by-keyword.ts` generates candidate values for the place, which can be guesses. The contract's validator sorts
 * the candidates and drops ambiguous candidates. A component is tested in full at one position, and with a few cases at
 * its other positions.
 */

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Json, type JsonObject, locate, valueAt, withValue } from '../../contract/json.ts';
import { type ContractIndex, isSigned, namingLink } from '../index/contract-index.ts';
import { credentialFields } from '../index/request-bodies.ts';
import { isOwnIdentifier, keywordsOf, type Site, sitesOf } from '../index/schema-sites.ts';
import { pointersOf, violationsOf } from '../judge/expected-violations.ts';
import type { CaseRequest, OperationId, Side } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import type { Session } from '../target/target-session.ts';
import { validJson } from '../target/valid-bodies.ts';
import type { RuleSubject } from '../validators/kit-keywords.ts';
import type { PlannedCase } from './planned-case.ts';
import { basesOf, errorsIn, isRefusedBy, sentAs, subjectOf } from './valid-requests.ts';
import { type Candidate, candidatesOf, spread } from './values/by-keyword.ts';

/** Maximum number of accepted, and of rejected, cases for a keyword whose schema is tested in full elsewhere. */
const FEW = 3;
/** Placeholder for a generated identifier, with the same length. */
const PLACEHOLDER = '00000000-0000-4000-8000-000000000000';

/** Returns the place at which each schema is tested in full, keyed by schema name. */
const fullSites = remembered((contract: ContractIndex) => {
  const sites = contract.operationIds.flatMap((id) => sitesOf(contract, id));
  // JSON bodies are preferred, because they can contain values of any type and almost any character.
  const preferred = sites.filter((site) => site.part === 'json' && !isOwnIdentifier(site));
  return new Map([...preferred, ...sites].reverse().map((site) => [site.name, site]));
});

/** Returns the keyword and parameter cases of an operation, cached for targets with the same registered domains. */
export const schemaCases = remembered(newCases);

async function newCases(contract: ContractIndex, operationId: OperationId, domains: readonly string[]) {
  const subject = subjectOf(contract, domains);
  const bases = basesOf(contract, operationId, domains);
  const cases = new Map<string, PlannedCase>();
  const seen = new Set<string>();
  for (const site of bases.sites) {
    // Yields to the event loop, so that other work can proceed.
    await setImmediate();
    const base = bases.at(site);
    const pointer = base === undefined ? undefined : locate(site.place, base);
    if (pointer === undefined) continue;
    // The `discriminator` keyword is tested in full, so its property is not.
    const isDiscriminator = site.variants.some(({ place, property }) => site.place === `${place}/${property}`);
    const isFull = fullSites(contract).get(site.name) === site && !isDiscriminator;
    const here = `${site.name} ${site.place}`;
    // One case is enough at a place that was already tested in a different variant of the body.
    const fewOrOne = seen.has(here) ? 1 : FEW;
    seen.add(here);
    const start = isOwnIdentifier(site) ? withValue(base, pointer, PLACEHOLDER) : base;
    const valid = valueAt(start, pointer);
    for (const keyword of [...keywordsOf(site.schema, '').map((name) => name.slice(1)), 'properties']) {
      const candidates = candidatesOf(contract, site, keyword, valid, domains);
      const checked = [{ label: 'unchanged', value: valid }, ...candidates].flatMap((candidate) =>
        checkCandidate(candidate, keyword, { site, start, pointer }, contract, subject),
      );
      for (const one of chosen(checked, isFull ? Number.POSITIVE_INFINITY : fewOrOne)) {
        // Identical requests are merged into one case, which covers the keywords of all of them.
        const key = JSON.stringify([site.part, one.whole, one.candidate.withoutScope]);
        const planned = cases.get(key) ?? plannedCase(site, keyword, one);
        const covered = { keyword: `${site.name}/${keyword}`, side: one.side };
        cases.set(key, { ...planned, covers: [...planned.covers, covered] });
      }
    }
  }
  return numbered([...cases.values()]);
}

function plannedCase(site: Site, keyword: string, { candidate, side, whole }: CheckedCandidate): PlannedCase {
  const { operation, part } = site;
  const { label, withoutScope } = candidate;
  return {
    check: part === 'json' || part === 'form' ? 'keywords' : 'parameters',
    operation,
    covers: [],
    name: `${operation} ${site.name}/${keyword} at ${nameOfPlace(site)}: ${label.replaceAll(PLACEHOLDER, '...')}`,
    async request(session) {
      const scopes = session.contract.scopes.filter((scope) => scope !== withoutScope);
      const authorization = withoutScope !== undefined && { authorization: { scopes } };
      return { ...(await requestOf(session, site, whole, side)), ...authorization };
    },
  };
}

/** Adds a number to repeated names. */
function numbered(cases: readonly PlannedCase[]): PlannedCase[] {
  const counts = new Map<string, number>();
  return cases.map((one) => {
    const count = (counts.get(one.name) ?? 0) + 1;
    counts.set(one.name, count);
    return count === 1 ? one : { ...one, name: `${one.name} (${count})` };
  });
}

/** Returns a request whose path, query, or body contains the value under test. */
async function requestOf(session: Session, site: Site, whole: Json, side: Side): Promise<CaseRequest> {
  const { contract } = session;
  const { operation, part, place } = site;
  if (side === 'accepted' && (part === 'path' || (part === 'query' && isSigned(contract, operation))))
    return toExisting(session, operation, place.slice(1), String(valueAt(whole, place)));
  if (part === 'path') return { path: { [place.slice(1)]: String(valueAt(whole, place)) } };
  let sent = whole;
  if (part === 'form' && contract.givesTokens(operation)) {
    const own = Object.entries(credentialFields(session.credentials));
    const given = own.filter(([name]) => valueAt(whole, `/${name}`) !== undefined);
    sent = { ...(whole as JsonObject), ...Object.fromEntries(given) };
  }
  const identifier = `/${contract.identifierOf(operation)}`;
  const value = part === 'json' ? valueAt(sent, identifier) : undefined;
  // The identifier is replaced, so that the request is new.
  if (typeof value === 'string' && (identifier !== place || side === 'accepted'))
    sent = withValue(sent, identifier, identifier === place ? unused(value, session.fresh()) : session.fresh());
  return sentAs(contract, operation, part, sent)?.request ?? {};
}

/** Creates a resource, and returns a request to it. A 404 response would say nothing about the value. */
async function toExisting(session: Session, id: OperationId, name: string, value: string): Promise<CaseRequest> {
  const { contract } = session;
  const link = namingLink(contract, id, name);
  if (link === undefined) return {};
  const json = { ...validJson(session, link.from), [link.property]: value };
  const { answer } = await session.succeed(link.from, { body: { json } });
  // An earlier run can have used the resource.
  const code = contract.operationOf(id).operation['x-resource']?.repeatConflictCode;
  const isOld = answer.headers.get('idempotent-replayed') === 'true' && code !== undefined;
  return { path: { [name]: value }, ...(isOld && { undecided: [{ status: 409, code }] }) };
}

/** Returns an unused identifier that has the same length as the string or starts with the string. */
function unused(text: string, identifier: string): string {
  if (text.includes(PLACEHOLDER)) return text.replace(PLACEHOLDER, identifier);
  const length = Array.from(text).length;
  if (length > 3) return text + identifier;
  // Three of the 20,992 CJK Unified Ideographs are enough to make the short identifiers of a run unique.
  const digest = createHash('sha256').update(identifier).digest();
  return String.fromCodePoint(...Array.from(text, (_, i) => 0x4e00 + (digest.readUInt16BE(2 * i) % 20_992)));
}

function nameOfPlace({ part, place, variants }: Site): string {
  const variant = variants.map(({ property, value }) => ` (${property} ${value})`).join('');
  if (part === 'query') return place === '' ? 'the query' : `?${place.slice(1)}`;
  if (part === 'path') return `{${place.slice(1)}}`;
  return `${place === '' ? 'the body' : place}${variant}`;
}

/** A place of a schema in a valid value of the request part. */
interface CandidatePlace {
  site: Site;
  start: Json;
  pointer: string;
}

interface CheckedCandidate {
  candidate: Candidate;
  side: Side;
  whole: Json;
  /** True if the value violates only one rule. */
  isSingle: boolean;
}

/** Validates a candidate. Returns an empty list if the value cannot be sent or violates a different keyword. */
function checkCandidate(
  candidate: Candidate,
  keyword: string,
  { site, start, pointer }: CandidatePlace,
  contract: ContractIndex,
  subject: RuleSubject,
): CheckedCandidate[] {
  const { operation, part } = site;
  const settings = { ...subject, scopes: subject.scopes.filter((scope) => scope !== candidate.withoutScope) };
  const verdictOn = (whole: Json) => {
    const sent = whole === undefined ? undefined : sentAs(contract, operation, part, whole);
    return sent && { whole, errors: errorsIn(contract, operation, part, sent.read, settings) };
  };
  const put = withValue(start, pointer, candidate.value);
  const first = verdictOn(put);
  if (first === undefined) return [];
  const isAboutCopies = keyword.startsWith('x-unique');
  const copies = isAboutCopies ? [] : first.errors.filter((error) => error.keyword === 'x-unique').flatMap(pointersOf);
  // Copies of an item repeat its identifiers. Identifiers that must be unique get a numeric suffix.
  const unique = copies.reduce((changed, at, i) => withValue(changed, at, `${valueAt(put, at)}-${i}`), put);
  const { whole, errors } = (copies.length > 0 && verdictOn(unique)) || first;
  if (errors.length === 0) return [{ candidate, side: 'accepted', whole, isSingle: true }];
  const violations = violationsOf(errors);
  const isAbout = violations.every(({ pointer: at }) => at === pointer || at.startsWith(`${pointer}/`));
  const isSingle = violations.length === 1 && new Set(errors.map((error) => error.keyword)).size === 1;
  // For an `if`, the rejection by a keyword of `then` or `else` counts.
  const isRefused = isAbout && (keyword === 'if' || isRefusedBy(errors, keyword, pointer));
  return isRefused ? [{ candidate, side: 'refused', whole, isSingle }] : [];
}

/** Returns at most `count` accepted and `count` rejected candidates, preferably with only one violation. */
function chosen(all: readonly CheckedCandidate[], count: number): CheckedCandidate[] {
  const accepted = all.filter(({ side }) => side === 'accepted');
  const refused = all.filter(({ side }) => side === 'refused');
  const single = refused.filter((one) => one.isSingle);
  return [...spread(accepted, count), ...spread(single.length === 0 ? refused : single, count)];
}

/** Returns the reason why no request can violate a keyword; undefined if a request can violate it. */
export function reasonNeverRejected(contract: ContractIndex, keyword: string): string | undefined {
  if (keyword.includes('/x-naming-warnings/')) return 'The service accepts the names that it warns about.';
  const [, name, rule] = /^(.*)\/(type|minItems)$/.exec(keyword) ?? [];
  if (name === undefined) return undefined;
  const sites = contract.operationIds.flatMap((id) => sitesOf(contract, id)).filter((site) => site.name === name);
  if (sites.length === 0 || sites.some(({ part }) => part === 'json')) return undefined;
  // Parameters are strings, which can violate only the type `integer`.
  if (rule === 'type' && sites.every(({ schema }) => schema.type !== 'integer'))
    return 'Forms and parameters contain only strings and lists of strings.';
  const ofList = sites.every(({ part, schema }) => part === 'query' && schema['minItems'] === 1);
  return rule === 'minItems' && ofList ? 'An empty list is a missing parameter.' : undefined;
}
