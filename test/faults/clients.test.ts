import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { service as figures, operations } from '../../generated/operations.ts';
import { example } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { cleanUp, type ServiceProcess, startProcess } from '../support/process.ts';
import { sized } from '../support/size.ts';
import { aPdf, aPost, batchWithAssets, forEachOf, upload } from './load.ts';

const LARGEST = operations.uploadAsset.bodyLimit;
const MAX_BYTES_OF_PARTNER = figures.bodies_under_way.of_partner_bytes;

afterEach(cleanUp);

/** Creates a batch with assets, and returns `count` of its upload links. */
async function linksFor(service: ServiceProcess, token: string, count: number, type: string): Promise<URL[]> {
  const body = { ...example('CredentialBatchOfEveryKind'), credential_id: crypto.randomUUID() };
  const [item] = body.microcredential_items;
  body.microcredential_items = Array.from({ length: Math.ceil(count / 10) }, (_, i) => ({
    ...item,
    credential_id: `M${i}`,
    assets: Array.from({ length: 10 }, (_, j) => ({ asset_id: `A${i}-${j}`, asset_type: type })),
  }));
  body.education_items = [];
  body.english_proficiency_items = [];
  const { asset_uploads } = (await service.call('POST', operations.addCredentialBatch.path, { token, body })).body;
  return asset_uploads.slice(0, count).map(({ url }: { url: string }) => new URL(url));
}

/** Sends an upload of the maximum size, or only part of it. Resolves to the status, or to 0 without a response. */
function startUpload(service: ServiceProcess, link: URL, type: string, bytes: Buffer): Promise<number> {
  const socket = connect(service.port, '127.0.0.1');
  let text = '';
  const answered = new Promise<number>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const [, status] = /HTTP\/1.1 ([2-5]\d\d)/.exec(text) ?? [];
      if (status !== undefined) resolve(Number(status));
    });
    // The service does not read the rest of a rejected body, so sending it can fail.
    socket.on('error', () => {}).on('close', () => resolve(0));
  });
  socket.write(
    `PUT ${link.pathname}${link.search} HTTP/1.1\r\nHost: ${link.host}\r\nContent-Type: ${type}\r\n` +
      `Content-Length: ${LARGEST}\r\n\r\n`,
  );
  socket.write(bytes);
  return answered;
}

const megabytesOf = async (service: ServiceProcess) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024;

// This test sends 800 MB. test/api/bodies.test.ts checks the limits that it measures.
sized(test.skip, test.skipIf(process.platform !== 'linux'))(
  'the service limits its memory use and serves other requests during stalled and malicious uploads',
  async () => {
    const service = await startProcess({ dataDir: await temporaryFolder() });
    const token = await service.token();
    const links = await linksFor(service, token, 60, 'pdf');
    const hostile = await linksFor(service, await service.token('second'), 20, 'open_cert');

    const allButOne = Buffer.alloc(LARGEST - 1);
    const responses = links.map((link) => startUpload(service, link, 'application/pdf', allButOne));
    const refusals: number[] = [];
    for (const answered of responses) answered.then((status) => refusals.push(status));
    const most = MAX_BYTES_OF_PARTNER / LARGEST;
    await expect.poll(() => refusals.length, { timeout: 15_000 }).toBe(links.length - most);
    expect(refusals.filter((status) => ![429, 0].includes(status))).toEqual([]);

    const depth = LARGEST / 2 - 4;
    const nested = Buffer.from(`{"a":  ${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect(nested.length).toBe(LARGEST);
    const refused = Promise.all(hostile.map((link) => startUpload(service, link, 'application/json', nested)));
    for (let i = 0; i < 20; i++) {
      const { target, body } = aPost();
      expect((await service.call('POST', target, { token, body })).status).toBe(201);
      expect((await service.call('GET', '/livez')).status).toBe(200);
    }
    expect((await refused).filter((status) => ![422, 429, 0].includes(status))).toEqual([]);
    expect(await megabytesOf(service)).toBeLessThan(350);
  },
  60_000,
);

test('the service survives clients that abort a request at any byte', async () => {
  const service = await startProcess({ dataDir: await temporaryFolder() });
  const token = await service.token();
  const batch = batchWithAssets();
  const added = await service.call('POST', batch.target, { token, body: batch.body });
  const link = new URL(added.body.asset_uploads[0].url);
  const { target, body } = aPost();
  const json = JSON.stringify(body);
  const pdf = aPdf();
  const headOf = (line: string, type: string, length: number) =>
    `${line} HTTP/1.1\r\nHost: ${link.host}\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
  const requests = [
    headOf(`POST ${target}`, 'application/json', json.length) + json,
    headOf(`PUT ${link.pathname}${link.search}`, 'application/pdf', pdf.length) + pdf,
  ];
  // The client aborts in the request headers, in the body, and before the response.
  const cuts = requests.flatMap((request) =>
    Array.from({ length: 60 }, (_, n) => request.slice(0, Math.ceil((request.length * (n + 1)) / 60))),
  );
  await forEachOf(cuts, 16, async (cut) => {
    const socket = new Socket().connect(service.port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    socket.write(cut, () => socket.resetAndDestroy());
    await closed;
  });

  expect((await service.call('POST', target, { token, body })).status).toBe(201);
  expect((await upload(service, link.href, pdf)).status).toBe(200);
  expect(service.stdout()).not.toContain('"level":"error"');
  expect(await service.kill('SIGTERM')).toMatchObject({ end: 0, stderr: '' });
});
