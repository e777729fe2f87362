import type { NamingRule } from '../../generated/validators.js';

/**
 * Limits for `normalize`, which takes quadratic time for some texts. They are far above what the contract allows, so
 * longer values are refused for their length anyway.
 */
const MAX_ITEMS = 100;
const MAX_TEXT = 2000;

type Words = ReadonlySet<string>;

/** A word as written and in lower case. A listed word in lower case matches both, others only the same letter case. */
type Word = readonly [written: string, lower: string];

const wordOf = (written: string): Word => [written, written.toLowerCase()];

const has = (words: Words, [written, lower]: Word): boolean => words.has(lower) || words.has(written);

/** A name, with the forms that the rules look for. */
interface Name {
  text: string;
  words: readonly Word[];
  /** The possible abbreviations at the start: the first word, the first two words joined, and so on. */
  starts: readonly Word[];
  /** The whole name, with and without the characters between its words. */
  wholes: readonly Word[];
}

type Rules = Readonly<Record<string, NamingRule>>;
type Refuses = (name: Name) => boolean;

/** The compiled rules. A validator passes the same object every time. */
const compiled = new WeakMap<Rules, readonly (readonly [rule: string, refuses: Refuses])[]>();

function compile({ words, sequences = [], abbreviations, whole, only, apart }: NamingRule): Refuses {
  const lists = [[words ?? []], ...sequences].map((sequence) => sequence.map((list) => new Set(list)));
  // Most names contain no first word of any sequence.
  const firsts = new Set(lists.flatMap(([first = []]) => [...first]));
  const [ofAbbreviations, ofWhole, ofOnly] = [new Set(abbreviations), new Set(whole), new Set(only)];
  const isApart = apart && standsApart(apart);
  return (name) =>
    (name.words.some((word) => has(firsts, word)) &&
      lists.some((sequence) => name.words.some((_, at) => follows(sequence, name.words, at)))) ||
    name.starts.some((start) => has(ofAbbreviations, start)) ||
    name.wholes.some((text) => has(ofWhole, text)) ||
    (name.words.length > 0 && name.words.every((word) => has(ofOnly, word))) ||
    isApart?.(name) === true;
}

const APOSTROPHES = /['’‘ʼ`´]/g;

/** ASCII text needs no Unicode classes, which take several times as long. */
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

/** The words and the numbers of a text. */
const wordsOf = (text: string): Word[] =>
  (text.match(isAscii(text) ? /[A-Za-z]+|[0-9]+/g : /[\p{L}\p{M}]+|\p{N}+/gu) ?? []).map(wordOf);

/** Returns the rules (`x-naming-rules` of the contract) that refuse a name. */
export function refusalsOf(given: string, rules: Rules): string[] {
  if (given.length > MAX_TEXT) return [];
  const checks = compiled.get(rules) ?? Object.entries(rules).map(([rule, each]) => [rule, compile(each)] as const);
  compiled.set(rules, checks);
  const text = given.replace(APOSTROPHES, '').normalize('NFKC');
  const words = wordsOf(text);
  const written = words.map(([word]) => word);
  const wholes = [written.join(''), written.join(' '), text.trim()].map(wordOf);
  const name = { text, words, starts: startsOf(text), wholes };
  return checks.filter(([, refuses]) => refuses(name)).map(([rule]) => rule);
}

/** Whether each list contains the word at its position, from the word `at` on. */
const follows = (lists: readonly Words[], words: readonly Word[], at: number): boolean =>
  at + lists.length <= words.length && lists.every((list, i) => has(list, words[at + i] as Word));

/** No abbreviation has more parts: `Ph. D.`, `M.B.B.S.`. */
const MAX_PARTS = 6;

const BEGINNING = /^[^\p{L}\p{N}]*([\p{L}\p{M}.\s]+)(?![\p{L}\p{M}\p{N}])/u;
const ASCII_BEGINNING = /^[^A-Za-z0-9]*([A-Za-z.\s]+)(?![A-Za-z0-9])/;

function startsOf(text: string): Word[] {
  // A word that a digit or another sign ends is no abbreviation: `MA2`, `M&A`.
  const [, start = ''] = (isAscii(text) ? ASCII_BEGINNING : BEGINNING).exec(text) ?? [];
  const parts = start.split(/[.\s]+/, MAX_PARTS).filter((part) => part !== '');
  return parts.map((_, i) => wordOf(parts.slice(0, i + 1).join('')));
}

/** Refuses a field of study, alone or with words of `beside`, in parentheses, after a dash or after a colon. */
function standsApart(rule: NonNullable<NamingRule['apart']>): Refuses {
  const [after, fields] = [new Set(rule.after), new Set(rule.fields)];
  const allowed = new Set([...rule.fields, ...rule.beside]);
  return ({ text, words }) => {
    if (!words.some((word) => has(after, word))) return false;
    const pieces = text.split(/[()[\]:]|\s[-–—]+\s/);
    if (pieces.length === 1) return false;
    const parts = pieces.map(wordsOf);
    const degree = parts.findIndex((part) => part.some((word) => has(after, word)));
    return parts
      .slice(degree + 1)
      .some((part) => part.some((word) => has(fields, word)) && part.every((word) => has(allowed, word)));
  };
}

/**
 * The pointer of the member `text` when an item of the list `items` stands in it (`x-disjoint` of the contract).
 * Compares whole words, ignoring case, width, white space and punctuation: `IT` is not in `Hospitality`.
 */
export function itemsInsideText(value: object, rule: { items: string; text: string }): string[] {
  const { [rule.items]: items, [rule.text]: text } = value as Record<string, unknown>;
  if (!Array.isArray(items) || typeof text !== 'string') return [];
  if (items.length > MAX_ITEMS || text.length > MAX_TEXT) return [];
  const words = ` ${phraseOf(text)} `;
  const inside = items.some((item) => {
    const phrase = typeof item === 'string' && item.length <= MAX_TEXT ? phraseOf(item) : '';
    return phrase !== '' && words.includes(` ${phrase} `);
  });
  return inside ? [`/${rule.text}`] : [];
}

function phraseOf(text: string): string {
  if (isAscii(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}
