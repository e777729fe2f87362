import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { problems } from '../../generated/operations.ts';
import type { ReferenceFiles } from '../generated-files.ts';
import type { RequestEnv } from './request-log.ts';
import { refuseOtherMethods } from './responses.ts';

/** Cache-Control header that permits caching for five minutes, so that readers see a new release soon. */
const CACHED = 'public, max-age=300';

const readIfThere = async (file: URL | null) => (file === null ? null : readFile(file).catch(() => null));

/** Serves the contract, and the reference with its download. Redirects the URLs of problem types to the reference. */
export function serveReference(app: Hono<RequestEnv>, baseUrl: string, files: ReferenceFiles): void {
  const serveFile = (route: string, file: URL | null, headers: Record<string, string>) => {
    const page = storedPage(() => readIfThere(file));
    app.get(route, async (c) => {
      const found = await page(c, { 'Cache-Control': CACHED, ...headers });
      return found ?? c.text(files.withoutPage, 503);
    });
    refuseOtherMethods(app, route, ['GET', 'HEAD'], baseUrl);
  };
  for (const bundle of ['openapi.json', 'openapi.portable.json'])
    serveFile(`/${bundle}`, new URL(bundle, files.contract), {
      'Content-Type': 'application/json',
      'Access-Control-Allow-Origin': '*',
    });
  serveFile('/reference', files.page, {
    'Content-Type': 'text/html; charset=utf-8',
    // A meta tag in the page restricts its resources, but cannot contain `frame-ancestors`.
    'Content-Security-Policy': "frame-ancestors 'none'",
  });
  const collection = files.downloads && new URL('postman.json', files.downloads);
  serveFile('/reference/postman.json', collection, { 'Content-Type': 'application/json' });
  app.get('/problems/:code', (c) => {
    const code = c.req.param('code');
    // The redirect is relative, so that it also works if BASE_URL has a path.
    return Object.hasOwn(problems, code) ? c.redirect(`../reference#/errors/${code}`) : c.notFound();
  });
  refuseOtherMethods(app, '/problems/:code', ['GET', 'HEAD'], baseUrl);
}

/** Encoders of the content codings, best first. Brotli at quality 5 compresses 3 MB to 0.70 MB, and gzip to 0.80 MB. */
const CODINGS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
  identity: async (bytes: Buffer) => bytes,
};
type Coding = keyof typeof CODINGS;
const names = Object.keys(CODINGS) as Coding[];

interface Variant {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
}

/**
 * Returns a handler for a page that does not change while the process runs and is read on the first request. Selects a
 * content coding that the client accepts (RFC 9110, section 12.5.3). Responds with 304 to a client with the current
 * version (section 13.1.2). If `read` resolves to null, there is no page, and the handler also resolves to null.
 */
export function storedPage(read: () => Promise<Buffer | null>) {
  const variants = new Map<Coding, Promise<Variant | null>>();

  async function variantOf(coding: Coding): Promise<Variant | null> {
    const bytes = await read();
    if (bytes === null) return null;
    const coded = new Uint8Array(await CODINGS[coding](bytes));
    return { bytes: coded, etag: `"${hash('sha256', coded, 'base64url')}"` };
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
    const { bytes, etag } = variant;
    const all = { ...headers, ETag: etag, Vary: 'Accept-Encoding' };
    const known = c.req
      .header('If-None-Match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''));
    if (known?.includes(etag) || known?.includes('*')) return c.body(null, 304, all);
    return c.body(bytes, 200, coding === 'identity' ? all : { ...all, 'Content-Encoding': coding });
  };
}
