import type { Context, MiddlewareHandler } from 'hono';
import { type Child, createContext, useContext } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { IntlMessageFormat } from 'intl-messageformat';
import type { Services } from '../../services.ts';
import { chooseLanguage, english, type Language, type MessageKey } from './languages.ts';

type Tag = (parts: Child[]) => Child;

/** A message with its values: `say(...message)`. */
export type Message = [key: MessageKey, values?: Readonly<Record<string, string | number>>];

/** What the pages say in one language. */
export interface Words {
  language: Language;
  /** A message for the page. Texts among the values are of partners and people: they are set apart and escaped. */
  say(key: MessageKey, values?: Readonly<Record<string, Child | Tag>>): Child;
  /** A message where there can be no elements: in a title or an attribute. */
  text(...message: Message): string;
  /** A year, a calendar date, or a moment in UTC, in ISO 8601. */
  date(machine: string): string;
  /** The name of a country by its code; the code itself where the runtime has none. */
  country(code: string): string;
}

/** What would end an isolation and turn the text around it (Unicode Standard Annex 9, sections 2.1 to 2.5). */
const withoutTurns = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** Text of a partner or a person, which may be written in another direction than the page. */
export function Isolate({ children }: { children: string }) {
  return <bdi>{withoutTurns(children)}</bdi>;
}

/** The same where there can be no elements (Unicode Standard Annex 9, section 2.4.2). */
const isolated = (text: string) => `\u2068${withoutTurns(text)}\u2069`;

const tags: Record<string, Tag> = {
  strong: (parts) => <strong>{parts}</strong>,
  code: (parts) => <code>{parts}</code>,
};

const DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
const MOMENT = { ...DAY, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;

/** Messages are parsed when they are first said. */
function wordsIn(language: Language): Words {
  const { messages, locale } = language;
  const parsed = new Map<MessageKey, IntlMessageFormat>();
  const days = new Intl.DateTimeFormat(locale, DAY);
  const moments = new Intl.DateTimeFormat(locale, MOMENT);
  const countries = new Intl.DisplayNames(locale, { type: 'region' });

  function message(key: MessageKey): IntlMessageFormat {
    const known = parsed.get(key) ?? new IntlMessageFormat(messages[key], locale);
    parsed.set(key, known);
    return known;
  }

  return {
    language,
    say(key, values = {}) {
      const given = Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? <Isolate>{value}</Isolate> : value,
      ]);
      return message(key).format<Child>({ ...tags, ...Object.fromEntries(given) });
    },
    text(key, values = {}) {
      const given = Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? isolated(value) : value,
      ]);
      return String(message(key).format(Object.fromEntries(given)));
    },
    date(machine) {
      const isDay = /^\d{4}-\d\d-\d\d$/.test(machine);
      // A year alone stays as it is, and so does what is no date.
      const at = isDay || machine.includes('T') ? Date.parse(machine) : Number.NaN;
      if (Number.isNaN(at)) return withoutTurns(machine);
      return (isDay ? days : moments).format(at);
    },
    country(code) {
      try {
        return countries.of(code) ?? code;
      } catch {
        return withoutTurns(code);
      }
    },
  };
}

const known = new Map<Language, Words>();

/** The words of a language, which are the same for all requests. */
export function wordsOf(language: Language): Words {
  const words = known.get(language) ?? wordsIn(language);
  known.set(language, words);
  return words;
}

const Spoken = createContext<Words>(wordsOf(english));

/** The words of the page that is being rendered. */
export const useWords = (): Words => useContext(Spoken);

type PageLinks = Services['pageLinks'];

const Links = createContext<PageLinks>({ privacy: null, help: null });

/** What the page that is being rendered links to at its end. */
export const usePageLinks = (): PageLinks => useContext(Links);

const PAGE_LINKS = 'pageLinks';

/** Comes before every page. */
export const withPageLinks =
  (links: PageLinks): MiddlewareHandler =>
  (c, next) => {
    c.set(PAGE_LINKS, links);
    return next();
  };

/** The page in a language. */
export function InLanguage({ language, links, children }: { language: Language; links?: PageLinks; children?: Child }) {
  const page = <Spoken.Provider value={wordsOf(language)}>{children}</Spoken.Provider>;
  return links ? <Links.Provider value={links}>{page}</Links.Provider> : page;
}

/** The words of the language that the request prefers. */
export const wordsFor = (c: Context): Words => wordsOf(chooseLanguage(c.req.header('Accept-Language')));

/** Responds with a page in the language that the request prefers. */
export function showPage(c: Context, page: Child, status: ContentfulStatusCode = 200): Response | Promise<Response> {
  const { language } = wordsFor(c);
  c.header('Content-Language', language.tag);
  c.header('Vary', 'Accept-Language', { append: true });
  const shown = (
    <InLanguage language={language} links={c.get(PAGE_LINKS)}>
      {page}
    </InLanguage>
  );
  return c.html(shown, status);
}
