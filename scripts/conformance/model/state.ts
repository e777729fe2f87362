import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, memberOf, valueAt, valuesAt } from '../../contract/json.ts';
import { hasValues, type Resource, type Settings } from '../../contract/relations.ts';
import { type ExpressionContext, evaluate } from '../index/expression.ts';
import type { Made } from '../kit-types.ts';
import type { Session } from '../target/target-session.ts';

export interface Instance {
  resource: Resource;
  owner: Session;
  /** Empty if another request created the resource, and no list response has contained its ID yet. */
  id: string;
  parent: Instance | undefined;
  /** Expected values, keyed by path in the representation (such as `results/0/status`). */
  known: Map<string, Expected>;
  /** Request that created the instance; absent if the response does not identify the instance. */
  created?: Made;
  /** True if a repeated request gets the first response: no other request has created or changed the instance. */
  isRepeatable: boolean;
  /** Values of the `ETag` header, oldest first; the last one is current. */
  tags: string[];
  isEnded: boolean;
}

export function newInstance(resource: Resource, owner: Session, id: string, parent?: Instance): Instance {
  return { resource, owner, id, parent, known: new Map(), isRepeatable: false, tags: [], isEnded: false };
}

/** Creates the expected state of the target at the start of a sequence of requests. */
export const createState = () => ({
  /** Instances in the order of their creation. */
  instances: [] as Instance[],
  /** Values that the target has returned for properties that must be unique, including secrets. */
  seen: new Set<string>(),
  secrets: new Set<string>(),
  requests: [] as (Made & { by: Session })[],
});

export type State = ReturnType<typeof createState>;

/** Returns the existing instances of a resource that a client can see. */
export function visibleTo({ by, instances }: Pick<State, 'instances'> & { by: Session }, name = '', parent?: Instance) {
  const all = instances.filter(({ resource }) => resource.name === name);
  return all.filter((each) => isVisible(by, each) && (parent === undefined || each.parent === parent));
}

/** Returns whether a client can see an existing instance. All clients can see instances of an inferred resource. */
const isVisible = (by: Session, { resource, owner, isEnded, parent }: Instance): boolean =>
  !isEnded && (resource.isInferred || owner === by) && (parent === undefined || isVisible(by, parent));

export const hasKnown = (instance: Instance | undefined, where: Settings): boolean =>
  hasValues(where, (place) => memberOf(instance?.known.get(place), 'is'));

/** Expected value of a property: an exact value, a time, a new unique value, or a URL with certain parameters. */
type Expected =
  | { is: Json }
  | { time: number }
  | { isNew: true; isSecret: boolean }
  | { parameters: readonly (readonly [string, Expected])[] };

/** Tolerance for times: the `Date` header has whole seconds, and the server can read its clock before it responds. */
const TOLERANCE_MS = 5000;

/** A request and its response. `at` is the time of the response, in Unix milliseconds. */
type Context = ExpressionContext & { at: number };

/** Returns the property values that a request assigns, keyed by path (such as `results/0/status`). */
export function assignedBy(settings: Settings, context: Context, defaults: Record<string, unknown> | null = {}) {
  const assigned = new Map<string, Expected>();
  for (const [place, setting] of Object.entries(settings)) {
    const expected = expectedOf(setting, context);
    if (!('is' in expected) || expected.is !== undefined) assigned.set(place, expected);
    // An omitted top-level property gets its default, or null.
    else if (defaults !== null && !place.includes('/')) assigned.set(place, { is: defaults[place] ?? null });
  }
  return assigned;
}

function expectedOf(setting: Json, context: Context): Expected {
  if (isObject(setting) && typeof setting['items'] === 'string') {
    const items = valuesAt(setting['items'], evaluate('$request.body#', context));
    const withUrl = items.filter((item) => URL.canParse(String(valueAt(item, String(setting['url'])))));
    return { is: withUrl.map((item) => valueAt(item, String(setting['id']))) };
  }
  if (isObject(setting))
    return { parameters: Object.entries(setting).map(([name, each]) => [name, expectedOf(each, context)] as const) };
  const [isTime, later = 0] = /^\$now(?: \+ (\d+))?$/.exec(String(setting)) ?? [];
  if (isTime !== undefined) return { time: context.at + Number(later) * 1000 };
  if (setting === '$new' || setting === '$secret') return { isNew: true, isSecret: setting === '$secret' };
  const isExpression = typeof setting === 'string' && setting.startsWith('$');
  return { is: isExpression ? evaluate(setting, context) : setting };
}

/** Compares a representation with the expected values, and stores the actual values. Ignores omitted properties. */
export function compared(instance: Instance, representation: Json, state: State): string[] {
  const { resource, known } = instance;
  return [...known].flatMap(([place, expected]) => {
    const values = valuesAt(`/${place}`, representation);
    const name = `\`${place.replaceAll('/', '.')}\``;
    const [list = '', isList] = [place.split('/*')[0], place.includes('*')];
    if (isList && valueAt(representation, `/${list}`) === undefined) return [];
    const emptiedWhere = resource.emptied?.[list];
    if (emptiedWhere !== undefined && hasKnown(instance, emptiedWhere))
      return values.length === 0 ? [] : [`${name} must be empty.`];
    if (isList && 'is' in expected)
      return isDeepStrictEqual(values, expected.is) ? [] : [`${name} must contain the sent items in order.`];
    const found = values.flatMap((value) => mismatchesOf(expected, value, state));
    if (!isList && values.length > 0) known.set(place, { is: values[0] });
    return found.map((mismatch) => `${name} ${mismatch}.`);
  });
}

export const isLike = ({ known }: Instance, item: Json): boolean =>
  [...known].every(
    ([place, expected]) => !('is' in expected) || isDeepStrictEqual(valueAt(item, `/${place}`), expected.is),
  );

/** Describes mismatches without the values, which can be secret. */
function mismatchesOf(expected: Expected, value: Json, state: State): string[] {
  if ('is' in expected) {
    const wanted = expected.is === null ? 'null' : expected.is === undefined ? 'omitted' : 'the stored value';
    return isDeepStrictEqual(value, expected.is) ? [] : [`must be ${wanted}, but is not`];
  }
  if ('time' in expected) return timeMismatches(expected.time, String(value));
  if ('isNew' in expected) {
    if (value === null || value === undefined || value === '') return ['must have a value'];
    const text = JSON.stringify(value);
    if (state.seen.has(text)) return ['must be new, but was used before'];
    state.seen.add(text);
    if (expected.isSecret) state.secrets.add(String(value));
    return [];
  }
  if (!URL.canParse(String(value))) return ['must be a URL'];
  const { pathname, search, hash } = new URL(String(value));
  const parameters = new URLSearchParams(search === '' ? hash.slice(1) : search);
  parameters.set('path', pathname.split('/').at(-1) ?? '');
  const wrong = expected.parameters.flatMap(([name, each]) =>
    mismatchesOf(each, parameters.get(name) ?? undefined, state).map((mismatch) => `\`${name}\` ${mismatch}`),
  );
  return wrong.length === 0 ? [] : [`has wrong parts: ${wrong.join(', ')}`];
}

function timeMismatches(expectedMs: number, value: string): string[] {
  const off = (/^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value)) - expectedMs;
  if (Number.isNaN(off)) return ['must be a time'];
  if (Math.abs(off) <= TOLERANCE_MS) return [];
  const amount = Math.abs(off) < 100_000 ? `${Math.abs(off) / 1000} s` : `${Math.round(Math.abs(off) / 60_000)} min`;
  return [`is ${amount} too ${off < 0 ? 'early' : 'late'}`];
}
