import { createHash } from 'node:crypto';
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

/** Media types of the files that the reference offers for download. */
const DOWNLOADS: Readonly<Record<string, string>> = {
  'postman.json': 'application/json',
};

const readIfThere = async (file: URL | null) => (file === null ? null : readFile(file).catch(() => null));

/** Serves the contract, and the reference with its downloads. Redirects the URLs of problem types to the reference. */
export function serveReference(app: Hono<RequestEnv>, baseUrl: string, files: ReferenceFiles): void {
  const contract = storedPage(() => readIfThere(files.contract));
  const reference = storedPage(() => readIfThere(files.page));
  app.get('/openapi.json', async (c) => {
    const headers = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*', 'Cache-Control': CACHED };
    return (await contract(c, headers)) ?? c.body('', 200, headers);
  });
  app.get('/reference', async (c) => {
    const page = await reference(c, {
      'Content-Type': 'text/html; charset=utf-8',
      // A meta tag in the page restricts its resources, but cannot contain `frame-ancestors`.
      'Content-Security-Policy': "frame-ancestors 'none'",
      'Cache-Control': CACHED,
    });
    return page ?? c.text(files.withoutPage, 503);
  });
  const { downloads } = files;
  for (const [name, mediaType] of Object.entries(DOWNLOADS)) {
    const file = storedPage(() => readIfThere(downloads && new URL(name, downloads)));
    app.get(`/reference/${name}`, async (c) => {
      const found = await file(c, { 'Content-Type': mediaType, 'Cache-Control': CACHED });
      return found ?? c.text(files.withoutPage, 503);
    });
  }
  app.get('/problems/:code', (c) => {
    const code = c.req.param('code');
    // The redirect is relative, so that it also works if BASE_URL has a path.
    return Object.hasOwn(problems, code) ? c.redirect(`../reference#/errors/${code}`) : c.notFound();
  });
  const offered = Object.keys(DOWNLOADS).map((name) => `/reference/${name}`);
  for (const route of ['/openapi.json', '/reference', ...offered, '/problems/:code']) {
    refuseOtherMethods(app, route, ['GET', 'HEAD'], baseUrl);
  }
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

/** Returns the response with a file that does not change while the process runs, or null if the file does not exist. */
export type StoredPage = (c: Context, headers: Record<string, string>) => Promise<Response | null>;

/**
 * Returns a handler for a page, which is read on the first request. Selects a content coding that the client accepts
 * (RFC 9110, section 12.5.3). Responds with 304 to a client with the current version (section 13.1.2). `read` resolves
 * to null if there is no page.
 */
export function storedPage(read: () => Promise<Buffer | null>): StoredPage {
  const variants = new Map<Coding, Promise<Variant | null>>();

  async function variantOf(coding: Coding): Promise<Variant | null> {
    const bytes = await read();
    if (bytes === null) return null;
    const coded = new Uint8Array(await CODINGS[coding](bytes));
    return { bytes: coded, etag: `"${createHash('sha256').update(coded).digest('base64url')}"` };
  }

  return async (c, headers) => {
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
