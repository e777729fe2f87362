import { Variable } from './sample-call.ts';

/** How a language writes the values of JSON. */
export interface Notation {
  text(value: string): string;
  /** The name of a member. */
  name(value: string): string;
  variable(name: string): string;
  words: { true: string; false: string; null: string };
  /** Between a brace and what stands beside it on the same line. */
  padding: '' | ' ';
  /** After the last member, where each stands on a line of its own. */
  trailingComma: '' | ',';
  /** Spaces of a level. */
  indent: number;
}

/** The panel that the samples are read in is narrow: a little more than this fits in it. */
export const MAX_COLUMNS = 60;

/**
 * A value as a person writes it: on one line where it fits, else each member on its own. `indent` is that of the line
 * it begins on, in spaces, `column` where on that line, and `after` how many characters come behind it.
 */
export function literal(
  value: unknown,
  notation: Notation,
  { indent = 0, column = 0, after = 0 }: { indent?: number; column?: number; after?: number } = {},
): string {
  const line = inline(value, notation);
  if (column + line.length + after <= MAX_COLUMNS || !isCollection(value)) return line;
  const inner = indent + notation.indent;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = membersOf(value, notation).map(
    ([name, member]) =>
      ' '.repeat(inner) + name + literal(member, notation, { indent: inner, column: inner + name.length, after: 1 }),
  );
  return `${open}\n${members.join(',\n')}${notation.trailingComma}\n${' '.repeat(indent)}${close}`;
}

const isCollection = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Variable);

/** Each member behind what names it; those of an array have no names. */
function membersOf(value: object, notation: Notation): [name: string, member: unknown][] {
  return Array.isArray(value)
    ? value.map((member) => ['', member])
    : Object.entries(value).map(([name, member]) => [`${notation.name(name)}: `, member]);
}

function inline(value: unknown, notation: Notation): string {
  if (value instanceof Variable) return notation.variable(value.name);
  if (typeof value === 'string') return notation.text(value);
  if (!isCollection(value)) return notation.words[String(value) as keyof Notation['words']] ?? String(value);
  const members = membersOf(value, notation).map(([name, member]) => name + inline(member, notation));
  if (Array.isArray(value)) return `[${members.join(', ')}]`;
  const { padding } = notation;
  return members.length === 0 ? '{}' : `{${padding}${members.join(', ')}${padding}}`;
}
