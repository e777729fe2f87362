import { once } from 'node:events';
import { pipeline, Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';
import { service } from '../../generated/operations.ts';
import type { Micros } from '../domain/clock.ts';

export interface ZipEntry {
  /** Its path in the file, with `/`. */
  name: string;
  bytes: Uint8Array;
}

/** Bytes that are passed on at a time. */
const PIECE = 65_536;

/**
 * A ZIP file of the entries. The next one is asked for when the one before has been taken, so that one alone is held.
 * Who takes it more slowly than a body may come is cut off, and errors of the entries end it in the middle. `at` is the
 * time of the entries.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>, at: Micros): Readable {
  const zip = new ZipFile();
  const written = zip.outputStream as Readable;
  const gone = new AbortController();
  let bytes = 0;
  const taken = new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      bytes += piece.length;
      done(null, piece);
    },
  });
  // Both end with one another; whoever reads is told by `taken`.
  pipeline(written, taken, () => gone.abort());

  const { per_second_bytes: slowest, after_seconds: grace } = service.slowest_body;
  let seconds = 0;
  const pace = setInterval(() => {
    seconds++;
    if (seconds > grace && bytes < seconds * slowest) taken.destroy(new Error('It is taken too slowly'));
  }, 1000).unref();
  taken.once('close', () => clearInterval(pace));

  async function fill() {
    for await (const entry of entries) {
      const pieces = Readable.from(piecesOf(entry.bytes));
      zip.addReadStream(pieces, entry.name, { mtime: new Date(at / 1000), compress: entry.name.endsWith('.json') });
      await once(pieces, 'close', { signal: gone.signal }).finally(() => pieces.destroy());
    }
    zip.end();
  }
  fill().catch((error: unknown) => taken.destroy(error instanceof Error ? error : new Error('No entry')));
  return taken;
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE);
}
