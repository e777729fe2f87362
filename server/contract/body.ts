import type { Readable } from 'node:stream';
import { Refusal } from './problem.ts';

/** The media type of a Content-Type header, in lower case and without parameters. */
export function mediaTypeOf(contentType: string | null): string {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Most bodies fit in. */
const FIRST_BUFFER = 65_536;

/**
 * Reads a body of at most `limit` bytes. Stops reading at the limit, whatever Content-Length says. `incoming` is the same body
 * as Node's stream, which joins small chunks where the web stream hands on each: a million chunks of a byte take seconds there.
 */
export async function readBody(request: Request, limit: number, incoming?: Readable): Promise<Uint8Array> {
  const tooLarge = () =>
    new Refusal({ code: 'payload_too_large', detail: `The body may have at most ${limit} bytes.` });
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge();
  // One buffer, and not a list of chunks: a client may send chunks of a single byte, and each would be an object.
  let bytes = Buffer.allocUnsafe(Math.min(limit, FIRST_BUFFER));
  let size = 0;
  try {
    for await (const chunk of incoming?.iterator({ destroyOnReturn: false }) ?? request.body ?? []) {
      const end = size + chunk.byteLength;
      if (end > limit) throw tooLarge();
      if (end > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(end, bytes.length * 2)));
        bytes.copy(larger, 0, 0, size);
        bytes = larger;
      }
      bytes.set(chunk, size);
      size = end;
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The client went away; nobody reads this answer.
    throw new Refusal({ code: 'malformed_json', detail: 'The body ended before it was complete.' });
  }
  return bytes.subarray(0, size);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a JSON body. The refusal says where the grammar breaks and repeats nothing of the body. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new Refusal({
      code: 'malformed_json',
      detail: 'The body is not valid UTF-8. JSON is sent in UTF-8 (RFC 8259).',
    });
  }
  if (text.trim() === '')
    throw new Refusal({ code: 'malformed_json', detail: 'The body is empty. Send a JSON document.' });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal({
      code: 'malformed_json',
      detail: `The body is not valid JSON${whereOf(error, text)}.`,
    });
  }
}

/** Where V8 says that the grammar breaks; it does not always. Nothing else is taken from its message, which quotes the text. */
function whereOf(error: unknown, text: string): string {
  const { message } = error as SyntaxError;
  if (message === 'Unexpected end of JSON input') return ': it ends before it is complete';
  // Anchored, since the quoted text may hold these words too. Newer versions add the line and the column themselves.
  const position = / at position (\d+)( \(line \d+ column \d+\))?$/.exec(message)?.[1];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return `: it breaks at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
