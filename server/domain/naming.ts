import type { NamingRule } from '../../generated/validators.js';

/**
 * Limits for `normalize`, which takes quadratic time for some strings. They are far above the contract's limits, so
 * longer values are rejected for their length anyway.
 */
const MAX_ITEMS = 100;
const MAX_TEXT = 2000;

/**
 * A word in its original spelling and in lower case. A lower-case word in a rule matches both spellings; a word with
 * capitals matches only the same spelling.
 */
interface Word {
  written: string;
  lower: string;
}

const wordOf = (written: string): Word => ({ written, lower: written.toLowerCase() });

type Words = ReadonlySet<string>;

const has = (words: Words, { written, lower }: Word): boolean => words.has(written) || words.has(lower);

/** Entries of the rules, by the words or names that the rules list. */
type Index<Entry = string> = ReadonlyMap<string, readonly Entry[]>;

const NOTHING: readonly never[] = [];

function entriesOf<Entry>(index: Index<Entry>, { written, lower }: Word): readonly Entry[] {
  const found = index.get(written) ?? NOTHING;
  if (lower === written) return found;
  const lowerFound = index.get(lower) ?? NOTHING;
  return found.length === 0 ? lowerFound : [...found, ...lowerFound];
}

type Rules = Readonly<Record<string, NamingRule>>;

/** The rules, indexed by word, because some rules list hundreds of words and a name has few words. */
interface Vocabulary {
  /** Lists of the words that must follow a first word. Empty if the rule rejects the first word alone. */
  sequences: Index<{ rule: string; rest: readonly Words[] }>;
  abbreviations: Index;
  whole: Index;
  /** Prefixes of the abbreviations and whole names, in lower case. Other names need no comparison with them. */
  prefixes: Words;
  only: readonly { rule: string; words: Words }[];
  apart: readonly Apart[];
}

interface Apart {
  rule: string;
  after: Words;
  fields: Words;
  beside: Words;
}

/** Cached vocabularies, keyed by rules. A validator passes the same rules object each time. */
const vocabularies = new WeakMap<Rules, Vocabulary>();

function vocabularyOf(rules: Rules): Vocabulary {
  const known = vocabularies.get(rules);
  if (known !== undefined) return known;
  const vocabulary = createVocabulary(Object.entries(rules));
  vocabularies.set(rules, vocabulary);
  return vocabulary;
}

function createVocabulary(rules: readonly (readonly [string, NamingRule])[]): Vocabulary {
  const listed = (member: 'abbreviations' | 'whole') =>
    rules.flatMap(([rule, { [member]: words = [] }]) => words.map((word) => [word, rule] as const));
  const abbreviations = listed('abbreviations');
  const whole = listed('whole');
  const sequences = rules.flatMap(([rule, { words = [], sequences = [] }]) =>
    [[words], ...sequences].flatMap(([first = [], ...others]) => {
      const rest = others.map((list) => new Set(list));
      return first.map((word) => [word, { rule, rest }] as const);
    }),
  );
  return {
    sequences: indexOf(sequences),
    abbreviations: indexOf(abbreviations),
    whole: indexOf(whole),
    prefixes: new Set([...abbreviations, ...whole].flatMap(([word]) => prefixesOf(word.toLowerCase()))),
    only: rules.flatMap(([rule, { only }]) => (only === undefined ? [] : [{ rule, words: new Set(only) }])),
    apart: rules.flatMap(([rule, { apart }]) => {
      if (apart === undefined) return [];
      const { after, fields, beside } = apart;
      return [{ rule, after: new Set(after), fields: new Set(fields), beside: new Set(beside) }];
    }),
  };
}

function indexOf<Entry>(entries: readonly (readonly [string, Entry])[]): Index<Entry> {
  const index = new Map<string, Entry[]>();
  for (const [word, entry] of entries) index.set(word, [...(index.get(word) ?? []), entry]);
  return index;
}

const prefixesOf = (word: string): string[] => Array.from(word, (_, i) => word.slice(0, i + 1));

const APOSTROPHES = /['’‘ʼ`´]/g;

/** Returns whether a string can be matched without Unicode character classes, which are several times slower. */
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

const wordsOf = (text: string, ascii: boolean): Word[] =>
  (text.match(ascii ? /[A-Za-z]+|[0-9]+/g : /[\p{L}\p{M}]+|\p{N}+/gu) ?? []).map(wordOf);

/** Returns the names of the rules (`x-naming-rules` in the contract) that reject a name. */
export function refusalsOf(name: string, rules: Rules): string[] {
  if (name.length > MAX_TEXT) return [];
  const plain = name.replace(APOSTROPHES, '');
  const ascii = isAscii(plain);
  const text = ascii ? plain : plain.normalize('NFKC');
  const words = wordsOf(text, ascii);
  const { sequences, abbreviations, whole, prefixes, only, apart } = vocabularyOf(rules);
  const refusing = new Set<string>();
  for (let at = 0; at < words.length; at++)
    for (const { rule, rest } of entriesOf(sequences, words[at] as Word))
      if (follow(rest, words, at + 1)) refusing.add(rule);
  const [first] = words;
  // Compares only ASCII names with the prefixes: a leading combining mark belongs to the word, not to the abbreviation.
  if (first === undefined || !ascii || prefixes.has(first.lower)) {
    for (const start of startsOf(text, ascii)) for (const rule of entriesOf(abbreviations, start)) refusing.add(rule);
    for (const one of wholeOf(text, words)) for (const rule of entriesOf(whole, one)) refusing.add(rule);
  }
  for (const { rule, words: all } of only)
    if (words.length > 0 && words.every((word) => has(all, word))) refusing.add(rule);
  for (const each of apart) if (standsApart(each, text, words)) refusing.add(each.rule);
  return refusing.size === 0 ? [] : Object.keys(rules).filter((rule) => refusing.has(rule));
}

/** Returns whether the words from index `from` on are in the lists: the first in the first list, and so on. */
const follow = (lists: readonly Words[], words: readonly Word[], from: number): boolean =>
  from + lists.length <= words.length && lists.every((list, i) => has(list, words[from + i] as Word));

/** Maximum number of parts in an abbreviation, such as `Ph. D.` or `M.B.B.S.`. */
const MAX_PARTS = 6;

const BEGINNING = /^[^\p{L}\p{N}]*([\p{L}\p{M}.\s]+)(?![\p{L}\p{M}\p{N}])/u;
const ASCII_BEGINNING = /^[^A-Za-z0-9]*([A-Za-z.\s]+)(?![A-Za-z0-9])/;

/** Returns the possible abbreviations at the start of a string: its first word, its first two words joined, etc. */
function startsOf(text: string, ascii: boolean): Word[] {
  // Letters before a digit are not an abbreviation (`MA2`). Any other character ends the abbreviation (`M&A`).
  const [, start = ''] = (ascii ? ASCII_BEGINNING : BEGINNING).exec(text) ?? [];
  const parts = start.split(/[.\s]+/, MAX_PARTS).filter((part) => part !== '');
  return parts.map((_, i) => wordOf(parts.slice(0, i + 1).join('')));
}

/** Returns three spellings of a name: its words joined, its words separated by spaces, and the original spelling. */
function wholeOf(text: string, words: readonly Word[]): Word[] {
  const written = words.map((word) => word.written);
  return [written.join(''), written.join(' '), text.trim()].map(wordOf);
}

/** Returns whether a part of the name in parentheses, or after a dash or colon, is only a field of study. */
function standsApart({ after, fields, beside }: Apart, text: string, words: readonly Word[]): boolean {
  if (!words.some((word) => has(after, word))) return false;
  const pieces = text.split(/[()[\]:]|\s[-–—]+\s/);
  if (pieces.length === 1) return false;
  const parts = pieces.map((piece) => wordsOf(piece, isAscii(piece)));
  const degree = parts.findIndex((part) => part.some((word) => has(after, word)));
  return parts
    .slice(degree + 1)
    .some(
      (part) => part.some((word) => has(fields, word)) && part.every((word) => has(fields, word) || has(beside, word)),
    );
}

/**
 * Returns the pointer to the property `text` if it contains an item of the list `items` (`x-disjoint` in the contract).
 * Compares whole words, ignoring case, character width, white space, and punctuation: `IT` is not in `Hospitality`.
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
