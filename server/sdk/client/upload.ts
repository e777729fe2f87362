import { assetMediaTypes, operations } from '../../../generated/operations.ts';
import type { components } from '../../../generated/types.ts';
import type { OperationResult } from './errors.ts';
import { type Connection, exchange, secureAddress } from './exchange.ts';

/** An entry of `asset_uploads` from `addCredentialBatch`: the upload link and the type of the file. */
export type AssetUpload = Pick<components['schemas']['AssetUpload'], 'url' | 'asset_type'>;

export interface UploadOptions {
  /** Called each time the runtime reads bytes to send. A retry starts again at 0. */
  onProgress?: (progress: UploadProgress) => void;
  signal?: AbortSignal;
  /** Timeout of the upload, including all attempts, in milliseconds. Default: `300_000`. */
  timeoutMs?: number;
}

const OPERATION = 'uploadAsset';
export const UPLOAD_TIMEOUT_MS = 300_000;

/**
 * Uploads the file of an asset. Uses the link unchanged, whatever its host is, and sends no token, because the link
 * grants access. Retries like any idempotent call, unless the source is a stream. Rejects with `NoResponseError`, with
 * `TypeError` for a link that is not https or an unusable source, and with errors that the source throws.
 */
export async function uploadAsset(
  wire: Connection,
  { url, asset_type: assetType }: AssetUpload,
  source: UploadSource,
  { onProgress, signal, timeoutMs = UPLOAD_TIMEOUT_MS }: UploadOptions = {},
): Promise<OperationResult<typeof OPERATION>> {
  const { href } = secureAddress(url, 'The upload link');
  const blob = asBlob(source);
  const headers = new Headers({ 'Content-Type': assetMediaTypes[assetType] });
  // With `onProgress`, the blob is sent as a stream, whose length the runtime does not know.
  if (blob !== undefined && onProgress !== undefined) headers.set('Content-Length', String(blob.size));
  const { method } = operations[OPERATION];
  let chunks: Chunks | undefined;
  /** Error that the source threw. */
  let failure: { error: unknown } | undefined;

  /** Returns the body for an attempt. Every attempt reads a blob from its start. */
  function open(): Blob | ReadableStream<Uint8Array> {
    // Runtimes send a blob faster than a stream.
    if (blob !== undefined && onProgress === undefined) return blob;
    const opened = chunksOf(blob === undefined ? (source as ReadableStream<Uint8Array>) : slicesOf(blob));
    chunks = opened;
    let sentBytes = 0;
    async function next() {
      try {
        const read = await opened.next();
        if (read.done) return read;
        sentBytes += read.value.byteLength;
        onProgress?.({ sentBytes, totalBytes: blob?.size });
        return read;
      } catch (error) {
        failure = { error };
        throw error;
      }
    }
    return streamFrom(next);
  }

  try {
    const response = await exchange(
      { ...wire, retry: { ...wire.retry, attemptTimeoutMs: timeoutMs, totalTimeoutMs: timeoutMs } },
      {
        operation: OPERATION,
        request: (attemptSignal) => {
          const sent = { body: open(), duplex: 'half' } as RequestInit;
          return new Request(href, { method, headers, redirect: 'manual', signal: attemptSignal, ...sent });
        },
        isRepeatable: () => blob !== undefined && failure === undefined,
        signal: signal ?? new AbortController().signal,
      },
    );
    const json = await response.json();
    return (response.ok ? { data: json, response } : { error: json, response }) as OperationResult<typeof OPERATION>;
  } catch (error) {
    throw failure?.error ?? error;
  } finally {
    // Releases a source that was not read completely. Not awaited, because a stuck source would delay the response.
    Promise.resolve(chunks?.end()).catch(() => {});
  }
}

/**
 * Source of an upload: a `Blob` (for a file, `await openAsBlob(path)` from `node:fs` in Node, `Bun.file(path)` in Bun),
 * bytes such as a `Buffer`, or a stream of bytes. A stream is a web stream, such as the `readable` of a file in Deno,
 * or an async iterable, such as `createReadStream(path)` in Node. A stream is sent only once.
 */
export type UploadSource = Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export interface UploadProgress {
  sentBytes: number;
  /** Total size in bytes; undefined for a stream, whose length is unknown. */
  totalBytes: number | undefined;
}

type Chunks = Pick<AsyncIterator<Uint8Array, unknown>, 'next'> & { end(): unknown };

/** Returns a `Blob` for bytes and blobs, and undefined for a stream. Throws `TypeError` for other sources. */
function asBlob(source: UploadSource): Blob | undefined {
  // Does not use `instanceof`, because some test runners create bytes in a different realm.
  if (ArrayBuffer.isView(source) || Object.prototype.toString.call(source) === '[object ArrayBuffer]') {
    return new Blob([source as Uint8Array<ArrayBuffer>]);
  }
  if (source instanceof Blob) return source;
  if (source instanceof Object && ('getReader' in source || Symbol.asyncIterator in source)) return undefined;
  throw new TypeError('The source must be a Blob, bytes, or a stream of bytes');
}

const SLICE_BYTES = 65_536;

/** Reads a blob in slices, because the chunks of `blob.stream()` can be as large as the file. */
async function* slicesOf(blob: Blob): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < blob.size; at += SLICE_BYTES) {
    yield new Uint8Array(await blob.slice(at, at + SLICE_BYTES).arrayBuffer());
  }
}

/** Returns the chunks of a stream. Uses the reader of a web stream, because some runtimes cannot iterate over it. */
function chunksOf(source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): Chunks {
  if ('getReader' in source) {
    const reader = source.getReader();
    return { next: () => reader.read() as Promise<IteratorResult<Uint8Array>>, end: () => reader.cancel() };
  }
  const iterator = source[Symbol.asyncIterator]();
  return { next: () => iterator.next(), end: () => iterator.return?.() };
}

/** Returns a stream that reads its chunks with `next`. */
function streamFrom(next: Chunks['next']): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await next();
      // Throws if the runtime has cancelled the stream, for example after an abort. The stream ignores the error.
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
