import { Refusal } from '../server/contract/problem.ts';

/** A response that the contract documents for an operation. */
export interface DocumentedAnswer {
  status: number;
  /** The names of its examples; the first one is the default. */
  examples: readonly string[];
}

/** The documented response to return, and the value of `Preference-Applied`. */
export interface Choice {
  status: number;
  /** Undefined means the first example, or none where the response has no content. */
  example: string | undefined;
  /** How long the answer is to wait. */
  delaySeconds: number;
  /** Undefined without a preference. */
  applied: string | undefined;
}

/** A client waits no longer than so many seconds, and most give up before. */
const MAX_DELAY_SECONDS = 30;

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
// Blanks stand once in each place: two repetitions that can share them would be tried in every way.
const PAIR = `(${TOKEN})[ \\t]*(?:=[ \\t]*(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)")[ \\t]*)?`;
/** A preference or a parameter of one, or nothing, and the sign after it. */
const PART = new RegExp(`\\s*(?:${PAIR})?(;|,|$)`, 'gy');

/**
 * The preferences of a `Prefer` header by their lower-case names; the first one counts if a name is repeated (RFC 7240,
 * section 2). Their parameters are ignored, since ours have none. A syntax error ends the list.
 */
export function parsePrefer(header: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  let preference: [key: string, value: string] | null = null;
  for (const [, name, word, quoted, sign] of header.matchAll(PART)) {
    if (preference === null && name !== undefined)
      preference = [name.toLowerCase(), word ?? quoted?.replace(/\\(.)/g, '$1') ?? ''];
    if (sign === ';' && preference !== null) continue;
    if (sign === ';') break;
    if (preference !== null && !preferences.has(preference[0])) preferences.set(...preference);
    preference = null;
    if (sign === '') break;
  }
  return preferences;
}

/**
 * The response that `Prefer: code=<status>` or `Prefer: example=<name>` asks for, or both; without them, the first
 * success. An example alone is enough, whatever its status. `sequence="503 201"` asks for one of several by turns, each
 * a status or an example, the last one again and again; `delay=2` for an answer after so many seconds. `turn` is how
 * often there was one of this sequence. Throws a `Refusal` that lists the documented responses when none fits: RFC 7240
 * would ignore the preference, but then a misspelt name would look like success in a partner's tests.
 */
export function chooseAnswer(
  header: string | undefined,
  documented: readonly DocumentedAnswer[],
  turn: () => number = () => 0,
): Choice {
  const preferences = parsePrefer(header ?? '');
  // RFC 7240, section 2: an empty value counts as no value.
  const given = (name: string) => preferences.get(name) || undefined;
  const [code, example, sequence, delay] = [given('code'), given('example'), given('sequence'), given('delay')];
  const delaySeconds = Number(delay ?? 0);
  if (!(delaySeconds >= 0 && delaySeconds <= MAX_DELAY_SECONDS))
    throw refused(`Prefer may ask for a delay of 0 to ${MAX_DELAY_SECONDS} seconds.`);
  if (sequence !== undefined && (code ?? example) !== undefined)
    throw refused('Prefer may ask for a sequence, or for a code and an example, and not for both.');
  const answerOf = (code: string | undefined, example: string | undefined) => {
    const fits = documented.filter(
      ({ status, examples }) =>
        (code === undefined || String(status) === code) && (example === undefined || examples.includes(example)),
    );
    const chosen = fits.find(({ status }) => status < 300) ?? fits[0];
    if (chosen === undefined) throw nothingPreferred(documented);
    return { status: chosen.status, example };
  };
  const items = sequence?.split(' ').filter((item) => item !== '') ?? [];
  const isStatus = (item: string) => documented.some(({ status }) => String(status) === item);
  // All of them, also those whose turn has not come.
  const all = items.map((item) => (isStatus(item) ? answerOf(item, undefined) : answerOf(undefined, item)));
  const chosen = all.length === 0 ? answerOf(code, example) : all[Math.min(turn(), all.length - 1)];
  if (chosen === undefined) throw new RangeError('A sequence has no such turn');
  const applied = Object.entries({ code, example, sequence, delay }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${name === 'sequence' ? `"${items.join(' ')}"` : value}`],
  );
  return { ...chosen, delaySeconds, applied: applied.length > 0 ? applied.join(', ') : undefined };
}

const refused = (detail: string) => new Refusal({ code: 'not_found', detail });

function nothingPreferred(documented: readonly DocumentedAnswer[]): Refusal {
  const list = documented.map(({ status, examples }) => [status, examples.join(' or ')].join(' ').trim());
  return refused(
    `The contract has no such answer of this operation. Prefer may ask for the code and the example of: ${list.join('; ')}.`,
  );
}
