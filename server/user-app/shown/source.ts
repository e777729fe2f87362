import type { SourceShown } from './types.ts';

/** A document's address as something to follow: only http and https, so that no other scheme ever becomes a link. */
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
