/**
 * Requests near the edge of every keyword of every request schema, made from the contract alone.
 *
 * For each schema and each place where it stands, a valid request is found in which the place exists: an example of
 * the contract, completed with members of other examples (`valid-requests.ts`). Each keyword proposes values near its
 * edge (`values/by-keyword.ts`) for that place. The contract's validator decides what a proposal is worth: an accepted
 * case is valid; a refused case has errors only at that place, one of them of the keyword, and no other if possible.
 * The rest is dropped, so a proposal may be a guess. A component is tried in full at one of its places, and at the
 * others by a few cases on each side, which show that it applies there. `uncovered` names each side of a keyword
 * without a case.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Contract, listOperations, type Operation, resolve, type Schema } from '../../generate/contract.ts';
import { indexContract } from '../contract/contract-index.ts';
import {
  isOwnIdentifier,
  keywordsOf,
  parametersOf,
  requestKeywords,
  type Site,
  sitesOf,
} from '../contract/keywords.ts';
import type { ContractError } from '../contract/validators.ts';
import type { Json } from '../json.ts';
import { escaped, type JsonObject, locate, valueAt, withValue } from '../json.ts';
import type { Case, CaseRequest, OperationId, Side } from '../types.ts';
import { readAs, sentAs } from './request-parts.ts';
import { areAbout, type Caller, errorsIn, isRefusedBy, isSingle, pointersOf } from './schema-errors.ts';
import { basesOf, type Pool, poolOf } from './valid-requests.ts';
import { type Candidate, candidatesOf, candidatesOfCondition, type Ground } from './values/by-keyword.ts';

export interface SchemaCaseOptions {
  contract: Contract;
  /** Whatever it is, the cases are the same: nothing about them is drawn by lot. */
  seed: number;
  /** Of the partner; `*` stands for any. */
  registeredDomains: readonly string[];
  /** A new identifier of ASCII letters, digits and `-`, always of the same length, at most 40 characters. */
  fresh: () => string;
  /** Fields of a form by their names, in place of those of the examples: the credentials of the partner. */
  formFields?: Readonly<Record<string, string>>;
}

/** A side of a keyword that no case stands on. */
export interface Uncovered {
  keyword: string;
  side: Side;
  /** Why there can be none; absent when there ought to be one. */
  reason?: string;
}

/** How many cases of a keyword remain at the places where its component is not tried in full. */
const CORE: Readonly<Record<Side, number>> = { accepted: 2, refused: 3 };
/** The same where the component stands at the same place of another variant of the body. */
const IN_ANOTHER_VARIANT: typeof CORE = { accepted: 1, refused: 1 };

/** Bytes of a body where the contract has no limit. */
export const MOST_BYTES = 1_000_000;

const AS_IT_IS = 'as it is';

/** So many proposals are enough to find those few, nearly always. */
const SAMPLE = 12;

/** A value that breaks one of these often breaks a second rule too; each of these values is worth keeping. */
const SELDOM_ALONE = ['type', 'const', 'enum', 'required'];

/** What the cases of all operations have in common. */
export interface Common {
  pool: Pool;
  words: readonly string[];
  caller: Caller;
  /** Where each schema is tried in full, by the schema's name. */
  full: ReadonlyMap<string, string>;
  /** The cases of operations but for what is a run's own. */
  drafts: Map<string, Promise<readonly Draft[]>>;
}

const commons = new WeakMap<Contract, Map<string, Common>>();

/** Made once for a contract and a partner. */
export function commonOf({
  contract,
  registeredDomains,
}: Pick<SchemaCaseOptions, 'contract' | 'registeredDomains'>): Common {
  const known = commons.get(contract) ?? new Map<string, Common>();
  commons.set(contract, known);
  const key = registeredDomains.join(' ');
  const common = known.get(key) ?? newCommon(contract, registeredDomains);
  known.set(key, common);
  return common;
}

const tellsVariants = ({ place, variants }: Site) =>
  variants.some((variant) => place === `${variant.place}/${variant.property}`);

const keyOf = ({ operation, part, place, variants }: Site) => JSON.stringify([operation, part, place, variants]);

function newCommon(contract: Contract, registeredDomains: readonly string[]): Common {
  const caller = { registeredDomains, scopes: indexContract(contract).scopes };
  const sites = listOperations(contract).flatMap(({ operation }) => sitesOf(contract, operation));
  const full = new Map<string, string>();
  // A body first: there a value of any type can be sent, and most characters.
  for (const suits of [(site: Site) => site.part === 'json' && !isOwnIdentifier(site), () => true])
    for (const site of sites.filter(suits)) if (!full.has(site.name)) full.set(site.name, keyOf(site));
  const words = sites.flatMap(({ schema }) => [schema['const'], schema['enum']].flat());
  return {
    pool: poolOf(contract, caller),
    words: [...new Set(words.filter((word): word is string => typeof word === 'string' && word.length > 2))],
    caller,
    full,
    drafts: new Map(),
  };
}

/** What the values for a schema are made of, where `valid` stands. */
export function groundFor(site: Site, valid: Json, { pool, words, caller }: Common, operation: Operation): Ground {
  return {
    schema: site.schema,
    valid,
    others: isOwnIdentifier(site) ? [] : (pool.get(site.name) ?? []),
    words,
    registeredDomains: caller.registeredDomains,
    bodyLimit: operation['x-body-limit'] ?? MOST_BYTES,
  };
}

/** A case that is being made: requests that are the same are one case, for all that they stand for. */
interface Draft {
  name: string;
  group: Case['group'];
  /** With identifiers that were never used, and the partner's credentials. */
  request(own: Own): CaseRequest;
  covers: Map<string, Case['covers'][number]>;
}

type Own = Pick<SchemaCaseOptions, 'fresh' | 'formFields'>;

/** A proposal that the validator has judged. */
interface Judged {
  candidate: Candidate;
  side: Side;
  whole: Json;
  /** Whether it breaks one rule alone. */
  single: boolean;
  covers: readonly string[];
}

/**
 * Cases of the groups `keywords` and `parameters` for an operation, always the same but for what `fresh` gives. They
 * are made in steps that let others go on.
 */
export async function schemaCases(operationId: OperationId, options: SchemaCaseOptions): Promise<Case[]> {
  const drafts = await drafted(operationId, options);
  return drafts.map(({ name, group, request, covers }) => ({
    name,
    group,
    operation: operationId,
    request: request(options),
    covers: [...covers.values()],
  }));
}

/** What every proposal is worth is found out once, however many targets are checked at the same time. */
function drafted(operationId: OperationId, options: SchemaCaseOptions): Promise<readonly Draft[]> {
  const common = commonOf(options);
  const placeholder = options.fresh();
  const key = `${operationId} ${placeholder.length}`;
  const known = common.drafts.get(key) ?? draftsOf(operationId, options.contract, common, placeholder);
  common.drafts.set(key, known);
  return known;
}

async function draftsOf(
  operationId: OperationId,
  contract: Contract,
  common: Common,
  placeholder: string,
): Promise<Draft[]> {
  const { operation } = indexContract(contract).operationOf(operationId);
  const bases = basesOf(contract, operation, common.pool, common.caller);
  const drafts = new Map<string, Draft>();
  const names = new Map<string, number>();
  const wholes: Json[] = [];
  const seen = new Set<string>();

  for (const site of bases.sites) {
    await setImmediate();
    const whole = bases.at(site);
    const pointer = whole === undefined ? undefined : locate(site.place, whole);
    if (whole === undefined || pointer === undefined || site.conditional) continue;
    const own = isOwnIdentifier(site);
    const valid = own ? placeholder : valueAt(whole, pointer);
    const ground = groundFor(site, valid, common, operation);
    const start = withValue(whole, pointer, valid);
    const validate = (candidate: Candidate, keywords: readonly string[]) =>
      judged(candidate, { site, start, pointer, keywords, contract, operation, caller: common.caller });
    // Of the member that tells variants apart, the discriminator is tried in full.
    const isFull = common.full.get(site.name) === keyOf(site) && !tellsVariants(site);
    const here = `${site.name} ${site.place}`;
    const few = isFull ? undefined : seen.has(here) ? IN_ANOTHER_VARIANT : CORE;
    seen.add(here);
    const asItIs = { label: AS_IT_IS, value: valid };

    for (const name of keywordsOf(site.schema, '')) {
      const keyword = name.slice(1);
      // Whatever a field of a form holds is text: another type would only be another text.
      const proposals = site.part === 'form' && keyword === 'type' ? [] : candidatesOf(keyword, ground);
      const candidates = [asItIs, ...proposals];
      const among = (some: readonly Candidate[]) =>
        chosen(
          some.map((candidate) => validate(candidate, [keyword])).filter((one) => one !== null),
          keyword,
          few,
        );
      const tried = among(isFull ? candidates : spread(candidates, SAMPLE));
      const hasBoth = new Set(tried.map(({ side }) => side)).size === 2;
      for (const one of isFull || hasBoth ? tried : among(candidates)) add(site, keyword, one);
    }

    const conditional = bases.sites.filter(
      (other) => other.conditional && other.name.startsWith(site.name) && isUnder(site, other),
    );
    if (site.schema['if'] !== undefined)
      for (const candidate of candidatesOfCondition(ground, (name) => membersOf(site.schema, name))) {
        const one = judgedCondition(candidate, site, conditional, validate);
        if (one !== null) add(site, 'if', one);
      }

    for (const name of optionalMembers(site.schema)) {
      const value = withValue(valid, `/${name}`, undefined);
      const one = validate({ label: `without ${name}`, value }, []);
      if (one?.side === 'accepted') add(site, 'properties', one);
    }
  }
  for (const { parameter, name } of parametersOf(contract, operation).filter(
    ({ parameter }) => parameter.in === 'query',
  ))
    addAbsence(parameter.name, `${name}/required`, parameter.required === true);

  return [...drafts.values()];

  /** Values of a member, more than the examples have: a condition may ask for any of them. */
  function membersOf(schema: Schema, name: string): Json[] {
    const member = resolve<Schema>(contract, schema.properties?.[name] ?? {});
    const words = (member['enum'] as Json[] | undefined)?.slice(0, 2) ?? [];
    const component = schema.properties?.[name]?.$ref?.replace('#/components/schemas/', '');
    return [
      ...(member.type === 'boolean' ? [true, false] : []),
      ...(common.pool.get(`${component}#`) ?? []).slice(0, 1),
      ...words,
    ];
  }

  function add(site: Site, keyword: string, { candidate, side, whole, covers }: Judged): void {
    const sent = sentAs(site.part, whole);
    if (sent === undefined) return;
    const changed =
      candidate.label === AS_IT_IS ? [] : candidate.value === undefined ? [site.place] : [site.place, candidate.value];
    const key = JSON.stringify([site.part, site.variants, baseOf(site), changed, candidate.withoutScope]);
    const draft: Draft = drafts.get(key) ?? {
      name: unique(
        `${operationId} ${site.name}/${keyword} at ${nameOfPlace(site)}: ${candidate.label.replaceAll(placeholder, '...')}`,
      ),
      group: site.part === 'json' || site.part === 'form' ? 'keywords' : 'parameters',
      request: (own) => ({ ...finished(site, side, whole, own), ...withoutScope(candidate.withoutScope) }),
      covers: new Map(),
    };
    for (const covered of covers) draft.covers.set(`${covered} ${side}`, { keyword: covered, side });
    drafts.set(key, draft);
  }

  function withoutScope(scope: string | undefined): Pick<CaseRequest, 'authorization'> {
    if (scope === undefined) return {};
    return { authorization: { scopes: common.caller.scopes.filter((one) => one !== scope) } };
  }

  function finished(site: Site, side: Side, whole: Json, { fresh, formFields = {} }: Own): CaseRequest {
    if (site.part === 'path') return { path: { [site.place.slice(1)]: String(valueAt(whole, site.place)) } };
    if (site.part === 'form') {
      const fields = Object.entries(formFields).filter(([name]) => valueAt(whole, `/${name}`) !== undefined);
      return sentAs('form', { ...(whole as JsonObject), ...Object.fromEntries(fields) }) ?? {};
    }
    if (site.part === 'query') return sentAs('query', whole) ?? {};
    // Each variant of a body has the identifier at the same place.
    const places = new Set(bases.sites.filter(isOwnIdentifier).map(({ place }) => place));
    const identified = [...places].reduce((body, place) => {
      const value = valueAt(body, place);
      if (typeof value !== 'string') return body;
      if (place !== site.place) return withValue(body, place, fresh());
      return side === 'refused' ? body : withValue(body, place, unused(value, fresh()));
    }, whole);
    return { body: { json: identified } };
  }

  /** A text of the same length or with the same beginning that was never used as an identifier. */
  function unused(text: string, identifier: string): string {
    if (text.includes(placeholder)) return text.replace(placeholder, identifier);
    const length = Array.from(text).length;
    if (length > 3) return text + identifier;
    // 20,992 characters (CJK Unified Ideographs) for each of a few cases.
    const digest = createHash('sha256').update(identifier).digest();
    return String.fromCodePoint(...Array.from(text, (_, i) => 0x4e00 + (digest.readUInt16BE(2 * i) % 20_992)));
  }

  function addAbsence(name: string, keyword: string, required: boolean): void {
    const [start] = bases.of('query');
    for (const absent of [true, false]) {
      const whole = withValue(start, `/${escaped(name)}`, absent ? undefined : valueAt(start, `/${name}`));
      const key = JSON.stringify(['query', name, absent]);
      const side = absent && required ? 'refused' : 'accepted';
      const draft: Draft = drafts.get(key) ?? {
        name: unique(`${operationId} ${keyword} at ?${name}: ${absent ? 'absent' : 'as it is'}`),
        group: 'parameters',
        request: () => sentAs('query', whole) ?? {},
        covers: new Map(),
      };
      if (required) draft.covers.set(`${keyword} ${side}`, { keyword, side });
      drafts.set(key, draft);
    }
  }

  /** A number for the valid value that the cases of a site are made of. */
  function baseOf(site: Site): number {
    const base = bases.at(site);
    if (!wholes.includes(base)) wholes.push(base);
    return wholes.indexOf(base);
  }

  /** Two values may look alike in words. */
  function unique(name: string): string {
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  }
}

function nameOfPlace({ part, place, variants }: Site): string {
  const variant = variants.map(({ property, value }) => ` (${property} ${value})`).join('');
  if (part === 'query') return `?${place.slice(1)}`;
  if (part === 'path') return `{${place.slice(1)}}`;
  return `${place === '' ? 'the body' : place}${variant}`;
}

/** Whether the place of a schema inside of another is at its place or inside of it. */
const isUnder = (site: Site, other: Site) =>
  JSON.stringify(other.variants) === JSON.stringify(site.variants) &&
  (other.place === site.place || other.place.startsWith(`${site.place}/`));

const optionalMembers = ({ properties = {}, required = [] }: Schema) =>
  Object.keys(properties).filter((name) => !required.includes(name));

interface Standing {
  site: Site;
  /** A valid value of the part. */
  start: Json;
  pointer: string;
  keywords: readonly string[];
  contract: Contract;
  operation: Operation;
  caller: Caller;
}

/** Null when the value cannot be sent, or is refused for something else. */
function judged(candidate: Candidate, standing: Standing): Judged | null {
  const { site, start, pointer, keywords, contract, operation, caller } = standing;
  const scopes = caller.scopes.filter((scope) => scope !== candidate.withoutScope);
  const verdictOn = (whole: Json) => {
    const sent = sentAs(site.part, whole);
    if (sent === undefined) return null;
    const read = readAs(contract, operation, site.part, sent);
    return { whole, read, errors: errorsIn(contract, site.operation, site.part, read, { ...caller, scopes }) };
  };
  const put = withValue(start, pointer, candidate.value);
  const first = put === undefined ? null : verdictOn(put);
  if (first === null) return null;
  const isAboutCopies = keywords.some((keyword) => keyword.startsWith('x-unique'));
  const again = isAboutCopies ? [] : first.errors.filter(({ keyword }) => keyword === 'x-unique');
  const { whole, read, errors } = (again.length > 0 && verdictOn(distinct(put, again))) || first;
  const named = (names: readonly string[]) => names.map((keyword) => `${site.name}/${keyword}`);
  if (errors.length === 0) return { candidate, side: 'accepted', whole, single: true, covers: named(keywords) };
  const broken = keywords.filter((keyword) => isRefusedBy(errors, site, keyword, pointer, read));
  if (!areAbout(errors, pointer) || (keywords.length > 0 && broken.length === 0)) return null;
  return { candidate, side: 'refused', whole, single: isSingle(errors), covers: named(broken) };
}

/** Copies of an item have the identifiers of the original: each gets a number, where they must be different. */
function distinct(whole: Json, again: readonly ContractError[]): Json {
  return again
    .flatMap(pointersOf)
    .reduce((changed, at, i) => withValue(changed, at, `${valueAt(whole, at)}-${i}`), whole);
}

/** The one side of a condition is where its branch is kept, the other where the branch is broken. */
function judgedCondition(
  candidate: Candidate,
  site: Site,
  conditional: readonly Site[],
  validate: (candidate: Candidate, keywords: readonly string[]) => Judged | null,
): Judged | null {
  const one = validate(candidate, []);
  if (one === null) return null;
  const branch = holds(site.schema['if'] as Schema, candidate.value) ? 'then' : 'else';
  const inForce = conditional.filter(
    ({ path }) => path.startsWith(`${site.path}/if`) || path.startsWith(`${site.path}/${branch}`),
  );
  return { ...one, covers: inForce.flatMap(({ schema, name }) => keywordsOf(schema, name)) };
}

/** Whether a value is what an `if` asks for. One holds only `required` and constants (house rules of the contract). */
function holds({ required = [], properties = {} }: Schema, value: Json): boolean {
  return (
    required.every((name) => valueAt(value, `/${name}`) !== undefined) &&
    Object.entries(properties).every(([name, member]) => {
      const found = valueAt(value, `/${name}`);
      return found === undefined || found === member['const'];
    })
  );
}

/** All of them where the schema is tried in full; otherwise a few of each side, from the first to the last of them. */
function chosen(all: readonly Judged[], keyword: string, few: typeof CORE | undefined): Judged[] {
  const accepted = all.filter(({ side }) => side === 'accepted');
  const refused = all.filter(({ side }) => side === 'refused');
  const single = refused.filter((one) => one.single);
  const kept = SELDOM_ALONE.includes(keyword.split('/')[0] ?? '') || single.length === 0 ? refused : single;
  return few === undefined ? [...accepted, ...kept] : [...spread(accepted, few.accepted), ...spread(kept, few.refused)];
}

/** A few of many, from the first to the last. */
export function spread<T>(all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all];
  return Array.from({ length: count }, (_, i) => all[Math.round((i * (all.length - 1)) / Math.max(1, count - 1))] as T);
}

/** The sides of keywords without a case in any operation, with the reason where no request can have one. */
export function uncovered(contract: Contract, cases: readonly Case[]): Uncovered[] {
  const covered = new Set(cases.flatMap(({ covers }) => covers.map(({ keyword, side }) => `${keyword} ${side}`)));
  return requestKeywords(contract).flatMap((keyword) =>
    (['accepted', 'refused'] as const)
      .filter((side) => !covered.has(`${keyword} ${side}`))
      .map((side) => {
        const reason = side === 'refused' ? whyNeverRefused(contract, keyword) : undefined;
        return { keyword, side, ...(reason !== undefined && { reason }) };
      }),
  );
}

/** Why no request that can be sent breaks a keyword, in a sentence; undefined when one can. */
export function whyNeverRefused(contract: Contract, keyword: string): string | undefined {
  if (!/\/(type|minItems)$/.test(keyword)) return undefined;
  const sites = listOperations(contract)
    .flatMap(({ operation }) => sitesOf(contract, operation))
    .filter(({ name }) => keyword.slice(0, keyword.lastIndexOf('/')) === name);
  if (sites.length === 0 || sites.some(({ part }) => part === 'json')) return undefined;
  // `integer` is left out: a text may be no number.
  if (keyword.endsWith('/type') && sites.every(({ schema }) => schema.type !== 'integer'))
    return 'A form is always an object, and what it and the parameters hold is always text or a list of texts.';
  const ofList = sites.every(({ part, schema }) => part === 'query' && schema['minItems'] === 1);
  if (keyword.endsWith('/minItems') && ofList) return 'A list of no items is a parameter that is absent.';
  return undefined;
}
