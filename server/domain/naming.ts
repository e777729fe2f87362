import type { NamingRules } from '../../generated/validators.js';

/** Input limits, because `normalize` takes quadratic time for some strings. The contract has far lower limits. */
const MAX_ITEMS = 100;
const MAX_TEXT = 2000;

/** Keeps both spellings, because a lower-case word in a rule matches every capitalization. */
interface Word {
  written: string;
  lower: string;
}

const wordOf = (written: string): Word => ({ written, lower: written.toLowerCase() });

type Words = ReadonlySet<string>;

const has = (words: Words, { written, lower }: Word): boolean => words.has(written) || words.has(lower);

interface IndexedRule {
  name: string;
  /** Each sequence matches consecutive words: set 1 contains the first word, set 2 the second word, and so on. */
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
  starts: readonly Word[];
}

function parse(name: string): Parsed {
  const text = name.replace(APOSTROPHES, '').normalize('NFKC');
  return { text, words: wordsOf(text), starts: startsOf(text) };
}

/** Returns the names of the matching rules. `rules` is `x-naming-rules` or `x-naming-warnings` in the contract. */
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

export function explainRule(name: string, rules: NamingRules, ruleName: string): string {
  const { message = '', fullForms = {} } = rules[ruleName] ?? {};
  const rule = indexOf(rules).find((each) => each.name === ruleName);
  const found = rule && wordsFound(parse(name), rule);
  if (found === undefined) return message;
  const full = fullForms[found.toLowerCase()];
  return full === undefined ? `${message} (found "${found}")` : `${message} (found "${found}"; write "${full}")`;
}

/** Returns the longest matching abbreviation at the start of the name; otherwise, a matching sequence of words. */
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

const follow = (lists: readonly Words[], words: readonly Word[], from: number): boolean =>
  from + lists.length <= words.length && lists.every((list, i) => has(list, words[from + i] as Word));

/** Maximum number of parts in an abbreviation, such as `Ph. D.` or `M.B.B.S.`. */
const MAX_PARTS = 6;

const BEGINNING = /^[^\p{L}\p{N}]*(\p{L}[\p{L}\p{M}.\s]*)(?![\p{L}\p{M}\p{N}])/u;

/** Returns the first word, the first two words joined, and so on, because `Ph. D.` can also be written `PhD`. */
function startsOf(text: string): Word[] {
  // Matches `M` in `M&A`, but nothing in `MA2`, because letters before a digit are not an abbreviation.
  const [, start = ''] = BEGINNING.exec(text) ?? [];
  const parts = start.split(/[.\s]+/, MAX_PARTS).filter((part) => part !== '');
  return parts.map((_, i) => wordOf(parts.slice(0, i + 1).join('')));
}

/** Returns the words of each part that follows a parenthesis, a dash, or a colon. */
function separateParts(text: string): Word[][] {
  const [, ...parts] = text.split(/[()[\]:]|\s[-–—]+\s/);
  return parts.map(wordsOf);
}

/** Checks the contract's `x-disjoint`. Compares whole words, so that `Hospitality` does not contain `IT`. */
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
