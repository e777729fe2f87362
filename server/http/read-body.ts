import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { service } from '../../generated/operations.ts';
import { Refusal } from '../contract/problem.ts';

/** Returns the body of a Fetch API request as a Node stream; null without a body. */
export const bodyOf = ({ body }: Request): Readable | null => body && Readable.fromWeb(body as ReadableStream);

/**
 * Reads a body of at most `limit` bytes, whatever its Content-Length is. Rejects with a `Refusal`. Reading Node's own
 * stream is faster than the Fetch API, which takes seconds for a million chunks of one byte.
 */
export function readBody(
  body: Readable | null,
  contentLength: string | null | undefined,
  limit: number,
): Promise<Uint8Array> {
  if (Number(contentLength) > limit) return Promise.reject(tooLarge(limit));
  if (body === null) return Promise.resolve(new Uint8Array());
  if (body.readableLength > 0 && body.readableLength === Number(contentLength)) {
    // Most bodies are complete at this point and need no wait.
    const bytes = body.read();
    // Ends the stream, so that nothing is left to discard after the response.
    body.resume();
    return Promise.resolve(bytes);
  }
  return new Promise((resolve, reject) => {
    body.on('data', take);
    readInTurns(body);
    const declared = Number(contentLength);
    let bytes: Buffer | undefined;
    let size = 0;

    function refuse(refusal: Refusal) {
      clearInterval(pace);
      body?.off('data', take);
      reject(refusal);
    }

    function take(chunk: Buffer) {
      const end = size + chunk.length;
      if (end > limit) {
        refuse(tooLarge(limit));
      } else if (bytes === undefined && !(declared > end)) {
        // Most bodies are one chunk.
        bytes = chunk;
      } else {
        // Grows one buffer instead of a list: a client can send chunks of one byte, and each would be an object.
        if (bytes === undefined || end > bytes.length) {
          // The operating system allocates memory when it is written to.
          const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(end, declared || 0, 2 * (bytes?.length ?? 0))));
          bytes?.copy(larger, 0, 0, size);
          bytes = larger;
        }
        bytes.set(chunk, size);
      }
      size = end;
    }

    const started = performance.now();
    const { per_second_bytes: slowest, after_seconds: grace } = service.slowest_body;
    function refuseSlow() {
      const seconds = (performance.now() - started) / 1000;
      if (seconds > grace && size < seconds * slowest)
        refuse(new Refusal({ code: 'request_timeout', detail: TOO_SLOW }));
    }
    const pace = setInterval(refuseSlow, 1000).unref();

    // The client is gone, so nobody reads this response.
    const broken = () => refuse(new Refusal({ code: 'malformed_json', detail: BROKEN_OFF }));
    if (body.destroyed) broken();
    body.once('end', () => {
      clearInterval(pace);
      resolve(bytes === undefined ? new Uint8Array() : bytes.subarray(0, size));
    });
    body.once('error', broken);
    body.once('close', broken);
  });
}

const TOO_SLOW = 'The body came too slowly. Send the request again.';
const BROKEN_OFF = 'The body ended before it was complete.';

function tooLarge(limit: number): Refusal {
  return new Refusal({ code: 'payload_too_large', detail: `The body may have at most ${limit} bytes.` });
}

/** Size of a piece in bytes. Smaller pieces take so little time that no turn is needed. */
const PIECE = 16 * 1024;
/** Bodies whose next piece is due, in order. */
const waiting: Readable[] = [];

/** Reads one piece of one body per event loop turn. Node would read up to 2 MiB of every body in a turn. */
function readInTurns(body: Readable): void {
  body.on('data', (piece: Buffer) => {
    if (piece.length < PIECE) return;
    body.pause();
    if (waiting.push(body) === 1) setImmediate(readNext);
  });
}

function readNext(): void {
  waiting.shift()?.resume();
  if (waiting.length > 0) setImmediate(readNext);
}

/** Reads and discards an unread body piece by piece. Node would do it without pauses. */
export function discardBody(body: IncomingMessage): void {
  // The rest of a complete body is already in memory.
  if (!body.complete && body.listenerCount('data') === 0) readInTurns(body);
}
