import MiniSearch from 'minisearch';
import { type Entry, indexOptions } from './browser/search.ts';
import { ROOT } from './links.ts';
import { plain, slug } from './markdown.ts';
import type { Page } from './page.ts';

const KINDS: Record<string, string> = {
  guides: 'Guide',
  operations: 'Operation',
  events: 'Event',
  problems: 'Problem',
};

const EXCERPT_CHARACTERS = 140;

/** Sections that repeat the content of other pages. */
const REPEATED = /^## (Errors|What happens next|Operations.*|Problem codes)$[\s\S]*/m;

/** Returns the entries of a page: the page, and each section of a guide or an event. */
function entriesOf({ path, title, head, details, description }: Page): Entry[] {
  const kind = KINDS[path.split('/')[1] ?? ''] ?? 'Page';
  const text = `${head}\n\n${details}`.replace(REPEATED, '');
  const hasSections = kind === 'Guide' || kind === 'Event';
  const [intro = '', ...sections] = hasSections ? text.split(/^(?=## )/m) : [text];
  const entry = (part: string, at: string, heading: string, excerpt: string): Entry => {
    const names = new Set([...part.matchAll(/`([\w.[\]/{}-]+)`/g)].map(([, name]) => name));
    return { path: at, title: heading, kind, names: [...names].join(' '), text: plain(part), excerpt };
  };
  const place = path.replace(ROOT, '');
  return [
    entry(intro, place, title, description),
    ...sections.map((section) => {
      const [, heading = '', rest = ''] = /^## (.*)\n([\s\S]*)/.exec(section) ?? [];
      const excerpt = plain(rest).slice(0, EXCERPT_CHARACTERS);
      return entry(rest, `${place}#${slug(heading)}`, `${title}: ${plain(heading)}`, excerpt);
    }),
  ];
}

export function searchIndex(pages: readonly Page[]) {
  const engine = new MiniSearch(indexOptions);
  const entries = pages.filter(({ path }) => !/\/(search|404|index)\.html$/.test(path)).flatMap(entriesOf);
  // A section that several pages repeat has one entry.
  const firsts = new Map(entries.toReversed().map((entry) => [entry.text, entry]));
  engine.addAll([...new Map([...firsts.values()].map((entry) => [entry.path, entry])).values()]);
  return engine.toJSON();
}
