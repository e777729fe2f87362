import { Refusal } from '../server/api/request-checks.ts';
import type { Choice } from './prism.ts';

const NAMES = ['code', 'example', 'dynamic', 'delay'];
const MAX_DELAY_SECONDS = 30;

/** Matches a preference with its value, and the comma or the end of the header after it. */
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
  const { code, example, dynamic = 'false', delay = '0' } = first;
  if (!/^(true|false)$/.test(dynamic)) throw refused('dynamic must be true or false.');
  if (dynamic === 'true' && (example !== undefined || Number(code ?? 200) >= 300))
    throw refused('dynamic generates a success response. It cannot be combined with example or with an error code.');
  const delaySeconds = Number(delay);
  if (!(delaySeconds >= 0 && delaySeconds <= MAX_DELAY_SECONDS))
    throw refused(`delay must be 0 to ${MAX_DELAY_SECONDS} seconds.`);
  const choice: Choice = {
    code: code === undefined ? undefined : Number(code),
    exampleKey: example,
    dynamic: dynamic === 'true',
  };
  return { choice, delaySeconds, applied: given.map((preference) => preference.join('=')).join(', ') };
}

const refused = (detail: string) => new Refusal({ code: 'not_found', detail });
