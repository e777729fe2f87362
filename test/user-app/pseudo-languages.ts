import { en } from '../../server/user-app/messages/en.ts';
import type { Language } from '../../server/user-app/messages/messages.tsx';

// Languages that nobody speaks: a text that is not translated, does not fit or is not mirrored shows in them.

/** What ICU reads in a message: tags, and values with the heads of their alternatives. The rest is said. */
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

/** Every letter that can has an accent, and every vowel is there twice: texts are a third longer. */
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

/** Letters that are written from right to left. */
export const mirrored: Language = {
  tag: 'he-XB',
  direction: 'rtl',
  locale: 'he',
  messages: translated((letter) => HEBREW[(letter.toLowerCase().charCodeAt(0) - 97) % HEBREW.length] ?? letter),
};
