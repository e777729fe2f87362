import { isUtf8 } from 'node:buffer';
import { type Json, type JsonObject, parsed } from '../../json.ts';

/** Parses a JSON body. Returns undefined if the body is not JSON in UTF-8 (RFC 8259, sections 2 and 8.1). */
export function jsonOf(body: Uint8Array): Json {
  // The decoder removes a byte order mark, as RFC 8259 permits.
  return isUtf8(body) ? parsed(new TextDecoder().decode(body)) : undefined;
}

/** Returns the media type in a Content-Type header, in lower case; empty without a header (RFC 9110, section 8.3.1). */
export function mediaTypeOf(contentType: string | null): string {
  return (contentType ?? '').split(';', 1).join().trim().toLowerCase();
}

/** The properties of a parameter that determine how its value is parsed. */
export interface QueryParameter {
  name: string;
  in: string;
  type: string | readonly string[];
}

/** Returns the documented query parameters. An invalid number remains a string, which then fails validation. */
export function queryOf(url: URL, parameters: readonly QueryParameter[]): JsonObject {
  const given = [...new URLSearchParams(url.search)];
  const query: JsonObject = {};
  for (const parameter of parameters) {
    if (parameter.in !== 'query') continue;
    const texts = given.filter(([name]) => name === parameter.name).map(([, text]) => text);
    const [first] = texts;
    if (first === undefined) continue;
    if (parameter.type === 'array') query[parameter.name] = texts;
    else if (parameter.type === 'integer' && /^-?[0-9]+$/.test(first)) query[parameter.name] = Number(first);
    else query[parameter.name] = first;
  }
  return query;
}
