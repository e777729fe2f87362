import { isDeepStrictEqual } from 'node:util';
import { type Exchange, evaluate, isExpression } from '../contract/expression.ts';
import type { Resource, Settings } from '../contract/relations.ts';
import { isObject, type Json, pointersAt, valueAt } from '../json.ts';

/** An instance of a resource, as the contract says that it is now. */
export interface Instance {
  resource: Resource;
  /** Client ID of the partner that owns it. */
  owner: string;
  id: string;
  parent: Instance | undefined;
  /** Expected values, by their places in a representation. */
  known: ReadonlyMap<string, Expected>;
  /** Absent for an instance that existed before the check. */
  created?: { operation: string; answer: Json };
  isEnded: boolean;
  /** An operation that succeeds only once has succeeded. */
  isSettled?: boolean;
}

/** The model of a target: everything that was created, in order. */
export interface State {
  instances: Instance[];
  /** Values that must be unique, and the secrets among them. */
  seen: Set<string>;
  secrets: Set<string>;
}

/** The instances of a resource that a client can read, oldest first. */
export const visibleTo = (clientId: string, { instances }: State, { name }: Resource, parent?: Instance): Instance[] =>
  instances.filter(
    (each) => each.resource.name === name && isVisible(clientId, each) && (!parent || each.parent === parent),
  );

/** An instance is visible to its owner, or to everybody when it is shared, until it or its parent ends. */
export function isVisible(clientId: string, { resource, owner, isEnded, parent }: Instance): boolean {
  const isAllowed = resource.isShared || owner === clientId;
  return !isEnded && isAllowed && (parent === undefined || isVisible(clientId, parent));
}

/** The expected value of a property: a value, a time, a new value, or a URL with parameters. */
export type Expected =
  | { is: Json }
  | { time: number }
  | { isNew: true; isSecret: boolean }
  | { parameters: readonly (readonly [string, Expected])[] };

/** `Date` has whole seconds, and the server takes its time between `Date` and the end of the request. */
const TOLERANCE_MS = 5000;

/**
 * The values that an exchange assigns at a time, in milliseconds since the epoch. With `isUnsure`, a property that the
 * request leaves out has no expected value; otherwise it is null.
 */
export function assignedBy(settings: Settings, exchange: Exchange, at: number, isUnsure: boolean) {
  const assigned = new Map<string, Expected>();
  for (const [place, setting] of Object.entries(settings)) {
    const expected = expectedOf(setting, exchange, at);
    const isGiven = !('is' in expected) || expected.is !== undefined;
    if (isGiven || !isUnsure) assigned.set(place, isGiven ? expected : { is: null });
  }
  return assigned;
}

function expectedOf(setting: Json, exchange: Exchange, at: number): Expected {
  if (isObject(setting))
    return {
      parameters: Object.entries(setting).map(([name, each]) => [name, expectedOf(each, exchange, at)] as const),
    };
  const [isTime, later = 0] = /^\$now(?: \+ (\d+))?$/.exec(String(setting)) ?? [];
  if (isTime !== undefined) return { time: at + Number(later) * 1000 };
  if (setting === '$new' || setting === '$secret') return { isNew: true, isSecret: setting === '$secret' };
  return { is: isExpression(setting) ? evaluate(setting, exchange) : setting };
}

/**
 * Compares a representation with what is known of an instance and what was just assigned to it. Properties that the
 * representation leaves out are not compared. The instance keeps the actual values, without those of lists.
 */
export function compared(
  instance: Instance,
  representation: Json,
  state: State,
  assigned: Instance['known'] = new Map(),
): string[] {
  const known = new Map([...instance.known, ...assigned]);
  const mismatches = [...known].flatMap(([place, expected]) => {
    const values = pointersAt(`/${place}`, representation).map((pointer) => valueAt(representation, pointer));
    const name = `\`${place.replaceAll('/', '.')}\``;
    const isList = place.includes('*');
    // Later representations leave out the items of lists.
    if (isList) known.delete(place);
    if (isList && 'is' in expected)
      return isDeepStrictEqual(values, expected.is) ? [] : [`${name} must be what was sent, in its order.`];
    return values.flatMap((value) => {
      if (value === undefined) return [];
      const mismatch = mismatchOf(expected, value, state);
      if (mismatch !== undefined) return [`${name} ${mismatch}.`];
      if (!isList) known.set(place, { is: value });
      return [];
    });
  });
  instance.known = known;
  return mismatches;
}

/** Describes a mismatch without the values, which may be secret. */
function mismatchOf(expected: Expected, value: Json, state: State): string | undefined {
  if ('is' in expected) {
    const wanted = expected.is === null ? 'null' : expected.is === undefined ? 'left out' : 'what was set';
    return isDeepStrictEqual(value, expected.is) ? undefined : `must be ${wanted}, and is not`;
  }
  if ('time' in expected) return timeMismatch(expected.time, String(value));
  if ('isNew' in expected) {
    if (value === null || value === undefined || value === '') return 'must have a value';
    const text = JSON.stringify(value);
    if (state.seen.has(text)) return 'must be new, and was there before';
    state.seen.add(text);
    if (expected.isSecret) state.secrets.add(String(value));
    return undefined;
  }
  if (!URL.canParse(String(value))) return 'must be a URL';
  const { search, hash } = new URL(String(value));
  const parameters = new URLSearchParams(search === '' ? hash.slice(1) : search);
  const wrong = expected.parameters.flatMap(([name, each]) => {
    const mismatch = mismatchOf(each, parameters.get(name) ?? undefined, state);
    return mismatch === undefined ? [] : [`\`${name}\` ${mismatch}`];
  });
  return wrong.length === 0 ? undefined : `has other parameters: ${wrong.join(', ')}`;
}

function timeMismatch(expectedMs: number, value: string): string | undefined {
  const off = (/^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value)) - expectedMs;
  if (Number.isNaN(off)) return 'must be a time';
  if (Math.abs(off) <= TOLERANCE_MS) return undefined;
  const amount = Math.abs(off) < 100_000 ? `${Math.abs(off) / 1000} s` : `${Math.round(Math.abs(off) / 60_000)} min`;
  return `is ${amount} too ${off < 0 ? 'early' : 'late'}`;
}
