import { once } from 'node:events';
import { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { cleanUp, startProcess } from '../support/process.ts';
import { aPdf, aPost, batchWithAssets, forEachOf, upload } from './load.ts';

afterEach(cleanUp);

test('the service still accepts submissions and uploads after clients abort requests at any byte', async () => {
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
