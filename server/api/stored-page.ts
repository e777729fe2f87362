import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';

/** Encoders of the content codings, best first. Brotli at quality 5 compresses 3 MB to 0.70 MB, and gzip to 0.80 MB. */
const CODINGS = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes),
  identity: async (bytes: Uint8Array) => bytes,
};
type Coding = keyof typeof CODINGS;
const names = Object.keys(CODINGS) as Coding[];

interface Variant {
  /** Body of all responses, which read it in chunks without a copy of their own. */
  body: Blob;
  etag: string;
}

/**
 * Returns a handler for a page that does not change while the process runs and is read on the first request. Selects a
 * content coding that the client accepts (RFC 9110, section 12.5.3). Responds with 304 to a client with the current
 * version (section 13.1.2). If `read` resolves to null, there is no page, and the handler also resolves to null.
 */
export function storedPage(read: () => Promise<Uint8Array | null>) {
  const variants = new Map<Coding, Promise<Variant | null>>();

  async function variantOf(coding: Coding): Promise<Variant | null> {
    const bytes = await read();
    if (bytes === null) return null;
    const coded = new Uint8Array(await CODINGS[coding](bytes));
    return { body: new Blob([coded]), etag: `"${hash('sha256', coded, 'base64url')}"` };
  }

  return async (c: Context, headers: Record<string, string>): Promise<Response | null> => {
    const coding = accepts(c, {
      header: 'Accept-Encoding',
      supports: names,
      default: 'identity',
      match: (given, { default: otherwise }) =>
        names.find((name) => given.some(({ type, q }) => type.toLowerCase() === name && q > 0)) ?? otherwise,
    }) as Coding;
    const pending = variants.get(coding) ?? variantOf(coding);
    variants.set(coding, pending);
    const variant = await pending;
    if (variant === null) return null;
    const { body, etag } = variant;
    const all = { ...headers, ETag: etag, Vary: 'Accept-Encoding' };
    const known = c.req
      .header('If-None-Match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''));
    if (known?.includes(etag) || known?.includes('*')) return c.body(null, 304, all);
    const length = { 'Content-Length': String(body.size) };
    return c.body(body.stream(), 200, {
      ...all,
      ...length,
      ...(coding !== 'identity' && { 'Content-Encoding': coding }),
    });
  };
}
