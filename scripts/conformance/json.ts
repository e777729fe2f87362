/** A JSON value of any shape, as a body has it; undefined where there is none. */
export type Json = unknown;

export type JsonObject = Record<string, Json>;

export const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; undefined when the text is not JSON. */
export function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The items of a list; none of what is no list. */
export const itemsOf = (value: Json): readonly Json[] => (Array.isArray(value) ? value : []);

/** RFC 6901, section 4. */
export function namesOf(pointer: string): string[] {
  const names = pointer.split('/').slice(1);
  return pointer.includes('~') ? names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')) : names;
}

/** RFC 6901, section 3. */
export const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * A member or an item; undefined when there is none, also for what is not an object. Inherited members do not count.
 */
export function memberOf(value: Json, name: string): Json {
  const hasMember = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return hasMember ? (value as JsonObject)[name] : undefined;
}

/** What stands at a pointer; undefined when nothing does. */
export function valueAt(value: Json, pointer: string): Json {
  return namesOf(pointer).reduce<Json>(memberOf, value);
}

/** A copy with another value at a pointer; without a value there, when it is undefined. The original stays as it is. */
export function withValue(whole: Json, pointer: string, value: Json): Json {
  return replaced(whole, namesOf(pointer), value);
}

function replaced(at: Json, [name, ...rest]: readonly string[], value: Json): Json {
  if (name === undefined) return value;
  const copy = Array.isArray(at) ? [...at] : { ...(at as JsonObject) };
  const inner = replaced(memberOf(at, name), rest, value);
  if (inner === undefined) delete (copy as JsonObject)[name];
  // A plain assignment would not make `__proto__` a member.
  else if (name !== '__proto__') (copy as JsonObject)[name] = inner;
  else
    Object.defineProperty(copy, name, {
      value: inner,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  return copy;
}

/**
 * The pointer to a place in this value, taking the last item of each list. Undefined when a list on the way is empty.
 */
export function locate(place: string, value: Json): string | undefined {
  let pointer = '';
  for (const name of place.split('/').slice(1)) {
    if (name !== '*') pointer += `/${name}`;
    else {
      const list = valueAt(value, pointer);
      if (!Array.isArray(list) || list.length === 0) return undefined;
      pointer += `/${list.length - 1}`;
    }
  }
  return pointer;
}

/** Every value at a place, of all items of each list. */
export function valuesAt(place: string, value: Json): Json[] {
  return place
    .split('/')
    .slice(1)
    .reduce(
      (values: Json[], name) =>
        values
          .flatMap((at) => (name === '*' ? (Array.isArray(at) ? at : []) : [memberOf(at, name)]))
          .filter((found) => found !== undefined),
      [value],
    );
}
