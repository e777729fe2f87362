/** A naming rule of `x-naming-rules`; what each member finds stands in spec/README.md. */
export interface NamingRule {
  words?: readonly string[];
  sequences?: readonly (readonly (readonly string[])[])[];
  abbreviations?: readonly string[];
  only?: readonly string[];
  whole?: readonly string[];
  apart?: { after: readonly string[]; fields: readonly string[]; beside: readonly string[] };
}

/** A listed word in small letters stands for any letter case; one with capitals for itself alone. */
const isWord = (listed: string, word: string) => listed === word || listed === word.toLowerCase();
const isAnyOf = (list: readonly string[], word: string) => list.some((listed) => isWord(listed, word));

/** Neither apostrophes nor width count. */
const plain = (name: string) => name.replace(/['’‘ʼ`´]/gu, '').normalize('NFKC');

/** Its words, a number being one. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];

type Rules = Readonly<Record<string, NamingRule>>;

/** The names of the rules that refuse a name. */
export function refusalsOf(name: string, rules: Rules): string[] {
  return Object.keys(rules).filter((key) => {
    const { words = [], sequences = [], abbreviations = [], only = [], whole = [], apart } = rules[key] ?? {};
    const text = plain(name);
    const given = wordsOf(text);
    if (given.some((word) => isAnyOf(words, word))) return true;
    if (sequences.some((sequence) => given.some((_, at) => standsAt(at, sequence, given)))) return true;
    if (abbreviations.some((abbreviation) => beginsWith(text, abbreviation))) return true;
    if (given.length > 0 && given.every((word) => isAnyOf(only, word))) return true;
    // `na` stands for "N/A", `the trainer` for "The  trainer", and a sign for itself.
    if ([given.join(''), given.join(' '), text.trim()].some((one) => isAnyOf(whole, one))) return true;
    return apart !== undefined && standsApart(text, apart);
  });
}

/** Whether from this word on each is one of its list. */
function standsAt(at: number, sequence: readonly (readonly string[])[], words: readonly string[]): boolean {
  return sequence.every((list, i) => isAnyOf(list, words[at + i] ?? ''));
}

/** Whether the abbreviation is what a text begins with, dots and blanks between its letters or not. */
function beginsWith(text: string, abbreviation: string): boolean {
  const hasCapitals = abbreviation !== abbreviation.toLowerCase();
  let rest = (hasCapitals ? text : text.toLowerCase()).replace(/^[^\p{L}\p{N}]+/u, '');
  for (const letter of abbreviation) {
    rest = rest.replace(/^[.\s]+/, '');
    if (!rest.startsWith(letter)) return false;
    rest = rest.slice(letter.length);
  }
  return !/^[\p{L}\p{M}\p{N}]/u.test(rest);
}

/** Whether a field stands alone, or with words of `beside`, behind one of `after` and one of these separators. */
function standsApart(text: string, { after, fields, beside }: NonNullable<NamingRule['apart']>): boolean {
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

/** Whether one of the texts stands in a text as whole words, whatever the letter case, width and punctuation. */
export function isInside(items: readonly unknown[], text: string): boolean {
  const spoken = (one: string) =>
    one
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter(Boolean);
  const words = spoken(text);
  return items.some((item) => {
    const wanted = typeof item === 'string' ? spoken(item) : [];
    return wanted.length > 0 && words.some((_, at) => wanted.every((word, i) => words[at + i] === word));
  });
}
