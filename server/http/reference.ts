import { readFile } from 'node:fs/promises';
import type { Hono } from 'hono';
import { problems } from '../../generated/operations.ts';
import type { ReferenceFiles } from '../generated-files.ts';
import type { RequestEnv } from './request-log.ts';
import { refuseOtherMethods } from './responses.ts';
import { storedPage } from './stored-page.ts';

/** Five minutes: long enough for one reader, short enough to see the next release. */
const CACHED = 'public, max-age=300';

/** What the page offers for download, beside it, with the media type of each. */
const DOWNLOADS: Readonly<Record<string, string>> = {
  'postman.json': 'application/json',
};

const readIfThere = async (file: URL | null) => (file === null ? null : readFile(file).catch(() => null));

/**
 * Serves the contract, its rendered reference with its downloads, and the URLs of problem types, which lead into the
 * reference.
 */
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
      // The page itself restricts what it loads; only a header can forbid framing.
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
    // Relative, so that it also works where BASE_URL has a path.
    return Object.hasOwn(problems, code) ? c.redirect(`../reference#/errors/${code}`) : c.notFound();
  });
  const offered = Object.keys(DOWNLOADS).map((name) => `/reference/${name}`);
  for (const route of ['/openapi.json', '/reference', ...offered, '/problems/:code']) {
    refuseOtherMethods(app, route, ['GET', 'HEAD'], baseUrl);
  }
}
