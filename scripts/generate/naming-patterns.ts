import { type Contract, DERIVED } from '../contract/openapi.ts';

type NamingRule = Partial<Record<'words' | 'abbreviations' | 'whole' | 'apart', string[]>> & {
  sequences?: string[][][];
};

/** White space and ASCII punctuation, except apostrophes. The rules ignore more characters between words. */
const GAP = '[\\s!-&(-/:-@\\[-_{-~]';

/** Returns an expression for any of the listed texts. A text in lower case matches any letter case. */
function anyOf(list: readonly string[], between = ''): string {
  const texts = list.map((text) => {
    const isCaseless = text === text.toLowerCase();
    const letters = Array.from(text, (one) => (isCaseless ? `[${one.toUpperCase()}${one}]` : one));
    // The letters of a caseless text include its spaces.
    return letters.join(between).replaceAll('[  ]', `${GAP}+`);
  });
  return `(${texts.join('|')})`;
}

/** Returns regular expressions that match only names that the rule rejects. */
function patternsOf({ words, sequences = [], abbreviations, whole, apart }: NamingRule): string[] {
  const inside = (...lists: string[]) => `(^|${GAP})${lists.join(`${GAP}+`)}($|${GAP})`;
  return [
    ...(words ? [inside(anyOf(words))] : []),
    ...sequences.map((lists) => inside(...lists.map((list) => anyOf(list)))),
    ...(abbreviations ? [`^${GAP}*${anyOf(abbreviations, '\\.?')}($|${GAP})`] : []),
    ...(whole ? [`^${GAP}*${anyOf(whole)}${GAP}*$`] : []),
    ...(apart ? [`[()\\[\\]:]\\s*${anyOf(apart)}(\\s+${anyOf(apart)})*\\s*($|[()\\[\\]:])`] : []),
  ];
}

/**
 * Adds `not` with a pattern to each schema with `x-naming-rules`, so that a validator without the extension keywords
 * rejects most of the names that the rules reject, and no others.
 */
export function addNamingPatterns({ components }: Contract): void {
  for (const schema of Object.values(components.schemas)) {
    const { 'x-naming-rules': rules } = schema as { 'x-naming-rules'?: Record<string, NamingRule> };
    if (rules !== undefined)
      schema['not'] = { $comment: DERIVED, pattern: Object.values(rules).flatMap(patternsOf).join('|') };
  }
}
