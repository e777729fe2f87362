import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hours } from '../../../server/domain/clock.ts';
import { FileStoreUnavailable, StoreUnavailable } from '../../../server/domain/unavailable.ts';
import type { Logger } from '../../../server/platform/log.ts';
import { collectOrphanedFiles } from '../../../server/storage/changes/orphaned-files.ts';
import { example } from '../../support/contract.ts';
import type { TestService } from '../../support/service.ts';
import { countFiles, startWithUndeletable } from './support.ts';

const owner = { clientId: 'sandbox-partner', requestId: 'unknown' };
let service: TestService;
let isUndeletable: (fileKey: string) => boolean;

beforeEach(async () => {
  isUndeletable = () => false;
  service = await startWithUndeletable((fileKey) => isUndeletable(fileKey));
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

test('the server deletes a replaced file at once', async () => {
  const url = await submitBatch();
  for (let i = 0; i < 3; i += 1) expect((await upload(url)).status).toBe(200);
  expect(await countFiles(service)).toBe(1);
});

test('the server retries the deletion of a file later', async () => {
  const url = await submitBatch();
  await upload(url);
  isUndeletable = () => true;
  expect((await upload(url)).status).toBe(200);
  service.clock.advance(hours(1));
  await collectOrphanedFiles(service.services);
  expect(await countFiles(service)).toBe(2);
  isUndeletable = () => false;
  await collectOrphanedFiles(service.services);
  expect(await countFiles(service)).toBe(1);
});

/** Registers and writes files that no submission refers to. */
async function leaveOrphaned(count: number): Promise<string[]> {
  const { store, files } = service.services;
  const fileKeys = Array.from({ length: count }, () => files.newKey());
  for (const fileKey of fileKeys) {
    await store.registerFile(fileKey);
    await files.put(fileKey, owner, Buffer.from('%PDF-'));
  }
  return fileKeys;
}

const orphanedKeys = async () => {
  const orphaned = await service.services.store.listOrphanedFiles(service.clock.now(), 1000);
  return orphaned.map(({ fileKey }) => fileKey);
};

test('a file that cannot be deleted does not block the deletion of other files', async () => {
  const fileKeys = (await leaveOrphaned(5)).toSorted();
  const undeletable = fileKeys[1] ?? '';
  isUndeletable = (fileKey) => fileKey === undeletable;
  service.clock.advance(hours(1));
  const warn = vi.fn();
  await collectOrphanedFiles({
    ...service.services,
    log: { ...service.services.log, warn } as unknown as Logger,
  });
  expect(await countFiles(service)).toBe(1);
  expect(await orphanedKeys()).toEqual([undeletable]);
  expect(warn.mock.calls).toEqual([
    [{ err: expect.any(FileStoreUnavailable), files: [undeletable] }, expect.any(String)],
  ]);
});

test('even many undeletable files do not block the deletion of newer files', async () => {
  const undeletable = await leaveOrphaned(205);
  isUndeletable = (fileKey) => undeletable.includes(fileKey);
  service.clock.advance(1);
  await leaveOrphaned(3);
  service.clock.advance(hours(1));
  await collectOrphanedFiles(service.services);
  expect(await countFiles(service)).toBe(205);
  expect(await orphanedKeys()).toEqual(undeletable.toSorted());
});

test('files are deleted even if their records cannot be removed, and a later run removes the records', async () => {
  await leaveOrphaned(2);
  service.clock.advance(hours(1));
  const { store } = service.services;
  const forgetOrphanedFiles = () => Promise.reject(new StoreUnavailable('down'));
  await collectOrphanedFiles({ ...service.services, store: { ...store, forgetOrphanedFiles } });
  expect([await countFiles(service), (await orphanedKeys()).length]).toEqual([0, 2]);
  await collectOrphanedFiles(service.services);
  expect(await orphanedKeys()).toEqual([]);
});

test('a file whose upload was interrupted between disk and database is deleted after an hour', async () => {
  const { services, clock } = service;
  const { store, files } = services;
  const fileKey = files.newKey();
  await store.registerFile(fileKey);
  await files.put(fileKey, owner, Buffer.from('%PDF-'));
  await collectOrphanedFiles(service.services);
  expect(await countFiles(service)).toBe(1);
  clock.advance(hours(1));
  await collectOrphanedFiles(service.services);
  expect(await countFiles(service)).toBe(0);
});
