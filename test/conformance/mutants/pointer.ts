import { escaped, namesOf } from '../../../scripts/contract/json.ts';
import type { Edit } from './mutant.ts';

type Container = Record<string, unknown>;

/** Returns the JSON Pointer with these reference tokens (RFC 6901, section 3). */
export function pointerOf(...tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${escaped(String(token))}`).join('');
}

export function edited<T>(document: T, { pointer, after }: Edit): T {
  return withChange(document, namesOf(pointer), after) as T;
}

function withChange(value: unknown, [token, ...rest]: readonly string[], after: unknown): unknown {
  if (token === undefined) return after;
  const changed = withChange((value as Container)[token], rest, after);
  if (Array.isArray(value))
    return value.flatMap((item, index) => (String(index) !== token ? [item] : changed === undefined ? [] : [changed]));
  const { [token]: _, ...others } = value as Container;
  if (changed === undefined) return others;
  // Adds a new property at the end. A changed property keeps its position, on which the generated code depends.
  if (!Object.hasOwn(value as Container, token)) return { ...others, [token]: changed };
  return Object.fromEntries(
    Object.entries(value as Container).map(([name, member]) => [name, name === token ? changed : member]),
  );
}
