import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { service } from '../../generated/operations.ts';
import { Refusal, rateLimited } from './contract/problem.ts';
import type { InFlightBody } from './in-flight-bodies.ts';

export function bodyStreamOf({ env, req }: Context): Readable | null {
  const { incoming } = (env ?? {}) as Partial<HttpBindings>;
  if (incoming !== undefined) return incoming;
  const { body } = req.raw;
  return body && Readable.fromWeb(body as ReadableStream);
}

/**
 * Rejects with a `Refusal` if the body is too large, too slow, or incomplete. Uses a Node stream, because the Fetch API
 * takes seconds for a million one-byte chunks. The stream keeps chunks that arrive before this call.
 */
export function readBody(
  body: Readable | null,
  contentLength: string | null | undefined,
  maxBytes: number,
  inFlight?: InFlightBody,
): Promise<Uint8Array> {
  if (Number(contentLength) > maxBytes) return Promise.reject(tooLarge(maxBytes));
  if (body === null) return Promise.resolve(NO_BYTES);
  return new Promise((resolve, reject) => {
    body.on('data', append);
    const declared = Number(contentLength);
    let bytes = NO_BYTES;
    let size = 0;
    let isRefused = false;

    function refuse(refusal: Refusal) {
      isRefused = true;
      clearInterval(pace);
      body?.off('data', append);
      // Does not destroy an HTTP request: Node discards the remaining body, so that the client can read the response.
      if (!(body instanceof IncomingMessage)) body?.destroy();
      // Releases the buffer, which the stream's listeners would otherwise keep in memory.
      bytes = NO_BYTES;
      reject(refusal);
    }

    function append(chunk: Buffer) {
      inFlight?.add(chunk.length, () => refuse(cutOff()));
      if (isRefused) return;
      const end = size + chunk.length;
      if (end > maxBytes) {
        refuse(tooLarge(maxBytes));
        return;
      }
      // Copies chunks into one buffer, because a list would need an object for each chunk, even for a one-byte chunk.
      if (end > bytes.length) {
        bytes = grow(bytes, Math.min(maxBytes, Math.max(end, declared || 0, 2 * bytes.length)));
      }
      bytes.set(chunk, size);
      size = end;
    }

    const startedAt = performance.now();
    const pace = setInterval(() => {
      if (isTooSlow(startedAt, size)) refuse(new Refusal({ code: 'request_timeout', detail: TOO_SLOW }, CLOSE));
    }, 1000).unref();

    // The client has disconnected, so this response is never sent.
    const broken = () => refuse(new Refusal({ code: 'malformed_json', detail: BROKEN_OFF }));
    if (body.destroyed) broken();
    body.once('end', () => {
      clearInterval(pace);
      body.off('close', broken);
      inFlight?.complete();
      resolve(bytes.subarray(0, size));
    });
    body.once('error', broken);
    body.once('close', broken);
  });
}

/** A large capacity costs little, because the operating system provides memory only for bytes that are written. */
function grow(bytes: Buffer, capacity: number) {
  const larger = Buffer.allocUnsafe(capacity);
  bytes.copy(larger);
  return larger;
}

const NO_BYTES = Buffer.alloc(0);
const TOO_SLOW = 'The body arrived too slowly. Send the request again.';
const BROKEN_OFF = 'The body ended before it was complete.';

/** Closes the connection after the response, because the server does not read the remaining body. */
const CLOSE = { Connection: 'close' };

function isTooSlow(startedAt: number, size: number): boolean {
  const { per_second_bytes: slowest, after_seconds: grace } = service.slowest_body;
  const seconds = (performance.now() - startedAt) / 1000;
  return seconds > grace && size < seconds * slowest;
}

function cutOff(): Refusal {
  const { statement, headers } = rateLimited('bytes in requests in progress', 1);
  return new Refusal(statement, { ...headers, ...CLOSE });
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal({ code: 'payload_too_large', detail: `The body must not be larger than ${maxBytes} bytes.` });
}
