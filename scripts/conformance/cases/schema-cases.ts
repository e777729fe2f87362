/**
 * Requests near the edge of every keyword of every request schema, made from the contract alone.
 *
 * For each schema and each place where the schema stands, there is a valid request in which the place exists: an
 * example of the contract, completed with properties of other examples (`valid-requests.ts`). Each keyword proposes
 * values near its edge (`values/by-keyword.ts`) for that place, and the validator of the contract decides about each
 * proposal: an accepted case is valid, and a refused case has errors only at that place, one of them of the keyword.
 * The other proposals are dropped, so that a proposal may be a guess. A component is tried in full at one of its
 * places. At its other places, a few cases show that the component applies.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Contract, listOperations, type Operation, resolve, type Schema } from '../../generate/contract.ts';
import { credentialFields } from '../contract/bodies.ts';
import { type ContractIndex, indexContract, isSigned } from '../contract/contract-index.ts';
import { isOwnIdentifier, keywordsOf, parametersOf, type Site, sitesOf } from '../contract/keywords.ts';
import { escaped, type Json, type JsonObject, locate, valueAt, withValue } from '../json.ts';
import type { Session } from '../target/session.ts';
import { soundJson } from '../target/sound-bodies.ts';
import type { CaseRequest, OperationId, Side } from '../types.ts';
import { readAs, sentAs } from './request-parts.ts';
import { chosenParameters } from './scenarios/addresses.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { areAbout, type Caller, errorsIn, isRefusedBy, isSingle, pointersOf } from './schema-errors.ts';
import { type Bases, basesOf, type Pool, poolOf } from './valid-requests.ts';
import { type Candidate, candidatesOf, candidatesOfCondition, type Ground } from './values/by-keyword.ts';

/** Number of cases of a keyword at the places where its component is not tried in full. */
const FEW: Readonly<Record<Side, number>> = { accepted: 2, refused: 3 };
/** The number where the component stands at the same place of another variant of the body. */
const FEW_IN_ANOTHER_VARIANT: typeof FEW = { accepted: 1, refused: 1 };

/** Bytes of a body without a limit in the contract. */
export const DEFAULT_BODY_LIMIT = 1_000_000;

/** Number of proposals that nearly always contain those few cases. */
const SAMPLE = 12;

/** Keywords whose refused values often break a second rule too. All refused values of these keywords are kept. */
const SELDOM_ALONE = ['type', 'const', 'enum', 'required'];

const AS_IT_IS = 'as it is';

/** Stands for an identifier of the session, with the same length. */
const PLACEHOLDER = '00000000-0000-4000-8000-000000000000';

/** The material that the cases of all operations share. */
export interface Common {
  pool: Pool;
  words: readonly string[];
  caller: Caller;
  /** The place where each schema is tried in full, by the name of the schema. */
  full: ReadonlyMap<string, string>;
  cases: Map<OperationId, Promise<Scenario[]>>;
  /** Values for the fuzz cases. */
  values: Map<Site, readonly Json[]>;
}

const commons = new WeakMap<Contract, Map<string, Common>>();

/** Returns the shared material of a contract and a partner, which is made once. */
export function commonOf(contract: Contract, registeredDomains: readonly string[]): Common {
  const known = commons.get(contract) ?? new Map<string, Common>();
  commons.set(contract, known);
  const key = registeredDomains.join(' ');
  const common = known.get(key) ?? newCommon(contract, registeredDomains);
  known.set(key, common);
  return common;
}

const keyOf = ({ operation, part, place, variants }: Site) => JSON.stringify([operation, part, place, variants]);

function newCommon(contract: Contract, registeredDomains: readonly string[]): Common {
  const caller = { registeredDomains, scopes: indexContract(contract).scopes };
  const sites = listOperations(contract).flatMap(({ operation }) => sitesOf(contract, operation));
  const full = new Map<string, string>();
  // A JSON body is preferred, because it can carry a value of any type, and most characters.
  const isPreferred = (site: Site) => site.part === 'json' && !isOwnIdentifier(site);
  for (const site of [...sites.filter(isPreferred), ...sites])
    if (!full.has(site.name)) full.set(site.name, keyOf(site));
  const words = sites.flatMap(({ schema }) => [schema['const'], schema['enum']].flat());
  return {
    pool: poolOf(contract, caller),
    words: [...new Set(words.filter((word): word is string => typeof word === 'string' && word.length > 2))],
    caller,
    full,
    cases: new Map(),
    values: new Map(),
  };
}

/** Returns the material for the values of a schema, where `valid` stands. */
export function groundFor(site: Site, valid: Json, { pool, words, caller }: Common, operation: Operation): Ground {
  return {
    schema: site.schema,
    valid,
    others: isOwnIdentifier(site) ? [] : (pool.get(site.name) ?? []),
    words,
    registeredDomains: caller.registeredDomains,
    bodyLimit: operation['x-body-limit'] ?? DEFAULT_BODY_LIMIT,
  };
}

/** A proposal with the verdict of the validator. */
interface Judged {
  candidate: Candidate;
  side: Side;
  whole: Json;
  /** Whether the value breaks one rule alone. */
  isSingle: boolean;
  covers: readonly string[];
}

/**
 * Returns the cases of the groups `keywords` and `parameters` for an operation. They are made once for all targets with
 * the same domains, in steps that let other work proceed.
 */
export function schemaCases(
  contract: ContractIndex,
  operation: OperationId,
  registeredDomains: readonly string[],
): Promise<Scenario[]> {
  const common = commonOf(contract.document, registeredDomains);
  const cases = common.cases.get(operation) ?? makeCases(contract, operation, common);
  common.cases.set(operation, cases);
  return cases;
}

async function makeCases(contract: ContractIndex, operationId: OperationId, common: Common): Promise<Scenario[]> {
  const { document } = contract;
  const { operation } = contract.operationOf(operationId);
  const bases = basesOf(document, operation, common.pool, common.caller);
  const requests = requestsOf(contract, operationId, bases);
  const cases = new Map<string, Scenario>();
  const names = new Map<string, number>();
  const wholes: Json[] = [];
  const seen = new Set<string>();

  for (const site of bases.sites) {
    await setImmediate();
    const whole = bases.at(site);
    const pointer = whole === undefined ? undefined : locate(site.place, whole);
    if (pointer === undefined || site.conditional) continue;
    const valid = isOwnIdentifier(site) ? PLACEHOLDER : valueAt(whole, pointer);
    const ground = groundFor(site, valid, common, operation);
    const start = withValue(whole, pointer, valid);
    const judgeFor = (candidate: Candidate, keywords: readonly string[]) =>
      judged(candidate, { site, start, pointer, keywords, contract, operation, caller: common.caller });
    // The discriminator is tried in full, and so the property that it names is not.
    const isDiscriminator = site.variants.some(({ place, property }) => site.place === `${place}/${property}`);
    const isFull = common.full.get(site.name) === keyOf(site) && !isDiscriminator;
    const here = `${site.name} ${site.place}`;
    const few = isFull ? undefined : seen.has(here) ? FEW_IN_ANOTHER_VARIANT : FEW;
    seen.add(here);

    for (const name of keywordsOf(site.schema, '')) {
      const keyword = name.slice(1);
      // A field of a form always holds text, so that another type is only another text.
      const proposals = site.part === 'form' && keyword === 'type' ? [] : candidatesOf(keyword, ground);
      const candidates = [{ label: AS_IT_IS, value: valid }, ...proposals];
      const among = (some: readonly Candidate[]) =>
        chosen(
          some.map((candidate) => judgeFor(candidate, [keyword])).filter((one) => one !== null),
          keyword,
          few,
        );
      const tried = among(isFull ? candidates : spread(candidates, SAMPLE));
      const hasBoth = new Set(tried.map(({ side }) => side)).size === 2;
      for (const one of isFull || hasBoth ? tried : among(candidates)) add(site, keyword, one);
    }
    if (site.schema['if'] !== undefined) {
      const conditional = bases.sites.filter((other) => other.conditional && isUnder(site, other));
      for (const candidate of candidatesOfCondition(ground, (name) => valuesOf(site.schema, name))) {
        const one = judgeFor(candidate, []);
        if (one !== null) add(site, 'if', { ...one, covers: conditionKeywords(site, conditional, candidate.value) });
      }
    }
    for (const name of optionalProperties(site.schema)) {
      const one = judgeFor({ label: `without ${name}`, value: withValue(valid, `/${name}`, undefined) }, []);
      if (one?.side === 'accepted') add(site, 'properties', one);
    }
  }
  for (const { parameter, name } of parametersOf(document, operation))
    if (parameter.in === 'query') addAbsence(parameter.name, `${name}/required`, parameter.required === true);
  return [...cases.values()];

  /** Returns values of a property, because a condition may ask for values that no example has. */
  function valuesOf(schema: Schema, name: string): Json[] {
    const property = resolve<Schema>(document, schema.properties?.[name] ?? {});
    const words = (property['enum'] as Json[] | undefined)?.slice(0, 2) ?? [];
    const component = schema.properties?.[name]?.$ref?.replace('#/components/schemas/', '');
    const known = (common.pool.get(`${component}#`) ?? []).slice(0, 1);
    return [...(property.type === 'boolean' ? [true, false] : []), ...known, ...words];
  }

  function add(site: Site, keyword: string, { candidate, side, whole, covers }: Judged): void {
    const { label, value, withoutScope } = candidate;
    const changed = label === AS_IT_IS ? [] : value === undefined ? [site.place] : [site.place, value];
    const key = JSON.stringify([site.part, site.variants, baseOf(site), changed, withoutScope]);
    const shownLabel = label.replaceAll(PLACEHOLDER, '...');
    const scopes = common.caller.scopes.filter((scope) => scope !== withoutScope);
    addCase(key, side, covers, {
      group: site.part === 'json' || site.part === 'form' ? 'keywords' : 'parameters',
      name: `${operationId} ${site.name}/${keyword} at ${nameOfPlace(site)}: ${shownLabel}`,
      make: async (session) => ({
        ...(await requests(session, site, side, whole)),
        ...(withoutScope !== undefined && { authorization: { scopes } }),
      }),
    });
  }

  /** Adds a case. Equal requests are one case, which covers all keywords that they were made for. */
  function addCase(
    key: string,
    side: Side,
    covers: readonly string[],
    { name, ...made }: Pick<Scenario, 'group' | 'name' | 'make'>,
  ): void {
    let one = cases.get(key);
    if (one === undefined) {
      const count = (names.get(name) ?? 0) + 1;
      names.set(name, count);
      one = { ...made, operation: operationId, covers: [], name: count === 1 ? name : `${name} (${count})` };
      cases.set(key, one);
    }
    const known = one.covers;
    const isNew = (keyword: string) => !known.some((each) => each.keyword === keyword && each.side === side);
    one.covers = [...known, ...covers.filter(isNew).map((keyword) => ({ keyword, side }))];
  }

  function addAbsence(name: string, keyword: string, isRequired: boolean): void {
    const [start] = bases.of('query');
    for (const isAbsent of [true, false]) {
      const whole = withValue(start, `/${escaped(name)}`, isAbsent ? undefined : valueAt(start, `/${name}`));
      const sent = sentAs('query', whole) ?? {};
      const isAccepted = !isAbsent || !isRequired;
      addCase(
        JSON.stringify(['query', name, isAbsent]),
        isAccepted ? 'accepted' : 'refused',
        isRequired ? [keyword] : [],
        {
          group: 'parameters',
          name: `${operationId} ${keyword} at ?${name}: ${isAbsent ? 'absent' : AS_IT_IS}`,
          // A signed link without changes is that of an existing resource.
          make: async () => (isAccepted && isRequired && isSigned(contract, operationId) ? {} : sent),
        },
      );
    }
  }

  /** Returns a number for the valid value that the cases of a site are made from. */
  function baseOf(site: Site): number {
    const base = bases.at(site);
    if (!wholes.includes(base)) wholes.push(base);
    return wholes.indexOf(base);
  }
}

/** Returns a function that makes the request with a value of one of its parts. */
function requestsOf(contract: ContractIndex, operation: OperationId, { sites }: Bases) {
  // The identifiers of all variants of a body.
  const identifiers = new Set(sites.filter(isOwnIdentifier).map(({ place }) => place));

  return async (session: Session, { part, place }: Site, side: Side, whole: Json): Promise<CaseRequest> => {
    if (side === 'accepted' && (part === 'path' || (part === 'query' && isSigned(contract, operation))))
      return toExisting(session, place.slice(1), String(valueAt(whole, place)));
    if (part === 'path') return { path: { [place.slice(1)]: String(valueAt(whole, place)) } };
    if (part === 'form' && contract.givesTokens(operation)) {
      const own = Object.entries(credentialFields(session.credentials));
      const given = own.filter(([name]) => valueAt(whole, `/${name}`) !== undefined);
      return sentAs('form', { ...(whole as JsonObject), ...Object.fromEntries(given) }) ?? {};
    }
    if (part !== 'json') return sentAs(part, whole) ?? {};
    const json = [...identifiers].reduce((body, at) => {
      const value = valueAt(body, at);
      if (typeof value !== 'string') return body;
      if (at !== place) return withValue(body, at, session.fresh());
      return side === 'refused' ? body : withValue(body, at, unused(value, session.fresh()));
    }, whole);
    return { body: { json } };
  };

  /**
   * A missing resource and an invalid value have the same response (404). So a resource is created under the value,
   * where the partner chooses the value. Elsewhere an existing resource stands for all values.
   */
  async function toExisting(session: Session, name: string, value: string): Promise<CaseRequest> {
    const chosen = chosenParameters(contract, operation).find((each) => each.name === name);
    if (chosen === undefined) return {};
    const body = { ...soundJson(session, chosen.from), [chosen.property]: value };
    await session.succeed(chosen.from, { body: { json: body } });
    return { path: { [name]: value } };
  }
}

/** Returns a text of the same length or with the same beginning that was never used as an identifier. */
function unused(text: string, identifier: string): string {
  if (text.includes(PLACEHOLDER)) return text.replace(PLACEHOLDER, identifier);
  const length = Array.from(text).length;
  if (length > 3) return text + identifier;
  // Three of the 20,992 CJK Unified Ideographs are enough for the few cases that need them.
  const digest = createHash('sha256').update(identifier).digest();
  return String.fromCodePoint(...Array.from(text, (_, i) => 0x4e00 + (digest.readUInt16BE(2 * i) % 20_992)));
}

function nameOfPlace({ part, place, variants }: Site): string {
  const variant = variants.map(({ property, value }) => ` (${property} ${value})`).join('');
  if (part === 'query') return `?${place.slice(1)}`;
  if (part === 'path') return `{${place.slice(1)}}`;
  return `${place === '' ? 'the body' : place}${variant}`;
}

/** Whether a schema stands inside of another schema, at its place or inside of the place. */
const isUnder = (site: Site, other: Site) =>
  other.name.startsWith(site.name) &&
  JSON.stringify(other.variants) === JSON.stringify(site.variants) &&
  (other.place === site.place || other.place.startsWith(`${site.place}/`));

const optionalProperties = ({ properties = {}, required = [] }: Schema) =>
  Object.keys(properties).filter((name) => !required.includes(name));

interface Setting {
  site: Site;
  /** A valid value of the part of the request. */
  start: Json;
  pointer: string;
  keywords: readonly string[];
  contract: ContractIndex;
  operation: Operation;
  caller: Caller;
}

/** Returns null when the value cannot be sent, or is refused because of another keyword. */
function judged(candidate: Candidate, setting: Setting): Judged | null {
  const { site, start, pointer, keywords, contract, operation, caller } = setting;
  const scopes = caller.scopes.filter((scope) => scope !== candidate.withoutScope);
  const verdictOn = (whole: Json) => {
    const sent = sentAs(site.part, whole);
    if (sent === undefined) return null;
    const read = readAs(contract.document, operation, site.part, sent);
    return { whole, read, errors: errorsIn(contract.document, site.operation, site.part, read, { ...caller, scopes }) };
  };
  const put = withValue(start, pointer, candidate.value);
  const first = put === undefined ? null : verdictOn(put);
  if (first === null) return null;
  const isAboutCopies = keywords.some((keyword) => keyword.startsWith('x-unique'));
  const copies = isAboutCopies ? [] : first.errors.filter(({ keyword }) => keyword === 'x-unique').flatMap(pointersOf);
  // Copies of an item have the identifiers of the original. Each gets a number where the identifiers must differ.
  const numbered = copies.reduce((changed, at, i) => withValue(changed, at, `${valueAt(put, at)}-${i}`), put);
  const { whole, read, errors } = (copies.length > 0 && verdictOn(numbered)) || first;
  const named = (names: readonly string[]) => names.map((keyword) => `${site.name}/${keyword}`);
  if (errors.length === 0) return { candidate, side: 'accepted', whole, isSingle: true, covers: named(keywords) };
  const broken = keywords.filter((keyword) => isRefusedBy(errors, site, keyword, pointer, read));
  if (!areAbout(errors, pointer) || (keywords.length > 0 && broken.length === 0)) return null;
  return { candidate, side: 'refused', whole, isSingle: isSingle(errors), covers: named(broken) };
}

/** Returns the keywords of the branch of an `if` that applies to a value. */
function conditionKeywords(site: Site, conditional: readonly Site[], value: Json): string[] {
  const branch = holds(site.schema['if'] as Schema, value) ? 'then' : 'else';
  return conditional
    .filter(({ path }) => path.startsWith(`${site.path}/if`) || path.startsWith(`${site.path}/${branch}`))
    .flatMap(({ schema, name }) => keywordsOf(schema, name));
}

/** Whether a value satisfies an `if`, which has only `required` and constants (a rule of the contract's linter). */
const holds = ({ required = [], properties = {} }: Schema, value: Json) =>
  required.every((name) => valueAt(value, `/${name}`) !== undefined) &&
  Object.entries(properties).every(([name, property]) =>
    [undefined, property['const']].includes(valueAt(value, `/${name}`)),
  );

/** Returns all cases where the schema is tried in full, and otherwise a few of each side. */
function chosen(all: readonly Judged[], keyword: string, few: typeof FEW | undefined): Judged[] {
  const accepted = all.filter(({ side }) => side === 'accepted');
  const refused = all.filter(({ side }) => side === 'refused');
  const single = refused.filter((one) => one.isSingle);
  const kept = SELDOM_ALONE.includes(keyword.split('/')[0] ?? '') || single.length === 0 ? refused : single;
  return few === undefined ? [...accepted, ...kept] : [...spread(accepted, few.accepted), ...spread(kept, few.refused)];
}

/** Returns a few of many, from the first to the last. */
export function spread<T>(all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all];
  return Array.from({ length: count }, (_, i) => all[Math.round((i * (all.length - 1)) / Math.max(1, count - 1))] as T);
}

/** Says why no request can break a keyword; undefined when a request can. */
export function whyNeverRefused(contract: Contract, keyword: string): string | undefined {
  if (!/\/(type|minItems)$/.test(keyword)) return undefined;
  const sites = listOperations(contract)
    .flatMap(({ operation }) => sitesOf(contract, operation))
    .filter(({ name }) => keyword.slice(0, keyword.lastIndexOf('/')) === name);
  if (sites.length === 0 || sites.some(({ part }) => part === 'json')) return undefined;
  // A text can fail to be an integer.
  if (keyword.endsWith('/type') && sites.every(({ schema }) => schema.type !== 'integer'))
    return 'Forms and parameters hold nothing but text and lists of text.';
  const ofList = sites.every(({ part, schema }) => part === 'query' && schema['minItems'] === 1);
  if (keyword.endsWith('/minItems') && ofList) return 'A list without items is a missing parameter.';
  return undefined;
}
