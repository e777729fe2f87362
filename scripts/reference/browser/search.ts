import MiniSearch, { type AsPlainObject, type Options, type SearchOptions } from 'minisearch';
import { stemmer } from 'stemmer';

export interface Entry {
  /** Path on the site, with the anchor of the section. */
  path: string;
  title: string;
  kind: string;
  /** Names of the properties, codes, and operations in the entry. */
  names: string;
  text: string;
}

export interface SearchData {
  index: AsPlainObject;
  /** Words that the search adds to a query, keyed by the phrase that the query must contain. */
  synonyms: Record<string, string>;
}

export interface Result extends Entry {
  /** Excerpt of the text around the first word that matches. */
  snippet: { word: string; isMatch: boolean }[];
}

const WORDS_BEFORE = 6;
const WORDS_IN_SNIPPET = 28;

const STOP_WORDS = new Set(
  'a an and are can do does for from get has have how i if in is it my of on or the to what when which why with you'.split(
    ' ',
  ),
);

export const indexOptions: Options<Entry> = {
  idField: 'path',
  fields: ['title', 'names', 'text'],
  storeFields: ['path', 'title', 'kind', 'names', 'text'],
  processTerm: (term) => (term === '' || STOP_WORDS.has(term.toLowerCase()) ? null : stemmer(term)),
};

/** Factors for ranking, by kind of entry: readers look for explanations more often than for details. */
const WEIGHTS: Record<string, number> = { guide: 1.3, operation: 1.2, event: 1.1, problem: 1.2, property: 0.6 };

const OPTIONS: SearchOptions = {
  boost: { title: 4, names: 2 },
  prefix: (term) => term.length > 2,
  boostDocument: (_id, _term, stored) => WEIGHTS[String(stored?.['kind'])] ?? 1,
};

/** Resolves to a function that searches the index, best results first. Loads the index without blocking the page. */
export async function createSearch({ index, synonyms }: SearchData): Promise<(query: string) => Result[]> {
  const engine = await MiniSearch.loadJSAsync(index, indexOptions);
  const phrases = Object.entries(synonyms);
  return (query) => {
    const isAsked = (phrase: string) => new RegExp(`\\b${phrase.replaceAll(' ', '\\W+')}\\b`, 'i').test(query);
    const added = phrases.flatMap(([phrase, words]) => (isAsked(phrase) ? words : []));
    const words = [query, ...added].join(' ');
    const found = engine.search(words, { ...OPTIONS, fuzzy: (term) => term.length > 4 && 0.25 }).map((result) => {
      const entry = result as unknown as Entry;
      return { ...entry, snippet: snippetOf(entry.text, new Set(result.terms)) };
    });
    // Entries whose name is the query come before entries that only contain the words of the query.
    const isNamed = ({ title, path }: Entry) => {
      const property = title.split(' ')[0]?.split('.').at(-1);
      return property === query.trim() || path.endsWith(`/${query.trim()}.html`);
    };
    return [...found.filter(isNamed), ...found.filter((entry) => !isNamed(entry))];
  };
}

function snippetOf(text: string, terms: ReadonlySet<string>): Result['snippet'] {
  const words = text.split(' ').map((word) => {
    const parts = word.toLowerCase().split(/[^\p{L}\p{N}_]+/u);
    return { word, isMatch: parts.some((part) => part !== '' && terms.has(stemmer(part))) };
  });
  const start = Math.max(0, words.findIndex(({ isMatch }) => isMatch) - WORDS_BEFORE);
  return words.slice(start, start + WORDS_IN_SNIPPET);
}
