// Compares the contract with the last release (spec/releases/): fails on a change that a correct client would notice.
// `npm run release` puts a contract there.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Contract, isObject, type Operation, type Parameter, targetOf } from './generate/contract.ts';
import { runRedocly } from './generate/redocly.ts';
import { root } from './root.ts';

export interface Break {
  /** JSON Pointer into the dereferenced contract. */
  place: string;
  message: string;
  /** Of an operation that the released contract marks as under development: such a one may change. */
  isUnderDevelopment: boolean;
}

/** What spec/releases/unreleased.json says of the changes since the last release. */
export interface Unreleased {
  /** Schemas that say in other words what the release says. */
  reworded: readonly string[];
  /** Schemas with a rule that refuses more, and what in words: the guide on versions says so. */
  narrowed: Readonly<Record<string, string>>;
}

/** Every way in which `revision` breaks the promises of `released`. */
export async function breaksOf(
  released: Contract,
  revision: Contract,
  unreleased: Unreleased = NOTHING_UNRELEASED,
): Promise<Break[]> {
  const was = dereference(inPresentWords(released, revision, unreleased));
  const is = dereference(revision);
  const [before, after] = [withEventsAsAnswers(was), withEventsAsAnswers(is)];
  const found = [
    ...(await breaksByRedocly(before, after)),
    ...breaksOfOurKeywords(before, after, ''),
    ...lostOf(securityOf(was), securityOf(is), '#/components/securitySchemes'),
  ].map((each) => ({ ...each, place: each.place.replace(EVENT_AS_ANSWER, '#/webhooks/$1/$2') }));
  return found.map((each) => ({ ...each, isUnderDevelopment: isUnderDevelopment(was, each.place) }));
}

type Found = Omit<Break, 'isUnderDevelopment'>;
type Node = Record<string, unknown>;

/**
 * The contract dereferenced, without examples and words. `redocly diff` reports a change of a shared component only
 * at its first use, which may be in an operation under development, or in a request although answers use it too.
 */
function dereference(contract: Contract): Contract {
  const written = new Map<string, Node>();
  const target = ($ref: string): Node => {
    const known = written.get($ref) ?? (write(targetOf(contract, $ref)) as Node);
    written.set($ref, known);
    return known;
  };
  const write = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(write);
    if (!isObject(value)) return value;
    const { $ref, ...beside } = value;
    if (typeof $ref === 'string')
      // Only one reference at a time: what stands beside the next one counts too.
      return { ...target($ref), ...(write(beside) as Node) };
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, member]) => !(['examples', 'mapping'].includes(key) && isObject(member)) && key !== 'links')
        .filter(([key, member]) => !(['description', 'summary'].includes(key) && typeof member === 'string'))
        .map(([key, member]) => [key, write(member)]),
    );
  };
  const { components, ...rest } = contract;
  return {
    ...(write(rest) as Omit<Contract, 'components'>),
    components: { securitySchemes: components['securitySchemes'] ?? {} } as unknown as Contract['components'],
  };
}

/** The released contract with the present words of the schemas that are named. */
function inPresentWords(released: Contract, revision: Contract, { reworded, narrowed }: Unreleased): Contract {
  const named = [...reworded, ...Object.keys(narrowed)];
  const [was, is] = [released, revision].map(({ components }) => components['schemas'] ?? {}) as [Node, Node];
  const unknown = named.filter((name) => isDeepStrictEqual(was[name], is[name]));
  if (unknown.length > 0) throw new RangeError(`${UNRELEASED} names schemas that did not change: ${unknown}`);
  // Their new parts are new schemas of their own.
  const schemas = { ...is, ...was, ...Object.fromEntries(named.map((name) => [name, is[name]])) };
  return { ...released, components: { ...released.components, schemas } as Contract['components'] };
}

async function breaksByRedocly(before: Node, after: Node): Promise<Found[]> {
  const [was, is] = withoutEquals(before, after, 5);
  if (isDeepStrictEqual(was, is)) return [];
  return (await diff(was, is)).flatMap(({ path: place, property, verdicts }) =>
    verdicts
      .filter(({ impact }) => impact === 'major')
      .map(({ message }) => ({ place: `${place}${property === undefined ? '' : `/${property}`}`, message })),
  );
}

/** An event is what we send and a client reads, as it does an answer: what it has may not go, and more may come. */
function withEventsAsAnswers({ webhooks, components: _compared, ...contract }: Contract): Node {
  const paths = { ...contract.paths } as Node;
  for (const [name, event] of Object.entries(webhooks ?? {})) {
    const methods = Object.entries(event).map(([method, { parameters = [], requestBody, ...operation }]) => {
      const headers = Object.fromEntries(
        (parameters as Parameter[]).map(({ name, in: _in, ...header }) => [name, header]),
      );
      return [method, { ...operation, responses: { 200: { ...requestBody, headers } } }];
    });
    paths[`/webhooks/${name}`] = Object.fromEntries(methods);
  }
  return { ...contract, paths };
}

const EVENT_AS_ANSWER = /^#\/paths\/~1webhooks~1([^/]+)\/([^/]+)(\/responses\/200)?/;

/** What a client relies on to get a token: the values at their places. Scopes are what their names say. */
function securityOf({ components }: Contract): unknown {
  const write = (key: string, value: object) => {
    if (key === 'description') return undefined;
    return key === 'scopes' ? Object.fromEntries(Object.keys(value).map((scope) => [scope, true])) : value;
  };
  return JSON.parse(JSON.stringify(components['securitySchemes'] ?? {}, write));
}

/** What was there and is no more, or is another. */
function lostOf(before: unknown, after: unknown, place: string): Found[] {
  if (isObject(before) && isObject(after))
    return Object.keys(before).flatMap((key) => lostOf(before[key], after[key], `${place}/${escaped(key)}`));
  const key = place.slice(place.lastIndexOf('/') + 1);
  return isDeepStrictEqual(before, after) ? [] : [{ place, message: changeOf(key, before, after) }];
}

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Both without the members that are the same, down to the answers of an operation: Redocly takes seconds to read all
 * that did not change.
 */
function withoutEquals(before: Node, after: Node, levels: number): [Node, Node] {
  const [was, is] = [{ ...before }, { ...after }];
  for (const key of Object.keys({ ...before, ...after })) {
    const [old, present] = [was[key], is[key]];
    // The version of OpenAPI says how all else is read; our keywords are looked at below.
    if (OUR_KEYWORDS.has(key) || (key !== 'openapi' && isDeepStrictEqual(old, present))) {
      delete was[key];
      delete is[key];
    } else if (levels > 1 && isObject(old) && isObject(present))
      [was[key], is[key]] = withoutEquals(old, present, levels - 1);
  }
  return [was, is];
}

/** A change as `redocly diff` reports it. */
export interface Change {
  path: string;
  kind: 'added' | 'removed' | 'modified';
  impact: 'major' | 'minor' | 'patch' | 'none';
  property?: string;
  verdicts: { impact: string; message: string }[];
  revision?: { value?: unknown };
}

/** What `redocly diff` says of two contracts. */
export async function diff(before: object, after: object): Promise<Change[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'compatibility-'));
  try {
    const file = (name: string) => path.join(folder, `${name}.json`);
    await writeFile(file('released'), JSON.stringify(before));
    await writeFile(file('revision'), JSON.stringify(after));
    await runRedocly(
      ['diff', file('released'), file('revision'), '--format=json', `--output=${file('report')}`, '--fail-on=none'],
      { env: { PATH: process.env['PATH'] }, cwd: folder },
    );
    return JSON.parse(await readFile(file('report'), 'utf8')).changes;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Whether the value of an extension keyword may change. Undefined: the keyword is absent. */
type MayBecome = (before: unknown, after: unknown) => boolean;

/** For keywords that restrict a request: they may be removed, and not be added or changed. */
const mayOnlyGo: MayBecome = (before, after) => after === undefined || isDeepStrictEqual(before, after);
/** For limits: they may be removed and raised. */
const mayOnlyRise: MayBecome = (before, after) =>
  after === undefined || (before !== undefined && Number(after) >= Number(before));
/** For promised figures: none may be removed or lowered; `_within_seconds` may not be raised. */
const mayOnlyPromiseMore = (before: unknown, after: unknown, name = ''): boolean =>
  isObject(before)
    ? isObject(after) && Object.keys(before).every((key) => mayOnlyPromiseMore(before[key], after[key], key))
    : isDeepStrictEqual(before, after) ||
      (name.endsWith('_within_seconds') ? Number(after) < Number(before) : Number(after) > Number(before));
/** For promises: they stay, and more may be added. */
const mayOnlyBeAddedTo: MayBecome = (before, after) => before === undefined || lostOf(before, after, '').length === 0;

/** HTTP status of each problem code. Titles are text, which clients do not compare (RFC 9457, section 3.1.3). */
const statusesOf = (problems: unknown) =>
  JSON.parse(JSON.stringify(problems ?? null, (key, value) => (key === 'title' ? undefined : value)));

const restrictions =
  'x-https contentMediaType x-disjoint x-public-address x-naming-rules x-registered-domain x-required-scope ' +
  'x-under-development x-unique x-well-formed';
const promises = 'discriminator x-asset-type x-conventions x-delivery x-value x-serves';

/** The keywords that Redocly does not compare. Extensions that are not listed promise nothing. */
const OUR_KEYWORDS: ReadonlyMap<string, MayBecome> = new Map([
  ...restrictions.split(' ').map((keyword) => [keyword, mayOnlyGo] as const),
  ...promises.split(' ').map((keyword) => [keyword, mayOnlyBeAddedTo] as const),
  ['x-body-limit', mayOnlyRise],
  ['x-max-bytes', mayOnlyRise],
  ['x-idempotent', (before, after) => before === false || mayOnlyBeAddedTo(before, after)],
  ['x-problems', (before, after) => mayOnlyBeAddedTo(statusesOf(before), statusesOf(after))],
  ['x-service', (before, after) => mayOnlyPromiseMore(before, after)],
]);

function breaksOfOurKeywords(before: unknown, after: unknown, place: string): Found[] {
  // What is new has no promises to break, and what is gone is Redocly's to tell.
  if (!isObject(before) || !isObject(after)) return [];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const here = `${place}/${escaped(key)}`;
    const mayBecome = OUR_KEYWORDS.get(key);
    if (mayBecome !== undefined && !mayBecome(before[key], after[key]))
      return [{ place: `#${here}`, message: changeOf(key, before[key], after[key]) }];
    const inside = breaksOfOurKeywords(byName(before[key]), byName(after[key]), here);
    return key === 'headers' ? [...noLongerPromised(before[key], after[key], here), ...inside] : inside;
  });
}

/** The headers of an answer that were sure to come, and may be absent now: Redocly does not look at that. */
function noLongerPromised(before: unknown, after: unknown, place: string): Found[] {
  if (!isObject(before) || !isObject(after)) return [];
  const isPromised = (header: unknown) => isObject(header) && header['required'] === true;
  return Object.keys(before)
    .filter((name) => isPromised(before[name]) && after[name] !== undefined && !isPromised(after[name]))
    .map((name) => ({ place: `#${place}/${escaped(name)}`, message: `Header \`${name}\` is no longer promised.` }));
}

function changeOf(keyword: string, before: unknown, after: unknown): string {
  const [was, is] = [before, after].map((value) => (value === undefined ? 'absent' : JSON.stringify(value)));
  return `\`${keyword}\` was ${was}, and is ${is}.`;
}

/** The members of a list by what tells them apart: parameters by their names, anything else by its place. */
const byName = (list: unknown): unknown =>
  Array.isArray(list)
    ? Object.fromEntries(list.map((member, i) => [isObject(member) && 'in' in member ? member['name'] : i, member]))
    : list;

function isUnderDevelopment(contract: Contract, place: string): boolean {
  const [, kind = '', name = '', method = ''] = place
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  const items = (contract as unknown as Record<string, Record<string, Record<string, Operation>>>)[kind];
  const item = items?.[name] ?? {};
  // A path may go when all of its operations may.
  const concerned = method === '' ? Object.values(item) : [item[method]];
  return concerned.length > 0 && concerned.every((operation) => operation?.['x-under-development'] === true);
}

/** The released contract of the highest version. */
export async function lastRelease(): Promise<Contract> {
  const folder = path.join(root, 'spec', 'releases');
  const versions = (await readdir(folder)).flatMap((name) => /^(\d.*)\.json$/.exec(name)?.[1] ?? []);
  const newest = versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  return JSON.parse(await readFile(path.join(folder, `${newest}.json`), 'utf8'));
}

/** Where the changes since the last release are explained; a release empties it. */
export const UNRELEASED = 'spec/releases/unreleased.json';
export const NOTHING_UNRELEASED: Unreleased = { reworded: [], narrowed: {} };

export async function unreleasedChanges(): Promise<Unreleased> {
  return JSON.parse(await readFile(path.join(root, UNRELEASED), 'utf8'));
}

/** Rejects when `generated/` breaks a promise of the last release. */
export async function checkCompatibility(): Promise<string> {
  const released = await lastRelease();
  const revision = JSON.parse(await readFile(path.join(root, 'generated', 'openapi.json'), 'utf8'));
  const found = await breaksOf(released, revision, await unreleasedChanges());
  const told = (isUnderDevelopment: boolean) =>
    found
      .filter((each) => each.isUnderDevelopment === isUnderDevelopment)
      .map(({ place, message }) => `  ${message}\n    at ${place}\n`)
      .join('');
  const { version } = released.info;
  const [allowed, forbidden] = [told(true), told(false)];
  const note = allowed && `Under development, so that they may change, but a client will notice:\n${allowed}`;
  if (forbidden) throw new Error(`${note}Not compatible with the released contract ${version}:\n${forbidden}`);
  return `${note}The contract is compatible with the released one, ${version}`;
}
