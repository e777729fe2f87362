import { en } from '../../server/user-app/messages/en.ts';
import type { Language } from '../../server/user-app/messages/messages.tsx';

// Pseudolocales reveal text that is untranslated, too long for the layout, or not mirrored.

/** Pattern for the syntax of ICU messages: tags, values, and selectors. Everything else is translatable text. */
const SYNTAX = /(<[^>]+>|\{\w+, number[^}]*\}|\{\w+, plural,|\{\w+\}|\b(?:one|other) \{|=\d+ \{|\})/;

type Messages = Language['messages'];

const translated = (change: (letter: string) => string): Messages =>
  Object.fromEntries(
    Object.entries(en).map(([key, message]) => [
      key,
      message
        .split(SYNTAX)
        .map((part, index) => (index % 2 === 1 ? part : part.replace(/[a-z]/gi, change)))
        .join(''),
    ]),
  ) as Messages;

const plain = 'aceinosuyACEINOSUY';
const accented = 'áçéîñöšüýÁÇÉÎÑÖŠÜÝ';

/** Pseudolocale that adds accents and doubles every vowel, so that text is about a third longer. */
export const lengthened: Language = {
  tag: 'en-XA',
  direction: 'ltr',
  locale: 'en-GB',
  messages: translated((letter) => {
    const found = accented[plain.indexOf(letter)] ?? `${letter}\u0323`;
    return /[aeiou]/i.test(letter) ? found + found : found;
  }),
};

const HEBREW = 'אבגדהוזחטיכלמנסעפצקרשת';

/** Pseudolocale that replaces letters with those of a right-to-left script. */
export const mirrored: Language = {
  tag: 'he-XB',
  direction: 'rtl',
  locale: 'he',
  messages: translated((letter) => HEBREW[(letter.toLowerCase().charCodeAt(0) - 97) % HEBREW.length] ?? letter),
};
