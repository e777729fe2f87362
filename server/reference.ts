import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Hono } from 'hono';
import { problems } from '../generated/operations.ts';
import type { RequestEnv } from './request-log.ts';

const contract = new URL('../generated/openapi.json', import.meta.url);
const reference = new URL('../generated/reference.html', import.meta.url);

/** The contract and its rendered reference, and the addresses of problem types, which lead into it. */
export function serveReference(app: Hono<RequestEnv>): void {
  app.get('/openapi.json', async (c) =>
    c.body(await readFile(contract), 200, {
      'Content-Type': 'application/json',
      'Access-Control-Allow-Origin': '*',
    }),
  );
  app.get('/reference', async (c) => {
    if (!existsSync(reference)) return c.text('The reference is not built yet: npm run reference\n', 503);
    return c.body(await readFile(reference), 200, {
      'Content-Type': 'text/html; charset=utf-8',
      // What the page may load, the page says itself; this only a header can say.
      'Content-Security-Policy': "frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
    });
  });
  app.get('/problems/:code', (c) => {
    const code = c.req.param('code');
    // Relative, so that it also leads to the right place where BASE_URL has a path.
    return Object.hasOwn(problems, code) ? c.redirect(`../reference#/errors/${code}`) : c.notFound();
  });
}
