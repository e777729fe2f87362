import { Refusal } from '../server/contract/problem.ts';

/** One of the answers that the contract documents for an operation. */
export interface DocumentedAnswer {
  status: number;
  /** The names of its examples, the first one being the one that stands for it. */
  examples: readonly string[];
}

/** Which documented answer to give, and what is then said in `Preference-Applied`. */
export interface Choice {
  status: number;
  /** Undefined: the first example, or none where the answer has no content. */
  example: string | undefined;
  /** Undefined when nothing was preferred. */
  applied: string | undefined;
}

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const PAIR = `(${TOKEN})(?:[ \\t]*=[ \\t]*(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)"))?`;
const PREFERENCE = new RegExp(`[\\s,]*${PAIR}(?:[ \\t]*;[ \\t]*(?:${PAIR})?)*[ \\t]*(?=,|$)`, 'gy');

/**
 * The preferences of a `Prefer` header by their names in lower case, of several with one name the first (RFC 7240, section 2).
 * Their parameters are left out, since ours have none. What breaks the grammar is ignored, with all that follows it.
 */
export function parsePrefer(header: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  for (const [, name = '', word, quoted] of header.matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    if (!preferences.has(key)) preferences.set(key, word ?? quoted?.replace(/\\(.)/g, '$1') ?? '');
  }
  return preferences;
}

/**
 * The answer that `Prefer: code=<status>` or `Prefer: example=<name>` asks for, or both; without them the first success. An
 * example alone is enough, whatever its status. Throws a `Refusal` that lists what there is when the contract has no such
 * answer: RFC 7240 would ignore it, but then a misspelt name would look like success in the partner's tests.
 */
export function chooseAnswer(header: string | undefined, documented: readonly DocumentedAnswer[]): Choice {
  const preferences = parsePrefer(header ?? '');
  // RFC 7240, section 2: an empty value is none.
  const code = preferences.get('code') || undefined;
  const example = preferences.get('example') || undefined;
  const fits = documented.filter(
    ({ status, examples }) =>
      (code === undefined || String(status) === code) &&
      (example === undefined || examples.includes(example)),
  );
  const chosen = fits.find(({ status }) => status < 300) ?? fits[0];
  if (chosen === undefined) throw nothingPreferred(documented);
  const applied = Object.entries({ code, example }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  return { status: chosen.status, example, applied: applied.length > 0 ? applied.join(', ') : undefined };
}

function nothingPreferred(documented: readonly DocumentedAnswer[]): Refusal {
  const list = documented.map(({ status, examples }) => [status, examples.join(' or ')].join(' ').trim());
  const detail = `The contract has no such answer of this operation. Prefer may ask for the code and the example of: ${list.join('; ')}.`;
  return new Refusal({ code: 'not_found', detail });
}
