import { isDeepStrictEqual } from 'node:util';
import { type Exchange, evaluate, isExpression, placesIn } from '../contract/expression.ts';
import type { Settings } from '../contract/relations.ts';
import { isObject, type Json, valueAt } from '../json.ts';

/** What a member must be: a value, a time, something that was not there before, or a URL with such parameters. */
export type Expected =
  | { is: Json }
  | { time: number }
  | { isNew: true; isSecret: boolean }
  | { parameters: readonly (readonly [string, Expected])[] };

/** What is known of the members of something, by their places. */
export type Known = ReadonlyMap<string, Expected>;

/** Between the answer's `Date`, which has whole seconds, and a time that the service took while it answered. */
const TOLERANCE_MS = 5000;

/** What an exchange at a time (milliseconds since the epoch) sets. What is unsure is left out where that is allowed. */
export function setBy(settings: Settings, exchange: Exchange, at: number, mayBeUnsure: boolean): Map<string, Expected> {
  const found = Object.entries(settings).map(([place, setting]) => [place, expectedOf(setting, exchange, at)] as const);
  const isSure = (expected: Expected) => !('is' in expected) || expected.is !== undefined;
  return new Map(
    found
      .filter(([, expected]) => !mayBeUnsure || isSure(expected))
      // What was not sent is null in an answer.
      .map(([place, expected]) => [place, isSure(expected) ? expected : { is: null }]),
  );
}

function expectedOf(setting: Json, exchange: Exchange, at: number): Expected {
  if (isObject(setting))
    return {
      parameters: Object.entries(setting).map(([name, each]) => [name, expectedOf(each, exchange, at)] as const),
    };
  const [, later] = /^\$now(?: \+ (\d+))?$/.exec(String(setting)) ?? [];
  if (later !== undefined || setting === '$now') return { time: at + Number(later ?? 0) * 1000 };
  if (setting === '$new' || setting === '$secret') return { isNew: true, isSecret: setting === '$secret' };
  return { is: isExpression(setting) ? evaluate(setting, exchange) : setting };
}

/** What was seen of values that must be new each time. */
export interface Memory {
  seen: Set<string>;
  secrets: Set<string>;
}

/**
 * In which members a representation is not what is known. What it does not have is not compared; `learn` is told what a
 * member that was new turned out to be.
 */
export function departuresFrom(
  known: Known,
  representation: Json,
  memory: Memory,
  learn: (place: string, expected: Expected) => void = () => {},
): string[] {
  return [...known].flatMap(([place, expected]) => {
    const pointers = placesIn(representation, place);
    const values = pointers.map((pointer) => valueAt(representation, pointer));
    const name = `\`${place.replaceAll('/', '.')}\``;
    if (place.includes('*') && 'is' in expected)
      return isDeepStrictEqual(values, expected.is) ? [] : [`${name} must be what was sent, in its order.`];
    return values.flatMap((value) => {
      if (value === undefined) return [];
      const departure = departureOf(expected, value, memory);
      if (departure !== undefined) return [`${name} ${departure}.`];
      if (!place.includes('*')) learn(place, { is: value });
      return [];
    });
  });
}

/** Without the values themselves, which may be secret. */
function departureOf(expected: Expected, value: Json, memory: Memory): string | undefined {
  if ('is' in expected)
    return isDeepStrictEqual(value, expected.is) ? undefined : `must be ${inWords(expected.is)}, and is not`;
  if ('time' in expected) {
    const given = /^\d+$/.test(String(value)) ? Number(value) * 1000 : Date.parse(String(value));
    const off = given - expected.time;
    if (Math.abs(off) <= TOLERANCE_MS) return undefined;
    if (Number.isNaN(off)) return 'must be a time';
    const amount = Math.abs(off) < 100_000 ? `${Math.abs(off) / 1000} s` : `${Math.round(Math.abs(off) / 60_000)} min`;
    return `is ${amount} too ${off < 0 ? 'early' : 'late'}`;
  }
  if ('isNew' in expected) {
    if (value === null || value === undefined || value === '') return 'must have a value';
    const text = JSON.stringify(value);
    if (memory.seen.has(text)) return 'must be new, and was there before';
    memory.seen.add(text);
    if (expected.isSecret) memory.secrets.add(String(value));
    return undefined;
  }
  if (!URL.canParse(String(value))) return 'must be a URL';
  const { search, hash } = new URL(String(value));
  const parameters = new URLSearchParams(search === '' ? hash.slice(1) : search);
  const wrong = expected.parameters.flatMap(([name, each]) => {
    const departure = departureOf(each, parameters.get(name) ?? undefined, memory);
    return departure === undefined ? [] : [`\`${name}\` ${departure}`];
  });
  return wrong.length === 0 ? undefined : `has other parameters: ${wrong.join(', ')}`;
}

const inWords = (value: Json) => (value === null ? 'null' : value === undefined ? 'left out' : 'what was set');
