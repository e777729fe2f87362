import type { NamingRules } from '../../generated/validators.js';

/**
 * Limits for `normalize`, which takes quadratic time for some strings. They are far above the contract's limits, so
 * longer values are rejected for their length anyway.
 */
const MAX_ITEMS = 100;
const MAX_TEXT = 2000;

/** A lower-case word in a rule matches any capitalization. A word with capitals matches only its own spelling. */
interface Word {
  written: string;
  lower: string;
}

const wordOf = (written: string): Word => ({ written, lower: written.toLowerCase() });

type Words = ReadonlySet<string>;

const has = (words: Words, { written, lower }: Word): boolean => words.has(written) || words.has(lower);

/** A naming rule whose lists are stored as sets, because some have hundreds of words. */
interface IndexedRule {
  name: string;
  /** Sequences of word sets that match consecutive words. A single word is a sequence of length one. */
  sequences: readonly (readonly Words[])[];
  abbreviations: Words;
  whole: Words;
  only: Words;
  apart: Words;
  pattern: RegExp | undefined;
  notPattern: RegExp | undefined;
}

const indexes = new WeakMap<NamingRules, readonly IndexedRule[]>();

function indexOf(rules: NamingRules): readonly IndexedRule[] {
  const known = indexes.get(rules);
  if (known !== undefined) return known;
  const indexed = Object.entries(rules).map(([name, rule]) => ({
    name,
    sequences: [[rule.words ?? []], ...(rule.sequences ?? [])].map((lists) => lists.map((list) => new Set(list))),
    abbreviations: new Set(rule.abbreviations),
    whole: new Set(rule.whole?.map((text) => text.replaceAll(' ', ''))),
    only: new Set(rule.only),
    apart: new Set(rule.apart),
    pattern: rule.pattern === undefined ? undefined : new RegExp(rule.pattern, 'u'),
    notPattern: rule.notPattern === undefined ? undefined : new RegExp(rule.notPattern, 'u'),
  }));
  indexes.set(rules, indexed);
  return indexed;
}

const APOSTROPHES = /['’‘ʼ`´]/g;

const wordsOf = (text: string): Word[] => (text.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []).map(wordOf);

interface Parsed {
  text: string;
  words: readonly Word[];
  /** Possible abbreviations at the start of the name. */
  starts: readonly Word[];
}

function parse(name: string): Parsed {
  const text = name.replace(APOSTROPHES, '').normalize('NFKC');
  return { text, words: wordsOf(text), starts: startsOf(text) };
}

/** Returns the names of the rules (`x-naming-rules` or `x-naming-warnings` in the contract) that match a name. */
export function matchingRules(name: string, rules: NamingRules): string[] {
  if (name.length > MAX_TEXT) return [];
  const parsed = parse(name);
  const { text, words } = parsed;
  const joined = wordOf(words.map(({ written }) => written).join(''));
  const parts = separateParts(text);
  return indexOf(rules)
    .filter(
      (rule) =>
        wordsFound(parsed, rule) !== undefined ||
        has(rule.whole, joined) ||
        consistsOf(rule.only, words) ||
        parts.some((part) => consistsOf(rule.apart, part)) ||
        rule.pattern?.test(name) ||
        rule.notPattern?.test(name) === false,
    )
    .map(({ name }) => name);
}

/** Returns the rule's message. Adds the words of the name that the rule lists, and their full form if there is one. */
export function explainRule(name: string, rules: NamingRules, ruleName: string): string {
  const { message = '', fullForms = {} } = rules[ruleName] ?? {};
  const rule = indexOf(rules).find((each) => each.name === ruleName);
  const found = rule && wordsFound(parse(name), rule);
  if (found === undefined) return message;
  const full = fullForms[found.toLowerCase()];
  return full === undefined ? `${message} (found "${found}")` : `${message} (found "${found}"; write "${full}")`;
}

/** Returns the longest abbreviation at the start of the name that the rule lists, or else the first word sequence. */
function wordsFound({ words, starts }: Parsed, { abbreviations, sequences }: IndexedRule): string | undefined {
  const abbreviation = starts.findLast((start) => has(abbreviations, start));
  if (abbreviation !== undefined) return abbreviation.written;
  for (const lists of sequences) {
    const at = words.findIndex((_, from) => follow(lists, words, from));
    const found = words.slice(at, at + lists.length);
    if (at >= 0) return found.map(({ written }) => written).join(' ');
  }
  return undefined;
}

const consistsOf = (all: Words, words: readonly Word[]): boolean =>
  words.length > 0 && words.every((word) => has(all, word));

/** Returns whether the word at `from` is in the first list, the next word in the second list, and so on. */
const follow = (lists: readonly Words[], words: readonly Word[], from: number): boolean =>
  from + lists.length <= words.length && lists.every((list, i) => has(list, words[from + i] as Word));

/** Maximum number of parts in an abbreviation, such as `Ph. D.` or `M.B.B.S.`. */
const MAX_PARTS = 6;

const BEGINNING = /^[^\p{L}\p{N}]*(\p{L}[\p{L}\p{M}.\s]*)(?![\p{L}\p{M}\p{N}])/u;

/** Returns the possible abbreviations at the start of a string: its first word, its first two words joined, etc. */
function startsOf(text: string): Word[] {
  // Letters before a digit are not an abbreviation (`MA2`). Any other character ends the abbreviation (`M&A`).
  const [, start = ''] = BEGINNING.exec(text) ?? [];
  const parts = start.split(/[.\s]+/, MAX_PARTS).filter((part) => part !== '');
  return parts.map((_, i) => wordOf(parts.slice(0, i + 1).join('')));
}

/** Returns the words of each part in parentheses, or after a dash or a colon. */
function separateParts(text: string): Word[][] {
  const [, ...parts] = text.split(/[()[\]:]|\s[-–—]+\s/);
  return parts.map(wordsOf);
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
  const lower = text.normalize('NFKC').toLowerCase();
  return lower.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim();
}
