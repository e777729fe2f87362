import { pointerTo, Refusal } from './problem.ts';

export function mediaTypeOf(contentType: string | null): string {
  if (contentType === 'application/json') return contentType;
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A JSON parser can ignore a byte order mark (RFC 8259, section 8.1). */
export const withoutByteOrderMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

export function decodeJson(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text !== null) return text;
  const detail = 'The body is not valid UTF-8. JSON is sent in UTF-8 (RFC 8259).';
  throw new Refusal({ code: 'malformed_json', detail });
}

/** Throws a `Refusal` for a syntax error or a repeated property. The refusal quotes no value from `text`. */
export function parseJson(text: string): unknown {
  if (text.trim() === '')
    throw new Refusal({ code: 'malformed_json', detail: 'The body is empty. Send a JSON document.' });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Refusal({ code: 'malformed_json', detail: `The body is not valid JSON${positionOf(error, text)}.` });
  }
  const pointer = repeatedProperty(text);
  if (pointer === null) return value;
  const errors = [{ pointer, code: 'duplicate' as const, detail: 'must not be repeated in its object' }];
  throw new Refusal({ code: 'malformed_json', detail: 'An object contains a property twice. See errors.', errors });
}

/** `text` must be valid JSON. The function uses no recursion, because JSON can be deeply nested. */
function repeatedProperty(text: string): string | null {
  /** Stack of the enclosing values: an ID for each object, and 0 for each array. */
  const open: number[] = [];
  const path: (string | number)[] = [];
  const seen = new Set<string>();
  let objects = 0;
  for (let at = 0; at < text.length; at++) {
    const last = open.length - 1;
    switch (text[at]) {
      case '{':
        open.push(++objects);
        path.push('');
        break;
      case '[':
        open.push(0);
        path.push(0);
        break;
      case '}':
      case ']':
        open.pop();
        path.pop();
        break;
      case ',':
        if (open[last] === 0) path[last] = Number(path[last]) + 1;
        break;
      case '"': {
        const start = at;
        at = endOfString(text, start);
        if (!isPropertyName(text, at)) break;
        const name = nameIn(text.slice(start, at + 1));
        path[last] = name;
        const key = `${open[last]}:${name}`;
        if (seen.has(key)) return path.reduce<string>((pointer, step) => pointerTo(pointer, String(step)), '');
        seen.add(key);
      }
    }
  }
  return null;
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
}

function isPropertyName(text: string, end: number): boolean {
  let next = end + 1;
  while (text.charCodeAt(next) <= SPACE) next++;
  return text.charCodeAt(next) === COLON;
}

const SPACE = 0x20;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

const nameIn = (string: string): string => (string.includes('\\') ? JSON.parse(string) : string.slice(1, -1));

/** Returns the position in V8's message, but not the message itself, which can quote the body. */
function positionOf(error: unknown, text: string): string {
  const { message } = error as SyntaxError;
  if (message === 'Unexpected end of JSON input') return ': it ends before it is complete';
  // The `$` prevents a match in a quotation of the body. Only newer V8 versions add the line and the column.
  const position = / at position (\d+)( \(line \d+ column \d+\))?$/.exec(message)?.[1];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return `: syntax error at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
