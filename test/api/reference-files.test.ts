import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { beforeAll, expect, test } from 'vitest';
import { serveReference } from '../../server/api/reference-files.ts';
import type { RequestEnv } from '../../server/api/request-log.ts';
import { temporaryFolder } from '../support/folders.ts';

const TEXT = '<!doctype html>'.repeat(1000);
const app = new Hono<RequestEnv>();
let site: URL;

beforeAll(async () => {
  site = pathToFileURL(`${await temporaryFolder()}/`);
  serveReference(app, 'http://localhost', { contract: site, site });
  for (const name of ['index.html', 'guide.md', 'sdk.tgz', 'sdk.tgz.sha256', 'openapi.json'])
    await writeFile(new URL(name, site), TEXT);
});

test.each(['/reference/', '/openapi.json'])('%s is compressed for clients that accept gzip', async (path) => {
  const ask = (accepted: string) => app.request(path, { headers: { 'Accept-Encoding': accepted } });
  const compressed = await ask('gzip;q=0.5, br');
  expect([compressed.headers.get('Content-Encoding'), compressed.headers.get('Vary')]).toEqual([
    'gzip',
    'Accept-Encoding',
  ]);
  expect(gunzipSync(Buffer.from(await compressed.arrayBuffer())).toString()).toBe(TEXT);
  const plain = await ask('gzip;q=0');
  expect([plain.headers.get('Content-Encoding'), await plain.text()]).toEqual([null, TEXT]);
});

test('a page of the reference is not sent again to a browser that has it', async () => {
  const headers = { 'Accept-Encoding': 'gzip' };
  const known = (await app.request('/reference/', { headers })).headers.get('ETag') ?? '';
  const again = await app.request('/reference/', { headers: { ...headers, 'If-None-Match': known } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const other = await app.request('/reference/', { headers: { ...headers, 'If-None-Match': '"other"' } });
  expect(other.status).toBe(200);
});

test('without a rendered site, the response names the command that builds it', async () => {
  const empty = new Hono<RequestEnv>();
  serveReference(empty, 'http://localhost', { contract: site, site: null });
  const response = await empty.request('/reference/');
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('npm run reference')]);
});

test.each([
  ['guide.md', 'text/markdown; charset=utf-8'],
  ['sdk.tgz', 'application/gzip'],
  ['sdk.tgz.sha256', 'text/plain'],
])('the reference serves %s as %s', async (name, mediaType) => {
  const response = await app.request(`/reference/${name}`);
  expect([response.headers.get('Content-Type'), await response.text()]).toEqual([mediaType, TEXT]);
});
