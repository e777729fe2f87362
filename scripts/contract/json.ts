import { isUtf8 } from 'node:buffer';

export type Json = unknown;
export type JsonObject = Record<string, Json>;

export const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder();

/** Parses UTF-8 JSON, with or without a byte order mark (RFC 8259, section 8.1). Returns undefined on failure. */
export const jsonOf = (body: Uint8Array): Json => (isUtf8(body) ? parsed(decoder.decode(body)) : undefined);

export const itemsOf = (value: Json): readonly Json[] => (Array.isArray(value) ? value : []);

export function namesOf(pointer: string): string[] {
  const names = pointer.split('/').slice(1);
  return pointer.includes('~') ? names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')) : names;
}

/** Escapes a property name for a JSON Pointer (RFC 6901, section 3). */
export const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

export function memberOf(value: Json, name: string): Json {
  const hasMember = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return hasMember ? (value as JsonObject)[name] : undefined;
}

export const valueAt = (value: Json, pointer: string): Json => namesOf(pointer).reduce<Json>(memberOf, value);

/** Returns the JSON Pointers to a value and to all values nested in it, in document order. */
export const pointersIn = (value: Json, at = ''): string[] =>
  typeof value !== 'object' || value === null
    ? [at]
    : [at, ...Object.keys(value).flatMap((key) => pointersIn(memberOf(value, key), `${at}/${escaped(key)}`))];

/** Returns a copy of `whole` with `value` at a JSON Pointer. Removes the property or item if `value` is undefined. */
export function withValue(whole: Json, pointer: string, value: Json): Json {
  const replaced = (at: Json, [name, ...rest]: readonly string[]): Json => {
    if (name === undefined) return value;
    const inner = replaced(memberOf(at, name), rest);
    if (Array.isArray(at))
      return inner === undefined ? at.toSpliced(Number(name), 1) : Object.assign([...at], { [name]: inner });
    const { [name]: _, ...others } = (at ?? {}) as JsonObject;
    return inner === undefined ? others : { ...(at as JsonObject), [name]: inner };
  };
  return replaced(whole, namesOf(pointer));
}

/** Returns the JSON Pointers that match a pattern, in which `*` stands for every item of a list. */
export function pointersAt(place: string, value: Json): string[] {
  const [start = '', ...rests] = place.split(/\/\*(?=\/|$)/);
  return rests.reduce(
    (lists, rest) =>
      lists.flatMap((list) => itemsOf(valueAt(value, list)).map((_, index) => `${list}/${index}${rest}`)),
    [start],
  );
}

export const locate = (place: string, value: Json): string | undefined => pointersAt(place, value).at(-1);

export const valuesAt = (place: string, value: Json): Json[] =>
  pointersAt(place, value)
    .map((pointer) => valueAt(value, pointer))
    .filter((found) => found !== undefined);
