import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hours } from '../../../server/domain/clock.ts';
import { FileStoreUnavailable, StoreUnavailable } from '../../../server/domain/unavailable.ts';
import type { Logger } from '../../../server/platform/log.ts';
import { collectOrphanedFiles } from '../../../server/work/lifecycle/sweep.ts';
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

test('the server deletes a replaced file at once, or retries the deletion later', async () => {
  const url = await submitBatch();
  for (let i = 0; i < 3; i += 1) expect((await upload(url)).status).toBe(200);
  expect(await countFiles(service)).toBe(1);
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
  const orphaned = await service.services.store.listOrphanedFiles({ before: service.clock.now(), limit: 1000 });
  return orphaned.map(({ fileKey }) => fileKey);
};

test('even many undeletable files do not block the deletion of newer files, and the log names them', async () => {
  const undeletable = await leaveOrphaned(205);
  isUndeletable = (fileKey) => undeletable.includes(fileKey);
  service.clock.advance(1);
  await leaveOrphaned(3);
  service.clock.advance(hours(1));
  const warn = vi.fn();
  const log = { ...service.services.log, warn } as unknown as Logger;
  await collectOrphanedFiles({ ...service.services, log });
  expect(await countFiles(service)).toBe(205);
  expect(await orphanedKeys()).toEqual(undeletable.toSorted());
  expect(warn.mock.calls.flatMap(([{ files }]) => files).toSorted()).toEqual(undeletable.toSorted());
  for (const [{ err }] of warn.mock.calls) expect(err).toBeInstanceOf(FileStoreUnavailable);
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
  await leaveOrphaned(1);
  await collectOrphanedFiles(service.services);
  expect(await countFiles(service)).toBe(1);
  service.clock.advance(hours(1));
  await collectOrphanedFiles(service.services);
  expect(await countFiles(service)).toBe(0);
});
