/** A naming rule of `x-naming-rules`. spec/README.md describes the properties. */
export interface NamingRule {
  words?: readonly string[];
  sequences?: readonly (readonly (readonly string[])[])[];
  abbreviations?: readonly string[];
  only?: readonly string[];
  whole?: readonly string[];
  apart?: { after: readonly string[]; fields: readonly string[]; beside: readonly string[] };
}

/** Returns whether a word matches a listed word. Listed words in lower case match words in any letter case. */
const isWord = (listed: string, word: string) => listed === word || listed === word.toLowerCase();
const isAnyOf = (list: readonly string[], word: string) => list.some((listed) => isWord(listed, word));
/** Removes apostrophes and normalizes character width. */
const plain = (name: string) => name.replace(/['’‘ʼ`´]/gu, '').normalize('NFKC');
/** Returns the words in a string. A number counts as a word. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];

/** Returns the keys of the rules that a name violates. */
export function refusalsOf(name: string, rules: Readonly<Record<string, NamingRule>>): string[] {
  return Object.keys(rules).filter((key) => {
    const { words = [], sequences = [], abbreviations = [], only = [], whole = [], apart } = rules[key] ?? {};
    const text = plain(name);
    const given = wordsOf(text);
    if (given.some((word) => isAnyOf(words, word))) return true;
    if (sequences.some((sequence) => given.some((_, at) => matchesAt(at, sequence, given)))) return true;
    if (abbreviations.some((abbreviation) => startsWith(text, abbreviation))) return true;
    if (given.length > 0 && given.every((word) => isAnyOf(only, word))) return true;
    // `na` matches "N/A", `the trainer` matches "The  trainer", and a punctuation mark matches itself.
    if ([given.join(''), given.join(' '), text.trim()].some((one) => isAnyOf(whole, one))) return true;
    return apart !== undefined && hasFieldApart(text, apart);
  });
}

/** Returns whether a sequence matches the words that start at index `at`. Each list matches one word. */
function matchesAt(at: number, sequence: readonly (readonly string[])[], words: readonly string[]): boolean {
  return sequence.every((list, i) => isAnyOf(list, words[at + i] ?? ''));
}

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

/** Returns whether a word in `after` is followed by a separate part that has only words in `fields` and `beside`. */
function hasFieldApart(text: string, { after, fields, beside }: NonNullable<NamingRule['apart']>): boolean {
  const separators = [...text.matchAll(/[()[\]:]|\s[-–—]+(?=\s)/gu)];
  return separators.some(({ index, 0: separator }, i) => {
    const words = wordsOf(text.slice(index + separator.length, separators[i + 1]?.index));
    return (
      wordsOf(text.slice(0, index)).some((word) => isAnyOf(after, word)) &&
      words.some((word) => isAnyOf(fields, word)) &&
      words.every((word) => isAnyOf([...fields, ...beside], word))
    );
  });
}

/** Returns whether a string contains one of the items as whole words. Ignores case, width, and punctuation. */
export function isInside(items: readonly unknown[], text: string): boolean {
  const normalizedWords = (one: string) =>
    one
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter(Boolean);
  const words = normalizedWords(text);
  return items.some((item) => {
    const wanted = typeof item === 'string' ? normalizedWords(item) : [];
    return wanted.length > 0 && words.some((_, at) => wanted.every((word, i) => words[at + i] === word));
  });
}
