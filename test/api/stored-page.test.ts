import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { expect, test } from 'vitest';
import { serveReference } from '../../server/api/reference-files.ts';
import type { RequestEnv } from '../../server/api/request-log.ts';
import { storedPage } from '../../server/api/stored-page.ts';
import { temporaryFolder } from '../support/folders.ts';

const TEXT = '<!doctype html>'.repeat(1000);
const app = new Hono();
const page = storedPage(async () => Buffer.from(TEXT));
const missing = storedPage(async () => null);
app.get('/page', etag(), async (c) => (await page(c, { 'Content-Type': 'text/html' })) ?? c.notFound());
app.get('/missing', async (c) => (await missing(c, {})) ?? c.text('There is none', 503));

const ask = async (headers: Record<string, string>) => app.request('/page', { headers });

test.each<[string, 'gzip' | null]>([
  ['gzip, deflate, br, zstd', 'gzip'],
  ['GZIP;q=0.5, br;q=1.0', 'gzip'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0', null],
  ['br', null],
  ['', null],
  ['identity', null],
  ['nonsense;;q=z,,', null],
])('for the Accept-Encoding "%s", the server returns a stored page with the content coding %s', async (accepted, coding) => {
  const response = await ask({ 'Accept-Encoding': accepted });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('Content-Encoding')).toBe(coding);
  expect(response.headers.get('Vary')).toBe('Accept-Encoding');
  expect((coding === null ? bytes : gunzipSync(bytes)).toString()).toBe(TEXT);
});

test('the server returns 304 for a stored page only if If-None-Match matches the ETag of the page in the accepted content coding', async () => {
  const plain = (await ask({})).headers.get('ETag') ?? '';
  const coded = (await ask({ 'Accept-Encoding': 'gzip' })).headers.get('ETag') ?? '';
  expect(coded).not.toBe(plain);
  for (const known of [coded, `W/${coded}`, `"other", ${coded}`, '*']) {
    const response = await ask({ 'Accept-Encoding': 'gzip', 'If-None-Match': known });
    expect([response.status, await response.text(), response.headers.get('ETag')]).toEqual([304, '', coded]);
  }
  for (const unknown of [plain, '"other"', coded.slice(1, -1)])
    expect((await ask({ 'Accept-Encoding': 'gzip', 'If-None-Match': unknown })).status).toBe(200);
});

test('the server returns 503 if the file of a stored page is missing', async () => {
  expect((await app.request('/missing')).status).toBe(503);
});

test.each([
  ['guide.md', 'text/markdown; charset=utf-8'],
  ['sdk.tgz', 'application/gzip'],
  ['sdk.tgz.sha256', 'text/plain'],
])('the server serves the reference file %s with the media type %s', async (name, mediaType) => {
  const site = pathToFileURL(`${await temporaryFolder()}/`);
  await writeFile(new URL(name, site), TEXT);
  const reference = new Hono<RequestEnv>();
  serveReference(reference, 'http://localhost', { contract: site, site });
  const response = await reference.request(`/reference/${name}`);
  expect([response.headers.get('Content-Type'), await response.text()]).toEqual([mediaType, TEXT]);
});
