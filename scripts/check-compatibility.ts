// Compares the contract with the last release in spec/releases/. Fails if a change can break a correct client.
// `npm run release` adds a release.
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
  /** True if the released contract marks the operation as under development, so that it can still change. */
  isUnderDevelopment: boolean;
}

/** Explanations of changes since the last release, from spec/releases/unreleased.json. */
export interface Unreleased {
  /** Names of schemas that express the same rules in a different way. */
  reworded: readonly string[];
  /** Names of schemas with stricter rules, each with a description of the new rule. */
  narrowed: Readonly<Record<string, string>>;
}

/** Returns every breaking change from `released` to `revision`. */
export async function breaksOf(
  released: Contract,
  revision: Contract,
  unreleased: Unreleased = NOTHING_UNRELEASED,
): Promise<Break[]> {
  const was = dereference(withCurrentSchemas(released, revision, unreleased));
  const is = dereference(revision);
  const [before, after] = [withEventsAsResponses(was), withEventsAsResponses(is)];
  const found = [
    ...(await breaksByRedocly(before, after)),
    ...breaksOfKeywords(before, after, ''),
    ...lostOf(securityOf(was), securityOf(is), '#/components/securitySchemes'),
  ].map((each) => ({ ...each, place: each.place.replace(EVENT_AS_RESPONSE, '#/webhooks/$1/$2') }));
  return found.map((each) => ({ ...each, isUnderDevelopment: isUnderDevelopment(was, each.place) }));
}

type Found = Omit<Break, 'isUnderDevelopment'>;
type Node = Record<string, unknown>;

/**
 * Returns the contract with resolved references, and without examples and descriptions. `redocly diff` reports a change
 * to a shared component only where it is used first. Later uses can be affected in a different way.
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
      // Resolves one reference at a time, because the target can also have properties next to its `$ref`.
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

/** Returns the released contract with the current version of the schemas that `unreleased` lists. */
function withCurrentSchemas(released: Contract, revision: Contract, { reworded, narrowed }: Unreleased): Contract {
  const named = [...reworded, ...Object.keys(narrowed)];
  const [was, is] = [released, revision].map(({ components }) => components['schemas'] ?? {}) as [Node, Node];
  const unknown = named.filter((name) => isDeepStrictEqual(was[name], is[name]));
  if (unknown.length > 0) throw new RangeError(`${UNRELEASED} names schemas that did not change: ${unknown}`);
  // The current version of a schema can refer to new schemas.
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

/** Returns the contract with its webhook events as responses. Clients read both, so both can only gain properties. */
function withEventsAsResponses({ webhooks, components: _compared, ...contract }: Contract): Node {
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

const EVENT_AS_RESPONSE = /^#\/paths\/~1webhooks~1([^/]+)\/([^/]+)(\/responses\/200)?/;

/** Returns the security schemes without descriptions: only the values that a client needs to get a token. */
function securityOf({ components }: Contract): unknown {
  const write = (key: string, value: object) => {
    if (key === 'description') return undefined;
    return key === 'scopes' ? Object.fromEntries(Object.keys(value).map((scope) => [scope, true])) : value;
  };
  return JSON.parse(JSON.stringify(components['securitySchemes'] ?? {}, write));
}

/** Returns a finding for each value that was removed or changed. */
function lostOf(before: unknown, after: unknown, place: string): Found[] {
  if (isObject(before) && isObject(after))
    return Object.keys(before).flatMap((key) => lostOf(before[key], after[key], `${place}/${escaped(key)}`));
  const key = place.slice(place.lastIndexOf('/') + 1);
  return isDeepStrictEqual(before, after) ? [] : [{ place, message: changeOf(key, before, after) }];
}

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns both objects without their equal properties, because Redocly takes seconds to read unchanged parts. */
function withoutEquals(before: Node, after: Node, levels: number): [Node, Node] {
  const [was, is] = [{ ...before }, { ...after }];
  for (const key of Object.keys({ ...before, ...after })) {
    const [old, present] = [was[key], is[key]];
    // Keeps the OpenAPI version, which Redocly needs. Extension keywords are compared separately.
    if (KEYWORD_RULES.has(key) || (key !== 'openapi' && isDeepStrictEqual(old, present))) {
      delete was[key];
      delete is[key];
    } else if (levels > 1 && isObject(old) && isObject(present))
      [was[key], is[key]] = withoutEquals(old, present, levels - 1);
  }
  return [was, is];
}

export interface Change {
  path: string;
  kind: 'added' | 'removed' | 'modified';
  impact: 'major' | 'minor' | 'patch' | 'none';
  property?: string;
  verdicts: { impact: string; message: string }[];
  revision?: { value?: unknown };
}

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

/** Returns whether an extension keyword can change from `before` to `after`. An absent keyword is undefined. */
type MayChange = (before: unknown, after: unknown) => boolean;

/** Rule for keywords that restrict a request: they can be removed, but not added or changed. */
const mayOnlyBeRemoved: MayChange = (before, after) => after === undefined || isDeepStrictEqual(before, after);
/** Rule for limits: they can be removed or raised. */
const mayOnlyRise: MayChange = (before, after) =>
  after === undefined || (before !== undefined && Number(after) >= Number(before));
/** Rule for guaranteed numbers: they can only be raised. Durations (`_within_seconds`) can only be lowered. */
const mayOnlyImprove = (before: unknown, after: unknown, name = ''): boolean =>
  isObject(before)
    ? isObject(after) && Object.keys(before).every((key) => mayOnlyImprove(before[key], after[key], key))
    : isDeepStrictEqual(before, after) ||
      (name.endsWith('_within_seconds') ? Number(after) < Number(before) : Number(after) > Number(before));
/** Rule for guarantees: they can be added, but not removed or changed. */
const mayOnlyBeAddedTo: MayChange = (before, after) => before === undefined || lostOf(before, after, '').length === 0;

/** Returns the problem catalog without titles, which clients do not compare (RFC 9457, section 3.1.3). */
const statusesOf = (problems: unknown) =>
  JSON.parse(JSON.stringify(problems ?? null, (key, value) => (key === 'title' ? undefined : value)));

const restrictions =
  'x-https contentMediaType x-disjoint x-public-address x-naming-rules x-registered-domain x-required-scope ' +
  'x-under-development x-unique x-well-formed';
const guarantees = 'discriminator x-asset-type x-challenge x-conventions x-delivery x-file-cases x-value x-serves';

/** Rules for the keywords that Redocly does not compare. Other extension keywords guarantee nothing to clients. */
const KEYWORD_RULES: ReadonlyMap<string, MayChange> = new Map([
  ...restrictions.split(' ').map((keyword) => [keyword, mayOnlyBeRemoved] as const),
  ...guarantees.split(' ').map((keyword) => [keyword, mayOnlyBeAddedTo] as const),
  ['x-body-limit', mayOnlyRise],
  ['x-max-bytes', mayOnlyRise],
  ['x-idempotent', (before, after) => before === false || mayOnlyBeAddedTo(before, after)],
  ['x-problems', (before, after) => mayOnlyBeAddedTo(statusesOf(before), statusesOf(after))],
  ['x-service', (before, after) => mayOnlyImprove(before, after)],
]);

function breaksOfKeywords(before: unknown, after: unknown, place: string): Found[] {
  // A new object cannot break a client, and Redocly reports removed objects.
  if (!isObject(before) || !isObject(after)) return [];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const here = `${place}/${escaped(key)}`;
    const mayChange = KEYWORD_RULES.get(key);
    if (mayChange !== undefined && !mayChange(before[key], after[key]))
      return [{ place: `#${here}`, message: changeOf(key, before[key], after[key]) }];
    const inside = breaksOfKeywords(byName(before[key]), byName(after[key]), here);
    return key === 'headers' ? [...noLongerRequired(before[key], after[key], here), ...inside] : inside;
  });
}

/** Returns a finding for each response header that is no longer required. Redocly does not report these changes. */
function noLongerRequired(before: unknown, after: unknown, place: string): Found[] {
  if (!isObject(before) || !isObject(after)) return [];
  const isRequired = (header: unknown) => isObject(header) && header['required'] === true;
  return Object.keys(before)
    .filter((name) => isRequired(before[name]) && after[name] !== undefined && !isRequired(after[name]))
    .map((name) => ({ place: `#${place}/${escaped(name)}`, message: `Header \`${name}\` is no longer required.` }));
}

function changeOf(keyword: string, before: unknown, after: unknown): string {
  const [was, is] = [before, after].map((value) => (value === undefined ? 'absent' : JSON.stringify(value)));
  return `\`${keyword}\` was ${was}, and is ${is}.`;
}

/** Converts a list to an object. The key of a parameter is its name, and the key of another item is its index. */
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
  // A path is under development if all its operations are.
  const concerned = method === '' ? Object.values(item) : [item[method]];
  return concerned.length > 0 && concerned.every((operation) => operation?.['x-under-development'] === true);
}

/** Returns the released contract with the highest version. */
export async function lastRelease(): Promise<Contract> {
  const folder = path.join(root, 'spec', 'releases');
  const versions = (await readdir(folder)).flatMap((name) => /^(\d.*)\.json$/.exec(name)?.[1] ?? []);
  const newest = versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  return JSON.parse(await readFile(path.join(folder, `${newest}.json`), 'utf8'));
}

/** File that explains the changes since the last release. A release empties it. */
export const UNRELEASED = 'spec/releases/unreleased.json';
export const NOTHING_UNRELEASED: Unreleased = { reworded: [], narrowed: {} };

export async function unreleasedChanges(): Promise<Unreleased> {
  return JSON.parse(await readFile(path.join(root, UNRELEASED), 'utf8'));
}

/** Rejects if the contract in `generated/` is incompatible with the last release. */
export async function checkCompatibility(): Promise<string> {
  const released = await lastRelease();
  const revision = JSON.parse(await readFile(path.join(root, 'generated', 'openapi.json'), 'utf8'));
  const found = await breaksOf(released, revision, await unreleasedChanges());
  const list = (isUnderDevelopment: boolean) =>
    found
      .filter((each) => each.isUnderDevelopment === isUnderDevelopment)
      .map(({ place, message }) => `  ${message}\n    at ${place}\n`)
      .join('');
  const { version } = released.info;
  const [allowed, forbidden] = [list(true), list(false)];
  const note =
    allowed && `Breaking changes in operations with x-under-development, which the version rules allow:\n${allowed}`;
  if (forbidden) throw new Error(`${note}The contract is not compatible with release ${version}:\n${forbidden}`);
  return `${note}The contract is compatible with release ${version}`;
}
