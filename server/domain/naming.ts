import type { NamingRule, NamingRules } from '../../generated/validators.js';

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

/** The rules, indexed by word, because some rules list hundreds of words and a name has few words. */
interface Vocabulary {
  /** Lists of the words that must follow a first word. Empty if the rule matches the first word alone. */
  sequences: Index<{ rule: string; rest: readonly Words[] }>;
  abbreviations: Index;
  whole: Index;
  /** Prefixes of the abbreviations and whole names, in lower case. Other names need no comparison with them. */
  prefixes: Words;
  only: readonly { rule: string; words: Words }[];
  apart: readonly { rule: string; words: Words }[];
}

/** Cached vocabularies, keyed by rules. A validator passes the same rules object each time. */
const vocabularies = new WeakMap<NamingRules, Vocabulary>();

function vocabularyOf(rules: NamingRules): Vocabulary {
  const known = vocabularies.get(rules);
  if (known !== undefined) return known;
  const vocabulary = createVocabulary(Object.entries(rules));
  vocabularies.set(rules, vocabulary);
  return vocabulary;
}

function createVocabulary(rules: readonly (readonly [string, NamingRule])[]): Vocabulary {
  const listed = (member: 'abbreviations' | 'whole') =>
    rules.flatMap(([rule, { [member]: words = [] }]) => words.map((word) => [word.replaceAll(' ', ''), rule] as const));
  const sets = (member: 'only' | 'apart') =>
    rules.flatMap(([rule, { [member]: words }]) => (words === undefined ? [] : [{ rule, words: new Set(words) }]));
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
    only: sets('only'),
    apart: sets('apart'),
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

/** Returns the names of the rules (`x-naming-rules` or `x-naming-warnings` in the contract) that match a name. */
export function matchingRules(name: string, rules: NamingRules): string[] {
  if (name.length > MAX_TEXT) return [];
  const plain = name.replace(APOSTROPHES, '');
  const ascii = isAscii(plain);
  const text = ascii ? plain : plain.normalize('NFKC');
  const words = wordsOf(text, ascii);
  const { sequences, abbreviations, whole, prefixes, only, apart } = vocabularyOf(rules);
  const matching = new Set<string>();
  for (let at = 0; at < words.length; at++)
    for (const { rule, rest } of entriesOf(sequences, words[at] as Word))
      if (follow(rest, words, at + 1)) matching.add(rule);
  const [first] = words;
  // Compares only ASCII names with the prefixes: a leading combining mark belongs to the word, not to the abbreviation.
  if (first === undefined || !ascii || prefixes.has(first.lower)) {
    for (const start of startsOf(text, ascii)) for (const rule of entriesOf(abbreviations, start)) matching.add(rule);
    const joined = wordOf(words.map(({ written }) => written).join(''));
    for (const rule of entriesOf(whole, joined)) matching.add(rule);
  }
  for (const { rule, words: all } of only) if (consistsOf(all, words)) matching.add(rule);
  if (apart.length > 0)
    for (const part of separateParts(text))
      for (const { rule, words: all } of apart) if (consistsOf(all, part)) matching.add(rule);
  return matching.size === 0 ? [] : Object.keys(rules).filter((rule) => matching.has(rule));
}

const consistsOf = (all: Words, words: readonly Word[]): boolean =>
  words.length > 0 && words.every((word) => has(all, word));

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

/** Returns the words of each part of a name in parentheses, or after a dash or a colon. */
function separateParts(text: string): Word[][] {
  const [, ...parts] = text.split(/[()[\]:]|\s[-–—]+\s/);
  return parts.map((part) => wordsOf(part, isAscii(part)));
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
