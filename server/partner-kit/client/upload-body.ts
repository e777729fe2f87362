/**
 * A `Blob` (for a file, `await openAsBlob(path)` of `node:fs` in Node, `Bun.file(path)` in Bun); bytes, for example a
 * `Buffer`; or a stream of bytes: a web stream, such as the `readable` of a file in Deno, or an async iterable, such
 * as `createReadStream(path)` in Node. A stream is sent only once.
 */
export type UploadSource = Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export interface UploadProgress {
  sentBytes: number;
  /** Undefined for a stream, whose length is not known. */
  totalBytes: number | undefined;
}

export interface UploadBody {
  /** In bytes; undefined for a stream, which is sent once. */
  readonly size: number | undefined;
  /** What to send in an attempt: from the start, unless it is a stream. */
  open(): Blob | ReadableStream<Uint8Array>;
  /** What the source itself failed with. */
  failure(): { error: unknown } | undefined;
  /** Lets go of a source that was not read to its end. */
  close(): void;
}

type Chunks = Pick<AsyncIterator<Uint8Array, unknown>, 'next'> & { end(): unknown };

/** Throws `TypeError` for what is no source. */
export function uploadBody(source: UploadSource, onProgress?: (progress: UploadProgress) => void): UploadBody {
  const blob = asBlob(source);
  const size = blob?.size;
  let failure: { error: unknown } | undefined;
  let chunks: Chunks | undefined;

  return {
    size,
    open() {
      // The runtime sends a blob faster than a stream.
      if (blob !== undefined && onProgress === undefined) return blob;
      chunks = chunksOf(blob === undefined ? (source as ReadableStream<Uint8Array>) : slicesOf(blob));
      return streamOf(
        chunks,
        (sentBytes) => onProgress?.({ sentBytes, totalBytes: size }),
        (error) => {
          failure = { error };
        },
      );
    },
    failure: () => failure,
    close() {
      // Not awaited: a source that hangs would hold up the answer.
      Promise.resolve(chunks?.end()).catch(() => {});
    },
  };
}

/** What can be sent again; undefined for a stream. */
function asBlob(source: UploadSource): Blob | undefined {
  // Not `instanceof` for bytes: they may come from another realm, as they do under some test runners.
  if (ArrayBuffer.isView(source) || Object.prototype.toString.call(source) === '[object ArrayBuffer]') {
    return new Blob([source as Uint8Array<ArrayBuffer>]);
  }
  if (source instanceof Blob) return source;
  if (source instanceof Object && ('getReader' in source || Symbol.asyncIterator in source)) return undefined;
  throw new TypeError('The source must be a Blob, bytes, or a stream of bytes');
}

const SLICE_BYTES = 65_536;

/** Not `blob.stream()`, whose chunks may be as large as the file. */
async function* slicesOf(blob: Blob): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < blob.size; at += SLICE_BYTES) {
    yield new Uint8Array(await blob.slice(at, at + SLICE_BYTES).arrayBuffer());
  }
}

/** A web stream by its reader: not every runtime can iterate over one. */
function chunksOf(source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): Chunks {
  if ('getReader' in source) {
    const reader = source.getReader();
    return { next: () => reader.read() as Promise<IteratorResult<Uint8Array>>, end: () => reader.cancel() };
  }
  const iterator = source[Symbol.asyncIterator]();
  return { next: () => iterator.next(), end: () => iterator.return?.() };
}

/** Hands the chunks on as they are asked for. */
function streamOf(
  chunks: Chunks,
  onBytes: (sentBytes: number) => void,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  let sentBytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const chunk = await chunks.next();
        if (chunk.done) return controller.close();
        sentBytes += chunk.value.byteLength;
        onBytes(sentBytes);
        controller.enqueue(chunk.value);
      } catch (error) {
        onFailure(error);
        controller.error(error);
      }
    },
  });
}
