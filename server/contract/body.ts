import { Refusal } from './problem.ts';

/** The media type of a Content-Type header, in lower case and without parameters. */
export function mediaTypeOf(contentType: string | null): string {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Reads a body of at most `limit` bytes. Stops reading at the limit, whatever Content-Length says. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new Refusal({ code: 'payload_too_large', detail: `The body may have at most ${limit} bytes.` });
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The client went away; nobody reads this answer.
    throw new Refusal({ code: 'malformed_json', detail: 'The body ended before it was complete.' });
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size);
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
    // V8's message quotes the text; only the position is taken from it.
    const position = /position (\d+)/.exec(String(error))?.[1];
    const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
    const where = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    throw new Refusal({
      code: 'malformed_json',
      detail: `The body is not valid JSON: it breaks at ${where}.`,
    });
  }
}
