import { once } from 'node:events';
import { pipeline, Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';
import { service } from '../../generated/operations.ts';
import type { Micros } from '../domain/clock.ts';

export interface ZipEntry {
  /** Path in the ZIP file, with `/` as separator. */
  name: string;
  bytes: Uint8Array;
}

const PIECE = 65_536;

/**
 * Streams the entries as a ZIP file, with one entry in memory at a time. Aborts if the reader is slower than the
 * slowest permitted request body, or if an entry fails. `at` is the modification time of the entries.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>, at: Micros): Readable {
  const zip = new ZipFile();
  const written = zip.outputStream as Readable;
  const gone = new AbortController();
  let bytes = 0;
  const output = new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      bytes += piece.length;
      done(null, piece);
    },
  });
  // If one stream ends, the other ends too. The reader receives the error of `output`.
  pipeline(written, output, () => gone.abort());

  const { per_second_bytes: slowest, after_seconds: grace } = service.slowest_body;
  let seconds = 0;
  const pace = setInterval(() => {
    seconds++;
    if (seconds > grace && bytes < seconds * slowest) output.destroy(new Error('The client reads too slowly'));
  }, 1000).unref();
  output.once('close', () => clearInterval(pace));

  async function fill() {
    for await (const entry of entries) {
      const pieces = Readable.from(piecesOf(entry.bytes));
      zip.addReadStream(pieces, entry.name, { mtime: new Date(at / 1000), compress: entry.name.endsWith('.json') });
      await once(pieces, 'close', { signal: gone.signal }).finally(() => pieces.destroy());
    }
    zip.end();
  }
  fill().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error('An entry failed')));
  return output;
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE);
}
