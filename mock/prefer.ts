import { Refusal } from '../server/contract/problem.ts';
import { type Clock, seconds } from '../server/domain/clock.ts';
import type { Choice } from './prism.ts';

/** The preferences of a request. */
export interface Preferences {
  /** A single choice, or those of a sequence. */
  choices: readonly Choice[];
  delaySeconds: number;
  /** The value of `Preference-Applied`; undefined without a preference. */
  applied?: string;
}

const NONE: Preferences = { choices: [{}], delaySeconds: 0 };

const NAMES = ['code', 'example', 'dynamic', 'sequence', 'delay', 'test'];
const MAX_DELAY_SECONDS = 30;

/** A preference with its value, and the comma or the end after it. */
const PREFERENCE = /[ \t]*([\w-]+)[ \t]*=[ \t]*(?:"([^"]*)"|([^\s",;]+))[ \t]*(?:,|$)/gy;

/**
 * Reads a `Prefer` header. Throws a `Refusal` for a preference that is unknown or malformed: RFC 7240 would ignore it,
 * but then a misspelt name would look like success in a partner's tests.
 */
export function readPrefer(header: string | undefined): Preferences {
  if (header === undefined) return NONE;
  const parts = [...header.matchAll(PREFERENCE)];
  const given = parts.map(([, name = '', quoted, word = '']) => [name.toLowerCase(), quoted ?? word] as const);
  const isRead = parts.map(([part]) => part).join('') === header;
  if (!isRead || given.some(([name, value]) => !NAMES.includes(name) || value === ''))
    throw refused(`Prefer takes these preferences, each with a value: ${NAMES.join(', ')}.`);
  // RFC 7240, section 2: the first of several counts.
  const first: Partial<Record<string, string>> = Object.fromEntries(given.toReversed());
  const { code, example, dynamic, sequence, delay = '0' } = first;
  if (dynamic !== undefined && !/^(true|false)$/.test(dynamic)) throw refused('dynamic must be true or false.');
  if (dynamic === 'true' && (example !== undefined || Number(code ?? 200) >= 300))
    throw refused('dynamic generates a success, and does not go with an example or the code of an error.');
  const delaySeconds = Number(delay);
  if (!(delaySeconds >= 0 && delaySeconds <= MAX_DELAY_SECONDS))
    throw refused(`delay must be 0 to ${MAX_DELAY_SECONDS} seconds.`);
  if (sequence !== undefined && (code ?? example ?? dynamic) !== undefined)
    throw refused('Prefer takes a sequence, or code, example, and dynamic, and not both.');
  const items = sequence?.split(' ').filter((item) => item !== '') ?? [];
  return {
    choices:
      items.length > 0
        ? items.map((item) => (/^\d+$/.test(item) ? { status: Number(item) } : { example: item }))
        : [{ status: code === undefined ? undefined : Number(code), example, dynamic: dynamic === 'true' }],
    delaySeconds,
    applied: given.map(([name, value]) => `${name}=${value.includes(' ') ? `"${value}"` : value}`).join(', '),
  };
}

const refused = (detail: string) => new Refusal({ code: 'not_found', detail });

/** Time after its last turn until a sequence starts again. */
const FORGOTTEN_AFTER = seconds(60);

/** Counts the turns of each sequence: 0 at first. Forgets the least recently used sequence when there are too many. */
export function createTurns(clock: Clock, maxSequences = 1000): (key: string) => number {
  // Map keeps the order of insertion: the least recently used sequence comes first.
  const taken = new Map<string, { turns: number; at: number }>();
  return (key) => {
    const now = clock.now();
    const before = taken.get(key);
    const turn = before === undefined || now - before.at >= FORGOTTEN_AFTER ? 0 : before.turns;
    taken.delete(key);
    taken.set(key, { turns: turn + 1, at: now });
    const [oldest] = taken.keys();
    if (taken.size > maxSequences && oldest !== undefined) taken.delete(oldest);
    return turn;
  };
}
