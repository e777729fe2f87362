import type { ConformanceReport } from '../types.ts';

// Reports quote what a target answers, and a target may be hostile: a control character must not rewrite a terminal
// line, a bidirectional override must not reverse a sentence, and neither may break the XML.

// XML 1.0 (section 2.2) forbids most control characters, lone surrogates, U+FFFE and U+FFFF; terminals act on C0 and
// C1; U+2028 and U+2029 end lines; the rest changes the direction of text (UAX #9).
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff\p{Surrogate}]/gu;

/** These run over several lines; every other member is one line, and a line break in it would forge another. */
const BLOCKS: readonly string[] = ['request', 'answer'];

/** What cannot be seen or moves what can, written as its code point: `\u{1b}`. */
function visible(text: string, isBlock: boolean): string {
  const unified = isBlock ? text.replace(/\r\n/g, '\n') : text;
  return unified.replace(UNSEEN, (character) =>
    isBlock && (character === '\n' || character === '\t')
      ? character
      : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** A report in which every text can be printed as it is: see {@link UNSEEN}. Markup is not escaped. */
export function printable(report: ConformanceReport): ConformanceReport {
  const walk = (value: unknown, member: string): unknown => {
    if (typeof value === 'string') return visible(value, BLOCKS.includes(member));
    if (Array.isArray(value)) return value.map((entry) => walk(entry, member));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, walk(entry, name)]));
  };
  return walk(report, '') as ConformanceReport;
}

/** At most `limit` characters (UTF-16), and how many were left out. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // Half a surrogate pair is no character.
  const end = /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  return `${text.slice(0, end)}… (${count(text.length - end, 'more character')})`;
}

/** `1 case`, `1,200 cases`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}

/** With one digit of fraction, rounded down: what is not complete never reads 100 %. */
export function percent(part: number, whole: number): string {
  if (part >= whole) return '100 %';
  return `${(Math.floor((part / whole) * 1000) / 10).toFixed(1)} %`;
}

/** `4.2 s`, `2 min 5 s`. */
export function duration(seconds: number): string {
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
