import { isUtf8 } from 'node:buffer';
import { type Json, type JsonObject, parsed } from '../../json.ts';

/** The value of a JSON body; undefined when the body is not JSON in UTF-8 (RFC 8259, sections 2 and 8.1). */
export function jsonOf(body: Uint8Array): Json {
  // A byte order mark may be ignored, and this decoder leaves it out.
  return isUtf8(body) ? parsed(new TextDecoder().decode(body)) : undefined;
}

/** A Content-Type without its parameters, in lower case; empty without a header (RFC 9110, section 8.3.1). */
export function mediaTypeOf(contentType: string | null): string {
  return (contentType ?? '').split(';', 1).join().trim().toLowerCase();
}

/** A parameter of the contract, as far as it says how its text is read. */
export interface QueryParameter {
  name: string;
  in: string;
  type: string | readonly string[];
}

/**
 * The values that a query gives to the contract's parameters; all others are ignored. Of one that is no list the first
 * counts. The text of a number that is none stays a text, which then is of the wrong type.
 */
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
