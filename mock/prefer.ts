import { type OperationId, operations } from '../generated/operations.ts';
import { Refusal } from '../server/api/request-checks.ts';
import { type Clock, type Micros, seconds } from '../server/domain/clock.ts';
import type { Choice } from './prism.ts';
import type { Preferences } from './running-mock.ts';

const NAMES = ['code', 'example', 'dynamic', 'sequence', 'delay', 'test'];
const MAX_DELAY_SECONDS = 30;

/** Matches one preference with its value, up to the next comma or the end of the header. */
const PREFERENCE = /[ \t]*([\w-]+)[ \t]*=[ \t]*(?:"([^"]*)"|([^\s",;]+))[ \t]*(?:,|$)/gy;

/**
 * Parses a `Prefer` header. `applied` is the value of `Preference-Applied`. Throws a `Refusal` for an unknown or
 * malformed preference. RFC 7240 would ignore it, but a misspelled name would then look like success in a test.
 */
export function readPrefer(header = '') {
  const parts = [...header.matchAll(PREFERENCE)];
  const given = parts.map(([, name = '', quoted, word = '']) => [name.toLowerCase(), quoted ?? word] as const);
  const isRead = parts.map(([part]) => part).join('') === header;
  if (!isRead || given.some(([name, value]) => !NAMES.includes(name) || value === ''))
    throw refused(`Prefer accepts these preferences, each with a value: ${NAMES.join(', ')}.`);
  // If a preference is repeated, only its first value applies (RFC 7240, section 2).
  const first: Partial<Record<string, string>> = Object.fromEntries(given.toReversed());
  const { code, example, dynamic = 'false', sequence, delay = '0' } = first;
  if (!/^(true|false)$/.test(dynamic)) throw refused('dynamic must be true or false.');
  if (dynamic === 'true' && (example !== undefined || Number(code ?? 200) >= 300))
    throw refused('dynamic generates a success response. It cannot be combined with example or with an error code.');
  const delaySeconds = Number(delay);
  if (!(delaySeconds >= 0 && delaySeconds <= MAX_DELAY_SECONDS))
    throw refused(`delay must be 0 to ${MAX_DELAY_SECONDS} seconds.`);
  if (sequence !== undefined && (code ?? example ?? first['dynamic']) !== undefined)
    throw refused('sequence cannot be combined with code, example, or dynamic.');
  const single: Choice = {
    code: code === undefined ? undefined : Number(code),
    exampleKey: example,
    dynamic: dynamic === 'true',
  };
  const choices = sequence?.match(/\S+/g)?.map((item): Choice => {
    return { dynamic: false, ...(/^\d+$/.test(item) ? { code: Number(item) } : { exampleKey: item }) };
  });
  const applied = given.map(([name, value]) => `${name}=${value.includes(' ') ? `"${value}"` : value}`).join(', ');
  return { choices: choices ?? [single], delaySeconds, applied };
}

const refused = (detail: string) => new Refusal({ code: 'invalid_preference', detail });

/** Time without requests after which a sequence starts again at its first response. */
const RESTART_AFTER = seconds(60);

/** Returns a function that counts the requests of each sequence from 0. Evicts the least recently used sequence. */
export function createSequenceCounter(clock: Clock, maxSequences = 1000): (key: string) => number {
  // A map preserves insertion order, so the least recently used sequence is the first entry.
  const counters = new Map<string, { position: number; at: Micros }>();
  return (key) => {
    const at = clock.now();
    const before = counters.get(key);
    const position = before === undefined || at - before.at >= RESTART_AFTER ? 0 : before.position + 1;
    counters.delete(key);
    counters.set(key, { position, at });
    const [oldest = key] = counters.keys();
    if (counters.size > maxSequences) counters.delete(oldest);
    return position;
  };
}

export type StoredPreferences = ReturnType<typeof createPreferences>;

/** Keeps the preferences for requests without a `Prefer` header. */
export function createPreferences() {
  let current: Preferences = {};
  let changes = 0;
  return {
    /** Replaces the preferences. Throws a `TypeError` for an unknown operation. */
    replace(preferences: Preferences) {
      const unknown = Object.keys(preferences).find((name) => !Object.hasOwn(operations, name));
      if (unknown !== undefined) throw new TypeError(`The contract has no operation ${unknown}`);
      current = preferences;
      changes += 1;
    },
    /** Returns a value for the `Prefer` header, as if the request had sent it. Undefined without a preference. */
    valueFor(operation: OperationId, request: { path: object; body?: object }): string | undefined {
      const preference = current[operation];
      const id = idIn(request.path) ?? idIn(request.body) ?? '';
      const value = typeof preference === 'object' ? preference[id] : preference;
      // After a change, sequences start at their first response.
      return value === undefined ? undefined : `${value}, test=${changes}`;
    },
  };
}

/** Returns the id in the path or the body of a request. */
function idIn(part: object = {}): string | undefined {
  const { id, request_id, credential_id } = part as Record<string, string>;
  return id ?? request_id ?? credential_id;
}
