import { readFile } from 'node:fs/promises';
import type { Hono } from 'hono';
import { problems } from '../../generated/operations.ts';
import type { ReferenceFiles } from '../generated-files.ts';
import { refuseOtherMethods } from './bind.ts';
import type { RequestEnv } from './request-log.ts';

/** Five minutes: long enough for one reader, short enough to see the next release. */
const CACHED = 'public, max-age=300';

/** Reads a file once, at the first need, since it does not change while the process runs. Null when there is none. */
function textOf(file: URL | null): () => Promise<string | null> {
  let text: Promise<string | null> | undefined;
  return () => {
    text ??= file === null ? Promise.resolve(null) : readFile(file, 'utf8').catch(() => null);
    return text;
  };
}

/** Serves the contract, its rendered reference, and the URLs of problem types, which lead into the reference. */
export function serveReference(app: Hono<RequestEnv>, baseUrl: string, files: ReferenceFiles): void {
  const readContract = textOf(files.contract);
  const readReference = textOf(files.page);
  app.get('/openapi.json', async (c) =>
    c.body((await readContract()) ?? '', 200, {
      'Content-Type': 'application/json',
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': CACHED,
    }),
  );
  app.get('/reference', async (c) => {
    const page = await readReference();
    if (page === null) return c.text(files.withoutPage, 503);
    return c.body(page, 200, {
      'Content-Type': 'text/html; charset=utf-8',
      // The page itself restricts what it loads; only a header can forbid framing.
      'Content-Security-Policy': "frame-ancestors 'none'",
      'Cache-Control': CACHED,
    });
  });
  app.get('/problems/:code', (c) => {
    const code = c.req.param('code');
    // Relative, so that it also works where BASE_URL has a path.
    return Object.hasOwn(problems, code) ? c.redirect(`../reference#/errors/${code}`) : c.notFound();
  });
  for (const route of ['/openapi.json', '/reference', '/problems/:code']) {
    refuseOtherMethods(app, route, ['GET', 'HEAD'], baseUrl);
  }
}
