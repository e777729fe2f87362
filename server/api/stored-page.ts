import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';

/** Returns a handler that reads and compresses the page once, on the first request. */
export function storedPage(read: () => Promise<Uint8Array | null>) {
  async function load() {
    const bytes = await read();
    if (bytes === null) return null;
    const gzipped = await promisify(gzip)(bytes);
    // Responses stream from the shared blob in chunks, so that no response needs its own copy.
    return {
      plain: new Blob([new Uint8Array(bytes)]),
      gzipped: new Blob([new Uint8Array(gzipped)]),
      hash: hash('sha256', bytes, 'base64url'),
    };
  }
  let loading: ReturnType<typeof load> | undefined;

  return async (c: Context, headers: Record<string, string>): Promise<Response | null> => {
    loading ??= load();
    const page = await loading;
    if (page === null) return null;
    const coding = accepts(c, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' });
    const isCompressed = coding === 'gzip';
    const body = isCompressed ? page.gzipped : page.plain;
    return c.body(body.stream(), 200, {
      ...headers,
      'Content-Length': String(body.size),
      ...(isCompressed && { 'Content-Encoding': 'gzip' }),
      ETag: `"${page.hash}-${coding}"`,
      Vary: 'Accept-Encoding',
    });
  };
}
