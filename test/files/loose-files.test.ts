import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hours } from '../../server/domain/clock.ts';
import { FileStoreUnavailable } from '../../server/files/file-store.ts';
import { collectLooseFiles } from '../../server/files/loose-files.ts';
import { example } from '../support/contract.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let isFailing = false;

beforeEach(async () => {
  isFailing = false;
  service = await startService({
    change: ({ files }) => ({
      files: {
        ...files,
        async delete(fileKey) {
          if (isFailing) throw new FileStoreUnavailable('the disk does not answer');
          await files.delete(fileKey);
        },
      },
    }),
  });
});
afterEach(() => service.stop());

async function submitBatch(): Promise<string> {
  const body = example('CredentialBatchOfEveryKind');
  const answer = await service.call('POST', '/api/partner/v2/add/requests/batch.json', {
    token: await service.token(),
    body,
  });
  return answer.body.asset_uploads[0].url;
}

const upload = async (url: string) =>
  service.call('PUT', url, {
    body: Buffer.from(example('PdfFile')),
    headers: { 'Content-Type': 'application/pdf' },
  });

async function countFiles(): Promise<number> {
  const entries = await readdir(`${service.dataDir}/files`, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

test('a replaced file is deleted at once', async () => {
  const url = await submitBatch();
  for (let i = 0; i < 3; i += 1) expect((await upload(url)).status).toBe(200);
  expect(await countFiles()).toBe(1);
});

test('a file that could not be deleted is deleted later', async () => {
  const url = await submitBatch();
  await upload(url);
  isFailing = true;
  expect((await upload(url)).status).toBe(200);
  service.clock.advance(hours(1));
  await collectLooseFiles(service.services);
  expect(await countFiles()).toBe(2);
  isFailing = false;
  await collectLooseFiles(service.services);
  expect(await countFiles()).toBe(1);
});

test('a file whose upload was cut off between disk and database is deleted after an hour', async () => {
  const { services, clock } = service;
  const { store, files } = services;
  const fileKey = files.newKey();
  await store.announceFile(fileKey, clock.now());
  await files.put(fileKey, Buffer.from('%PDF-'));
  await collectLooseFiles(service.services);
  expect(await countFiles()).toBe(1);
  clock.advance(hours(1));
  await collectLooseFiles(service.services);
  expect(await countFiles()).toBe(0);
});

test('the files of a submission whose id is used again after 48 hours are deleted', async () => {
  await upload(await submitBatch());
  service.clock.advance(hours(48));
  await submitBatch();
  service.clock.advance(hours(1));
  await collectLooseFiles(service.services);
  expect(await countFiles()).toBe(0);
});
