import { parseAccept } from 'hono/utils/accept';
import { en } from './en.ts';

export type MessageKey = keyof typeof en;

/** A language of the pages. */
export interface Language {
  /** As BCP 47 has it: for `lang` and `Content-Language`. */
  tag: string;
  direction: 'ltr' | 'rtl';
  /** The locale by which dates and numbers are written. */
  locale: string;
  messages: Readonly<Record<MessageKey, string>>;
}

/** Days stand before months, which no reader takes for the other way round, because months have names. */
export const english: Language = { tag: 'en', direction: 'ltr', locale: 'en-GB', messages: en };

/** The first is for whoever prefers none of them. A further language is a file of messages, and its entry here. */
const languages: readonly [Language, ...Language[]] = [english];

/** The language that a request prefers (RFC 9110, section 12.5.4, by the lookup of RFC 4647, section 3.4). */
export function chooseLanguage(acceptLanguage: string | undefined, among = languages): Language {
  const wanted = parseAccept(acceptLanguage ?? '').filter(({ q }) => q > 0);
  for (const { type } of wanted)
    for (let range = type.toLowerCase(); range !== ''; range = range.slice(0, Math.max(0, range.lastIndexOf('-')))) {
      const found = among.find(({ tag }) => tag.toLowerCase() === range);
      if (found !== undefined) return found;
    }
  return among[0];
}
