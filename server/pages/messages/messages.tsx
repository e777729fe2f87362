import type { Context, MiddlewareHandler } from 'hono';
import { setCookie } from 'hono/cookie';
import type { Child } from 'hono/jsx';
import { type DetectorOptions, detectFromCookie, detectFromHeader } from 'hono/language';
import { IntlMessageFormat } from 'intl-messageformat';
import { service } from '../../../generated/operations.ts';
import { servicesOf } from '../services.ts';
import ar from './ar.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };

/** Key of a message in ICU MessageFormat. Messages can contain the tags in `tags`. */
export type MessageKey = keyof typeof en;

export interface Language {
  tag: string;
  name: string;
  direction: 'ltr' | 'rtl';
  locale: string;
  messages: Readonly<Record<MessageKey, string>>;
}

export const english: Language = { tag: 'en', name: 'English', direction: 'ltr', locale: 'en-GB', messages: en };
const spanish: Language = { tag: 'es', name: 'Español', direction: 'ltr', locale: 'es', messages: es };
/** Arabic with Latin digits, because codes, scores, and years from partners also contain Latin digits. */
const arabic: Language = { tag: 'ar', name: 'العربية', direction: 'rtl', locale: 'ar-u-nu-latn', messages: ar };

export const languages: readonly [Language, Language, Language] = [english, spanish, arabic];

const LANGUAGE_COOKIE = 'language';
export const LANGUAGE_PARAMETER = 'lang';

const detection = {
  supportedLanguages: languages.map(({ tag }) => tag),
  lookupCookie: LANGUAGE_COOKIE,
  lookupFromHeaderKey: 'accept-language',
  ignoreCase: true,
} as DetectorOptions;

const languageWith = (tag: string | undefined) => languages.find((each) => each.tag === tag);

export const languageOf = (c: Context): Language =>
  languageWith(detectFromCookie(c, detection) ?? detectFromHeader(c, detection)) ?? english;

/** Stores the language of a query such as `?lang=es` in a cookie, and redirects to the URL without the language. */
export const rememberLanguage: MiddlewareHandler = async (c, next) => {
  const language = languageWith(c.req.query(LANGUAGE_PARAMETER));
  if (language === undefined) return next();
  const { appUrl } = servicesOf(c);
  const secure = appUrl.startsWith('https:');
  const attributes = { path: '/', maxAge: 31_536_000, sameSite: 'Lax', httpOnly: true, secure } as const;
  setCookie(c, LANGUAGE_COOKIE, language.tag, attributes);
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.delete(LANGUAGE_PARAMETER);
  const query = searchParams.size === 0 ? '' : `?${searchParams}`;
  return c.redirect(appUrl + pathname + query, 303);
};

type Tag = (parts: Child[]) => Child;

export type Message = [key: MessageKey, values?: Readonly<Record<string, string | number>>];

export type Messages = ReturnType<typeof createMessages>;

/** Removes control characters that change the direction of the surrounding text (UAX #9, 2.1 to 2.5). */
const withoutDirections = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** Isolates text from partners and users, because the text can have another direction than the page. */
export function Isolate({ children }: { children: string }) {
  return <bdi>{withoutDirections(children)}</bdi>;
}

const tags: Record<string, Tag> = {
  strong: (parts) => <strong>{parts}</strong>,
  code: (parts) => <code>{parts}</code>,
};

const periods = {
  submissionHours: service.submission_window_seconds / 3600,
  verificationHours: service.verification_window_seconds / 3600,
  documentHours: service.documents_kept_seconds / 3600,
  resultDays: service.results_kept_seconds / 86_400,
};

const DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
const MOMENT = { ...DAY, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;

function createMessages(language: Language) {
  const { messages, locale } = language;
  const parsed = new Map<MessageKey, IntlMessageFormat>();
  const days = new Intl.DateTimeFormat(locale, DAY);
  const moments = new Intl.DateTimeFormat(locale, MOMENT);
  const countries = new Intl.DisplayNames(locale, { type: 'region' });

  function format(key: MessageKey, values: object, isolate: (text: string) => Child) {
    const message = parsed.get(key) ?? new IntlMessageFormat(messages[key], locale);
    parsed.set(key, message);
    const safe: Record<string, unknown> = { ...tags, ...periods };
    for (const [name, value] of Object.entries(values)) safe[name] = typeof value === 'string' ? isolate(value) : value;
    return message.format<Child>(safe as Record<string, Child>);
  }

  return {
    language,
    /** Formats a message as page content. Wraps each string value in an `Isolate`. */
    say: (key: MessageKey, values: Readonly<Record<string, Child | Tag>> = {}): Child =>
      format(key, values, (text) => <Isolate>{text}</Isolate>),
    /** Formats a message as plain text, for titles and attributes. */
    text: (...[key, values = {}]: Message): string => String(format(key, values, withoutDirections)),
    /** Formats a calendar date or a UTC time in ISO 8601. Returns years, and other strings, unchanged. */
    date(machine: string): string {
      const isDay = /^\d{4}-\d\d-\d\d$/.test(machine);
      const at = isDay || machine.includes('T') ? Date.parse(machine) : Number.NaN;
      if (Number.isNaN(at)) return withoutDirections(machine);
      return (isDay ? days : moments).format(at);
    },
    country: (code: string): string => countries.of(code) ?? code,
  };
}

const created = new Map(languages.map((language) => [language, createMessages(language)]));

export const messagesIn = (language: Language): Messages => created.get(language) ?? createMessages(language);
