import { isUtf8 } from 'node:buffer';
import type { Json } from '../../json.ts';

/** The value of a JSON body; undefined when it is not JSON in UTF-8 (RFC 8259, sections 2 and 8.1), as no bytes are. */
export function jsonOf(body: Uint8Array): Json {
  if (!isUtf8(body)) return undefined;
  try {
    // A byte order mark may be ignored, and this decoder leaves it out.
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
