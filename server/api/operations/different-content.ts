import { isDeepStrictEqual } from 'node:util';
import type { Warning } from '../contract/extension-keywords.ts';

const code = 'different_content';
const detail =
  'was not stored: the identifier was used before with different content, which the service keeps; use a new identifier';

/** Warns only about top-level properties and list items, to limit what a caller with a stolen token can find out. */
export function differentContent(first: object, repeated: object): Warning[] {
  const before: Record<string, unknown> = { ...first };
  const now: Record<string, unknown> = { ...repeated };
  return Object.keys({ ...before, ...now })
    .flatMap((name) => differences(`/${name}`, before[name], now[name]))
    .map((pointer) => ({ pointer, code, detail }));
}

function differences(pointer: string, before: unknown, now: unknown): string[] {
  if (isDeepStrictEqual(before, now)) return [];
  const areLists = Array.isArray(before) && Array.isArray(now) && before.length === now.length;
  return areLists ? now.flatMap((item, i) => differences(`${pointer}/${i}`, before[i], item)) : [pointer];
}
