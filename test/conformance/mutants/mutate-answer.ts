import type { OperationId } from '../../../generated/operations.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses are changed into values of every type
type Json = any;

export interface AnswerChange {
  operation: OperationId;
  status: number;
  alteration: Alteration;
}

/** A change to the status, to a header, or to the property at a path. In the path, `*` matches every list item. */
export type Alteration =
  | { kind: 'status'; value: number }
  | { kind: 'header'; name: string; value: string | null }
  | { kind: 'remove'; at: readonly string[] }
  | { kind: 'set'; at: readonly string[]; value: Json }
  | { kind: 'surround'; at: readonly string[]; before: string; after: string }
  | { kind: 'cut'; at: readonly string[]; pattern: string }
  | { kind: 'next'; at: readonly string[]; among: readonly string[] }
  | { kind: 'first'; at: readonly string[] };

export interface PlainAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** Returns the changed response, or null if the change does not apply to the response. */
export function mutateAnswer(
  { operation, status, alteration }: AnswerChange,
  of: OperationId | null,
  answer: PlainAnswer,
): PlainAnswer | null {
  if (answer.status !== status || operation !== of) return null;
  if (alteration.kind === 'status') return { ...answer, status: alteration.value };
  if (alteration.kind === 'header') return withHeader(answer, alteration.name, alteration.value);
  if (!/\bjson\b/.test(answer.headers.get('content-type') ?? '')) return null;
  const before: Json = JSON.parse(answer.body);
  const after = altered(before, alteration.at, alteration);
  const body = JSON.stringify(after);
  return body === JSON.stringify(before) ? null : { ...answer, body };
}

function withHeader(answer: PlainAnswer, name: string, value: string | null): PlainAnswer | null {
  if (answer.headers.get(name) === value) return null;
  const headers = new Headers(answer.headers);
  if (value === null) headers.delete(name);
  else headers.set(name, value);
  return { ...answer, headers };
}

type BodyAlteration = Extract<Alteration, { at: readonly string[] }>;

/** Changes the property at the path. An object without the property stays unchanged. */
function altered(value: Json, [head, ...rest]: readonly string[], by: BodyAlteration): Json {
  if (head === undefined) return replacement(value, by);
  if (head === '*') return Array.isArray(value) ? value.map((item) => altered(item, rest, by)) : value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, head)) return value;
  const { [head]: member, ...others } = value;
  if (rest.length === 0 && by.kind === 'remove') return others;
  return { ...value, [head]: altered(member, rest, by) };
}

function replacement(value: Json, by: BodyAlteration): Json {
  switch (by.kind) {
    case 'set':
      return by.value;
    case 'surround':
      return typeof value === 'string' ? by.before + value + by.after : value;
    case 'cut':
      return typeof value === 'string' ? value.replace(new RegExp(by.pattern), '') : value;
    case 'next':
      return by.among.includes(value) ? by.among[(by.among.indexOf(value) + 1) % by.among.length] : value;
    case 'first':
      return Array.isArray(value) ? value.slice(0, 1) : value;
    case 'remove':
      return value;
  }
}
