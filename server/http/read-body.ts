import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { service } from '../../generated/operations.ts';
import { Refusal } from '../contract/problem.ts';

/** The body of a request of the Fetch API, as a stream of Node; null when there is none. */
export const bodyOf = ({ body }: Request): Readable | null => body && Readable.fromWeb(body as ReadableStream);

/**
 * Reads a body of at most `limit` bytes, and stops there whatever its Content-Length says. Rejects with a `Refusal`.
 * Node's own stream of a request is read faster than the Fetch API's, of which a million chunks of one byte take
 * seconds.
 */
export function readBody(
  body: Readable | null,
  contentLength: string | null | undefined,
  limit: number,
): Promise<Uint8Array> {
  if (Number(contentLength) > limit) return Promise.reject(tooLarge(limit));
  if (body === null) return Promise.resolve(new Uint8Array());
  if (body.readableLength > 0 && body.readableLength === Number(contentLength)) {
    // All of it is there, as with most requests, and need not be waited for.
    const bytes = body.read();
    // Has the stream end, which leaves nothing to be discarded after the response.
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
        // One buffer instead of a list of chunks: a client may send chunks of one byte, and each would be an object.
        if (bytes === undefined || end > bytes.length) {
          // Memory that is only declared takes none until it is written to.
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

    // The client went away; nobody reads this answer.
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

/** Bytes. Smaller pieces take too little time to wait for. */
const PIECE = 16 * 1024;
/** The bodies whose next piece is to be read, in their order. */
const waiting: Readable[] = [];

/**
 * Reads one piece of one body in a turn of the event loop. Left alone, Node reads up to 2 MiB of every body in a turn,
 * and everybody else waits for all of them.
 */
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

/** Reads and discards a body that nobody has begun to read: Node would do it at full speed. */
export function discardBody(body: IncomingMessage): void {
  // The rest of a complete body is in memory already.
  if (!body.complete && body.listenerCount('data') === 0) readInTurns(body);
}
