import { isUtf8 } from 'node:buffer';
import { type Json, parsed } from '../../json.ts';

/** Parses a JSON body. Returns undefined if the body is not JSON in UTF-8 (RFC 8259, sections 2 and 8.1). */
export function jsonOf(body: Uint8Array): Json {
  // The decoder removes a byte order mark, as RFC 8259 permits.
  return isUtf8(body) ? parsed(new TextDecoder().decode(body)) : undefined;
}

/** Returns the media type in a Content-Type header, in lower case; empty without a header (RFC 9110, section 8.3.1). */
export function mediaTypeOf(contentType: string | null): string {
  return (contentType ?? '').split(';', 1).join().trim().toLowerCase();
}
