import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seconds } from '../../server/domain/clock.ts';
import { DOCUMENTS_KEPT } from '../../server/domain/submission-lifecycle.ts';
import { sweep } from '../../server/work/lifecycle/sweep.ts';
import { example } from '../support/contract.ts';
import { startService, type TestService } from '../support/service.ts';
import { SUBMISSION_WINDOW } from '../support/windows.ts';
import { countFiles } from '../work/lifecycle/support.ts';
import { email, person } from './person.ts';

const PDF = Buffer.from(example('PdfFile'));

let service: TestService;
let origin: string;
let answer: RequestListener;
const server = createServer((request, response) => answer(request, response));

beforeAll(async () => {
  service = await startService();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await service.stop();
});

async function add(path: string, body: object) {
  const token = await service.token();
  const { status, body: added } = await service.call('POST', `/api/partner/${path}.json`, { token, body });
  expect(status).toBe(201);
  return added;
}

async function submitted(url: string) {
  const body = { ...example('MicrocredentialPdf'), id: `DOC-${randomUUID()}` };
  body.data.document = url;
  const link: string = (await add('v1/add/microcredential', body)).redirect_uri;
  const requestId = new URLSearchParams(new URL(link).hash.slice(1)).get('content') ?? '';
  return { id: body.id as string, link, requestId };
}

const hrefIn = (html: string) => /href="(\/credentials\/[^"]+\/files\/[^"]+)"/.exec(html)?.[1] ?? null;
const WAITING = 'Not available yet';
const UNAVAILABLE = 'We could not get this file from the partner.';

test('only the owner can open a downloaded document, and only until the service deletes the document', async () => {
  answer = (_, response) => response.end(PDF);
  const { link } = await submitted(`${origin}/degree.pdf`);
  const alex = person(service.services);
  const address = email();
  const asked = await alex.openAs(address, link);
  expect(asked.html).toContain(WAITING);
  expect(hrefIn(asked.html)).toBeNull();

  await service.services.downloader.drain();
  // The document arrived after the page was rendered, so the user must see the new page before accepting.
  expect((await alex.submit(asked, { decision: 'accept' })).status).toBe(409);
  const accepted = await alex.accept(await alex.visit(asked.path));
  expect(accepted.html).not.toContain(WAITING);
  const href = hrefIn(accepted.html) ?? '';
  const file = await alex.tab.send(href);
  expect(file.status).toBe(200);
  expect(Buffer.from(await file.arrayBuffer())).toEqual(PDF);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment; filename\*=UTF-8''/),
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
  });

  const other = person(service.services);
  const own = await other.openAs(email(), (await submitted(`${origin}/other.pdf`)).link);
  // Another user gets 404 even if the path contains the ID of a submission that this user owns.
  const ownId = /[0-9a-f-]{36}/.exec(own.path)?.[0] ?? '';
  expect((await other.tab.send(href.replace(/[0-9a-f-]{36}/, ownId))).status).toBe(404);

  service.clock.advance(DOCUMENTS_KEPT);
  await sweep(service.services);
  expect(await countFiles(service)).toBe(0);
  const page = await alex.openAs(address, link);
  expect(page.path).toMatch(/^\/credentials\//);
  expect(page.html).toContain('Deleted.');
  expect(hrefIn(page.html)).toBeNull();
  expect((await alex.tab.send(href)).status).toBe(404);
});

test('the page shows a document as not available yet while the service retries the download, and as unavailable if the document URL is rejected', async () => {
  answer = (_, response) => response.writeHead(404).end();
  const missing = await submitted(`${origin}/secret-path.pdf`);
  const refused = await submitted('https://10.0.0.1/degree.pdf');
  await service.services.downloader.drain();

  const alex = person(service.services);
  expect((await alex.openAs(email(), missing.link)).html).toContain(WAITING);
  expect((await person(service.services).openAs(email(), refused.link)).html).toContain(UNAVAILABLE);

  answer = (_, response) => response.end(PDF);
  service.clock.advance(seconds(60));
  await service.services.downloader.drain();
  expect(hrefIn((await alex.open(missing.link)).html)).not.toBeNull();
});

async function uploaded(body = PDF) {
  const batch = { ...example('CredentialBatchOfEveryKind'), credential_id: randomUUID() };
  const { asset_uploads, redirect_uri } = await add('v2/add/requests/batch', batch);
  const { href, pathname } = new URL(asset_uploads[0].url);
  await service.call('PUT', href, { body, headers: { 'Content-Type': 'application/pdf' } });
  const assetKey = pathname.split('/').at(-1) ?? '';
  const database = new Database(path.join(service.dataDir, 'service.db'));
  const [row] = database.prepare('select file_key from assets where asset_key = ?').all(assetKey);
  database.close();
  const { file_key: fileKey } = row as { file_key: string };
  const storedAt = path.join(service.dataDir, 'files', fileKey.slice(0, 2), fileKey);
  return { assetKey, fileKey, storedAt, link: redirect_uri as string };
}
type Uploaded = Awaited<ReturnType<typeof uploaded>>;

const overwritten = (bytes: (file: Buffer) => Uint8Array) => async (own: Uploaded) =>
  writeFile(own.storedAt, bytes(await readFile(own.storedAt)));

test.each<[string, (own: Uploaded) => Promise<unknown>]>([
  ['changed', overwritten((file) => file.map((byte, at) => (at === file.length - 1 ? byte ^ 1 : byte)))],
  ['truncated', overwritten(() => Buffer.alloc(0))],
  ['overwritten', overwritten(() => Buffer.alloc(500, 'x'))],
  [
    'replaced in the database by the object of another submission',
    async ({ assetKey }) => {
      const { fileKey } = await uploaded(Buffer.from('%PDF-1 foreign %%EOF'));
      const database = new Database(path.join(service.dataDir, 'service.db'));
      database.prepare('update assets set file_key = ? where asset_key = ?').run(fileKey, assetKey);
      database.close();
    },
  ],
])('if the stored object of a file was %s, a page says that the file is not available', async (_, damage) => {
  const own = await uploaded();
  const alex = person(service.services);
  const href = hrefIn((await alex.openAs(email(), own.link)).html) ?? '';
  expect((await alex.tab.send(href)).status).toBe(200);
  await damage(own);
  const response = await alex.tab.send(href);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('This file is not available');
});

test('the files and the page of an expired submission are unavailable even before the service erases the submission', async () => {
  answer = (_, response) => response.end(PDF);
  const batch = await uploaded();
  const certificate = await add('v1/add/education', { ...example('EducationOpenCertificate'), id: randomUUID() });
  const downloaded = await submitted(`${origin}/degree.pdf`);
  await service.services.downloader.drain();

  const alex = person(service.services);
  const address = email();
  const addresses: string[] = [];
  for (const link of [batch.link, certificate.redirect_uri, downloaded.link]) {
    const asked = await alex.openAs(address, link);
    const file = /href="(\/credentials\/[^"]+\/(?:files|documents)\/[^"]+)"/.exec(asked.html)?.[1] ?? '';
    addresses.push(asked.path.replace(/\?.*/, '?clientId=sandbox-partner'), file);
    await alex.submit(asked, { decision: 'later' });
  }
  const statuses = async () => Promise.all(addresses.map(async (each) => (await alex.tab.send(each)).status));
  expect(await statuses()).toEqual(addresses.map(() => 200));

  service.clock.advance(SUBMISSION_WINDOW);
  await alex.signIn(await alex.visit('/sign-in'), address);
  // Even indexes are pages, which return 410 after the expiry. Odd indexes are files, which return 404.
  expect(await statuses()).toEqual(addresses.map((_, index) => (index % 2 === 0 ? 410 : 404)));
});
