import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Hono } from 'hono';
import { etag } from 'hono/etag';
import { getMimeType } from 'hono/utils/mime';
import { problems } from '../../generated/operations.ts';
import type { RequestEnv } from './request-log.ts';
import { refuseOtherMethods } from './responses.ts';
import { storedPage } from './stored-page.ts';

export interface ReferenceFiles {
  contract: URL;
  /** Null in a package without the rendered reference. */
  site: URL | null;
}

export const referenceFilesIn = (generated: URL): ReferenceFiles => ({
  contract: new URL('openapi.json', generated),
  site: new URL('reference/', generated),
});

const WITHOUT_SITE =
  'The reference is not here. The contract is at /openapi.json. To build the reference: npm run reference\n';

/** Lets caches keep files for five minutes, so that readers soon see a new release. */
const CACHED = 'public, max-age=300';

const SITE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'";

/** Excludes hidden files and paths that leave the folder. */
const SITE_PATH = /^(?:[\w-][\w.-]*\/)*(?:[\w-][\w.-]*)?$/;

/** Media types that Hono does not know. */
const OTHER_TYPES: Record<string, string> = { '.md': 'text/markdown; charset=utf-8', '.tgz': 'application/gzip' };

const readIfThere = async (file: URL | null) => (file === null ? null : readFile(file).catch(() => null));

/** With `canTry`, the pages of operations have an editor that sends requests as a sandbox partner. */
export function serveReference(
  app: Hono<RequestEnv>,
  baseUrl: string,
  files: ReferenceFiles,
  { canTry = false }: { canTry?: boolean } = {},
): void {
  for (const bundle of ['openapi.json', 'openapi.portable.json']) {
    const page = storedPage(() => readFile(new URL(bundle, files.contract)));
    const headers = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' };
    app.get(
      `/${bundle}`,
      etag(),
      async (c) => (await page(c, { 'Cache-Control': CACHED, ...headers })) ?? c.notFound(),
    );
    refuseOtherMethods(app, `/${bundle}`, baseUrl);
  }
  // The redirects are relative, so that they also work if BASE_URL has a path.
  app.get('/reference', (c) => c.redirect('reference/'));
  serveSite(app, files, canTry);
  for (const route of ['/reference', '/reference/*']) refuseOtherMethods(app, route, baseUrl);
  app.get('/problems/:code', (c) => {
    const code = c.req.param('code');
    return Object.hasOwn(problems, code) ? c.redirect(`../reference/problems/${code}.html`) : c.notFound();
  });
  refuseOtherMethods(app, '/problems/:code', baseUrl);
}

function serveSite(app: Hono<RequestEnv>, { site }: ReferenceFiles, canTry: boolean): void {
  const stored = new Map<string, ReturnType<typeof storedPage>>();
  const NOT_FOUND = '404.html';

  app.get('/reference/*', etag(), async (c) => {
    const asked = c.req.path.replace(/^\/reference\//, '');
    const name = canTry && asked === 'try.js' ? 'try.sandbox.js' : asked.replace(/(^|\/)$/, '$1index.html');
    const page =
      stored.get(name) ?? storedPage(() => readIfThere(SITE_PATH.test(name) ? site && new URL(name, site) : null));
    const found = await page(c, {
      'Cache-Control': CACHED,
      'Content-Type': getMimeType(name) ?? OTHER_TYPES[path.extname(name)] ?? 'text/plain',
      'Content-Security-Policy': SITE_POLICY,
    });
    if (found !== null) {
      stored.set(name, page);
      return found;
    }
    const missing = await readIfThere(site && new URL(NOT_FOUND, site));
    if (missing === null) return c.text(WITHOUT_SITE, 503);
    if (!c.req.header('Accept')?.includes('text/html')) return c.notFound();
    // The links in 404.html are relative to the site's root, but the requested path can be in a subfolder.
    const root = `${'../'.repeat(asked.split('/').length - 1)}./`;
    const html = missing.toString().replaceAll('="./', () => `="${root}`);
    return c.html(html, 404, { 'Content-Security-Policy': SITE_POLICY });
  });
}
