import type { SourceShown } from './types.ts';

/** A document's address as a link. Null for schemes other than http and https, which must not become links. */
export function sourceShown(document: string | null | undefined): SourceShown | null {
  if (!document) return null;
  let url: URL;
  try {
    url = new URL(document);
  } catch {
    return null;
  }
  return url.protocol === 'https:' || url.protocol === 'http:' ? { href: url.href, host: url.host } : null;
}
