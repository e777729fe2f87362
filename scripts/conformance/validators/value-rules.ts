import { itemsOf, type Json, memberOf } from '../../contract/json.ts';
import { remembered } from '../remembered.ts';

/** A rule in `x-naming-rules` or `x-naming-warnings`. spec/README.md describes the properties. */
interface NamingRule
  extends Partial<Record<'words' | 'abbreviations' | 'only' | 'whole' | 'apart', readonly string[]>> {
  sequences?: readonly (readonly (readonly string[])[])[];
  pattern?: string;
  notPattern?: string;
}

export type NamingRules = Readonly<Record<string, NamingRule>>;

const isAnyOf = (list: readonly string[], word: string) => list.includes(word) || list.includes(word.toLowerCase());
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];

const consistsOf = (list: readonly string[], words: readonly string[]) =>
  words.length > 0 && words.every((word) => isAnyOf(list, word));

/** Returns the keys of the rules that match a name. Memoized, because most requests contain the same names. */
export const matchingRules = remembered((rules: NamingRules, name: string): string[] =>
  Object.keys(rules).filter((key) => {
    const { words = [], sequences = [], abbreviations = [], only = [], whole = [], apart = [] } = rules[key] ?? {};
    const { pattern, notPattern } = rules[key] ?? {};
    if (pattern !== undefined && new RegExp(pattern, 'u').test(name)) return true;
    if (notPattern !== undefined && !new RegExp(notPattern, 'u').test(name)) return true;
    const text = name.replace(/['’‘ʼ`´]/gu, '').normalize('NFKC');
    const given = wordsOf(text);
    if (given.some((word) => isAnyOf(words, word))) return true;
    // A sequence is a list of word sets, and matches consecutive words if each set contains the word at its position.
    const isAt = (at: number) => sequences.some((one) => one.every((list, i) => isAnyOf(list, given[at + i] ?? '')));
    if (given.some((_, at) => isAt(at))) return true;
    if (abbreviations.some((abbreviation) => startsWith(text, abbreviation))) return true;
    if (consistsOf(only, given)) return true;
    // Compares without spaces and punctuation, so that `na` matches "N/A", and `the trainer` matches "The  trainer".
    const joined = whole.map((listed) => listed.replaceAll(' ', ''));
    if (isAnyOf(joined, given.join(''))) return true;
    const [, ...parts] = text.split(/[()[\]:]|\s[-–—]+(?=\s)/u);
    return parts.some((part) => consistsOf(apart, wordsOf(part)));
  }),
);

/** Returns whether a string starts with the abbreviation, with or without dots and spaces between its letters. */
function startsWith(text: string, abbreviation: string): boolean {
  const hasCapitals = abbreviation !== abbreviation.toLowerCase();
  let rest = (hasCapitals ? text : text.toLowerCase()).replace(/^[^\p{L}\p{N}]+/u, '');
  for (const letter of abbreviation) {
    rest = rest.replace(/^[.\s]+/, '');
    if (!rest.startsWith(letter)) return false;
    rest = rest.slice(letter.length);
  }
  return !/^[\p{L}\p{M}\p{N}]/u.test(rest);
}

/** Returns whether a text contains one of the items as whole words. Ignores case, width, and punctuation. */
export function isInside(items: readonly Json[], text: Json): boolean {
  const joinedWords = (one: Json) => {
    const normalized = typeof one === 'string' ? one.normalize('NFKC').toLowerCase() : '';
    return ` ${normalized.match(/[\p{L}\p{M}\p{N}]+/gu)?.join(' ') ?? ''} `;
  };
  return items.map(joinedWords).some((words) => words.trim() !== '' && joinedWords(text).includes(words));
}

/** A rule in `x-value-warnings`. spec/README.md describes the properties. */
export interface ValueRule {
  property: string;
  code: string;
  falseWith?: string;
  before?: string;
  yearsAhead?: number;
}

export function isDoubtful(object: Json, { property, falseWith, before, yearsAhead }: ValueRule): boolean {
  const value = memberOf(object, property);
  if (falseWith !== undefined) return value === false && itemsOf(memberOf(object, falseWith)).length > 0;
  if (before !== undefined) return Date.parse(String(value)) < Date.parse(String(memberOf(object, before)));
  const year = Number(/^\d{4}/.exec(String(value))?.[0]);
  return yearsAhead !== undefined && year > new Date().getUTCFullYear() + yearsAhead;
}
