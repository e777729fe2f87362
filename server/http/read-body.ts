import type { Readable } from 'node:stream';
import { Refusal } from '../contract/problem.ts';

/** Bytes; most bodies fit. */
const INITIAL_BUFFER_BYTES = 65_536;

/**
 * Reads a body of at most `limit` bytes, and stops there whatever Content-Length says. `incoming` is the same body as
 * Node's stream, which joins small chunks; through the web stream, a million chunks of one byte take seconds.
 */
export async function readBody(request: Request, limit: number, incoming?: Readable): Promise<Uint8Array> {
  const tooLarge = () =>
    new Refusal({ code: 'payload_too_large', detail: `The body may have at most ${limit} bytes.` });
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge();
  // One buffer instead of a list of chunks: a client may send chunks of one byte, and each would be an object.
  let bytes = Buffer.allocUnsafe(Math.min(limit, INITIAL_BUFFER_BYTES));
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
