import type { Edit } from './mutant.ts';

type Container = Record<string, unknown>;

/** RFC 6901, section 3. */
export function pointerOf(...tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** RFC 6901, section 4. */
export function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What a pointer leads to in a document; undefined when there is nothing. */
export function valueAt(document: unknown, pointer: string): unknown {
  return tokensOf(pointer).reduce<unknown>((value, token) => (value as Container | undefined)?.[token], document);
}

/** The document with one edit; what lies beside the way to it is shared with the original. */
export function edited<T>(document: T, { pointer, after }: Edit): T {
  return withChange(document, tokensOf(pointer), after) as T;
}

function withChange(value: unknown, [token, ...rest]: readonly string[], after: unknown): unknown {
  if (token === undefined) return after;
  const changed = withChange((value as Container)[token], rest, after);
  if (Array.isArray(value))
    return value.flatMap((item, index) => (String(index) !== token ? [item] : changed === undefined ? [] : [changed]));
  const { [token]: _, ...others } = value as Container;
  if (changed === undefined) return others;
  // A member keeps its place: the order of members is part of the code that is generated.
  if (!Object.hasOwn(value as Container, token)) return { ...others, [token]: changed };
  return Object.fromEntries(
    Object.entries(value as Container).map(([name, member]) => [name, name === token ? changed : member]),
  );
}
