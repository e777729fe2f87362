import { Refusal } from './problem.ts';

/** Returns the media type in a Content-Type header, in lower case and without parameters. */
export function mediaTypeOf(contentType: string | null): string {
  if (contentType === 'application/json') return contentType;
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Removes a byte order mark, which a JSON parser can ignore (RFC 8259, section 8.1). */
export const withoutByteOrderMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

/** Decodes text, including a byte order mark. Returns null if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Decodes a JSON body. Throws a `Refusal` for invalid UTF-8. */
export function decodeJson(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text !== null) return text;
  const detail = 'The body is not valid UTF-8. JSON is sent in UTF-8 (RFC 8259).';
  throw new Refusal({ code: 'malformed_json', detail });
}

/** Parses a JSON body. Throws a `Refusal` that contains the position of a syntax error, but no part of the body. */
export function parseJson(text: string): unknown {
  if (text.trim() === '')
    throw new Refusal({ code: 'malformed_json', detail: 'The body is empty. Send a JSON document.' });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal({
      code: 'malformed_json',
      detail: `The body is not valid JSON${positionOf(error, text)}.`,
    });
  }
}

/** Returns the position of the syntax error if V8 reports it. The rest of V8's message can quote the body. */
function positionOf(error: unknown, text: string): string {
  const { message } = error as SyntaxError;
  if (message === 'Unexpected end of JSON input') return ': it ends before it is complete';
  // Anchored at the end, because the quoted text can also match. Newer V8 versions add the line and column.
  const position = / at position (\d+)( \(line \d+ column \d+\))?$/.exec(message)?.[1];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return `: syntax error at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
