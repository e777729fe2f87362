import type { NamingRule } from '../../generated/validators.js';

/**
 * Limits for `normalize`, which takes quadratic time for some texts. They are far above what the contract allows, so
 * longer values are refused for their length anyway.
 */
const MAX_ITEMS = 100;
const MAX_TEXT = 2000;

/** A word as it is written, and in small letters. A listed word stands for both, but with capitals for itself alone. */
interface Word {
  written: string;
  lower: string;
}

/** Makes something of each value once: of the contract, a validator passes the same lists and rules every time. */
function once<Value extends object, Made>(make: (value: Value) => Made): (value: Value) => Made {
  const known = new WeakMap<Value, Made>();
  return (value) => {
    const found = known.get(value);
    if (found !== undefined) return found;
    const made = make(value);
    known.set(value, made);
    return made;
  };
}

/** Some lists have hundreds of words, and every name is looked for in all of them. */
const setOf = once((list: readonly string[]) => new Set(list));

function has(list: readonly string[] | undefined, { written, lower }: Word): boolean {
  if (list === undefined) return false;
  const words = setOf(list);
  return words.has(written) || words.has(lower);
}

type Rules = Readonly<Record<string, NamingRule>>;

/** By word the rules that it may break, since a name has words of few of them. */
const indexOf = once((rules: Rules) => {
  const index = new Map<string, string[]>();
  for (const [key, { words, sequences, abbreviations, only, whole, apart }] of Object.entries(rules)) {
    const firsts = sequences?.map(([first]) => first) ?? [];
    for (const list of [words, ...firsts, abbreviations, only, whole, apart?.after])
      for (const word of list ?? []) index.set(word, [...(index.get(word) ?? []), key]);
  }
  return index;
});

type Sequence = readonly (readonly string[])[];

const wordOf = (written: string): Word => ({ written, lower: written.toLowerCase() });

const APOSTROPHES = /['’‘ʼ`´]/g;

/** The words and the numbers of a text. */
const wordsOf = (text: string): Word[] =>
  (text.match(isAscii(text) ? /[A-Za-z]+|[0-9]+/g : /[\p{L}\p{M}]+|\p{N}+/gu) ?? []).map(wordOf);

/** Of such a text the classes of Unicode need not be asked, which takes several times as long. */
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

/** A name, taken apart in the ways that rules look at it. */
interface Name {
  text: string;
  words: readonly Word[];
  /** What it may begin with as an abbreviation. */
  starts: readonly Word[];
  /** All of it, with and without what is between its words. */
  whole: readonly Word[];
}

/** Which of the rules (`x-refuses` of the contract) refuse a name. */
export function refusalsOf(name: string, rules: Rules): string[] {
  if (name.length > MAX_TEXT) return [];
  const plain = name.replace(APOSTROPHES, '');
  const text = isAscii(plain) ? plain : plain.normalize('NFKC');
  const words = wordsOf(text);
  const written = words.map((word) => word.written);
  const whole = [written.join(''), written.join(' '), text.trim()].map(wordOf);
  const apart: Name = { text, words, starts: beginningsOf(text), whole };
  const possible = possibleRules(apart, indexOf(rules));
  if (possible.size === 0) return [];
  return Object.keys(rules).filter((key) => possible.has(key) && refuses(rules[key] as NamingRule, apart));
}

/** The rules that have some word of the name. Most names have no such word, and are done with here. */
function possibleRules({ words, starts, whole }: Name, index: ReadonlyMap<string, readonly string[]>): Set<string> {
  const possible = new Set<string>();
  for (const list of [words, starts, whole])
    for (const { written, lower } of list) {
      for (const key of index.get(written) ?? []) possible.add(key);
      if (lower !== written) for (const key of index.get(lower) ?? []) possible.add(key);
    }
  return possible;
}

function refuses(rule: NamingRule, { text, words, starts, whole }: Name): boolean {
  return (
    words.some((word) => has(rule.words, word)) ||
    (rule.sequences?.some((sequence) => stands(sequence, words)) ?? false) ||
    starts.some((start) => has(rule.abbreviations, start)) ||
    (rule.only !== undefined && words.length > 0 && words.every((word) => has(rule.only, word))) ||
    whole.some((one) => has(rule.whole, one)) ||
    (rule.apart !== undefined && standsApart(rule.apart, text))
  );
}

/** Whether a word of each list follows one of the list before. */
function stands(sequence: Sequence, words: readonly Word[]): boolean {
  for (let start = 0; start + sequence.length <= words.length; start++)
    if (sequence.every((list, i) => has(list, words[start + i] as Word))) return true;
  return false;
}

/** No abbreviation has more parts: `Ph. D.`, `M.B.B.S.`. */
const MAX_PARTS = 6;

const BEGINNING = /^[^\p{L}\p{N}]*([\p{L}\p{M}.\s]+)(?![\p{L}\p{M}\p{N}])/u;
const ASCII_BEGINNING = /^[^A-Za-z0-9]*([A-Za-z.\s]+)(?![A-Za-z0-9])/;

/** What a text may begin with as an abbreviation: its first word, its first two without what is between, and so on. */
function beginningsOf(text: string): Word[] {
  // What a figure or another sign ends is a word of its own: `MA2`, `M&A`.
  const [, start = ''] = (isAscii(text) ? ASCII_BEGINNING : BEGINNING).exec(text) ?? [];
  const parts = start.split(/[.\s]+/, MAX_PARTS).filter((part) => part !== '');
  return parts.map((_, i) => wordOf(parts.slice(0, i + 1).join('')));
}

/** Whether a field of study stands in parentheses, after a dash or after a colon, and nothing else with it. */
function standsApart({ after, fields, beside }: NonNullable<NamingRule['apart']>, text: string): boolean {
  const pieces = text.split(/[()[\]:]|\s[-–—]+\s/);
  if (pieces.length === 1) return false;
  const parts = pieces.map(wordsOf);
  const degree = parts.findIndex((words) => words.some((word) => has(after, word)));
  if (degree < 0) return false;
  return parts.slice(degree + 1).some((words) => {
    return words.some((word) => has(fields, word)) && words.every((word) => has(fields, word) || has(beside, word));
  });
}

/**
 * The pointer of the member `text` when an item of the list `items` stands in it (`x-not-inside` of the contract).
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
  const words = isAscii(text)
    ? text.toLowerCase().match(/[a-z0-9]+/g)
    : text
        .normalize('NFKC')
        .toLowerCase()
        .match(/[\p{L}\p{N}\p{M}]+/gu);
  return words?.join(' ') ?? '';
}
