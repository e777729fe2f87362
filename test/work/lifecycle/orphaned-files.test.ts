import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hours } from '../../../server/domain/clock.ts';
import { FileStoreUnavailable, StoreUnavailable } from '../../../server/domain/unavailable.ts';
import type { Logger } from '../../../server/platform/log.ts';
import { collectOrphanedFiles, sweep } from '../../../server/work/lifecycle/sweep.ts';
import { example } from '../../support/contract.ts';
import type { TestService } from '../../support/service.ts';
import { SUBMISSION_WINDOW } from '../../support/windows.ts';
import { countFiles, startWithUndeletable, submitBatch } from './support.ts';

const owner = { clientId: 'sandbox-partner', requestId: 'unknown' };
let service: TestService;
let isUndeletable: (fileKey: string) => boolean;

beforeEach(async () => {
  isUndeletable = () => false;
  service = await startWithUndeletable((fileKey) => isUndeletable(fileKey));
});
afterEach(() => service.stop());

test('the service deletes a replaced or expired file at once, or in a later run if the deletion fails', async () => {
  const { uploads } = await submitBatch(service, await service.token(), 1);
  const replace = () =>
    service.call('PUT', uploads[0] ?? '', {
      body: Buffer.from(example('PdfFile')),
      headers: { 'Content-Type': 'application/pdf' },
    });
  expect((await replace()).status).toBe(200);
  expect(await countFiles(service)).toBe(1);
  const replaceAndExpire = [replace, () => sweep(service.services)];
  for (const [left, orphan] of replaceAndExpire.entries()) {
    isUndeletable = () => true;
    service.clock.advance(left * SUBMISSION_WINDOW);
    await orphan();
    service.clock.advance(hours(1));
    await collectOrphanedFiles(service.services);
    expect(await countFiles(service)).toBe(2 - left);
    isUndeletable = () => false;
    await collectOrphanedFiles(service.services);
    expect(await countFiles(service)).toBe(1 - left);
  }
});

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

test('if many files cannot be deleted, the service logs the file keys, and still deletes newer orphaned files', async () => {
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

test('files without a submission are deleted after an hour, even if the database records of the files cannot be removed yet', async () => {
  await leaveOrphaned(2);
  await collectOrphanedFiles(service.services);
  expect(await countFiles(service)).toBe(2);
  service.clock.advance(hours(1));
  const { store } = service.services;
  const forgetOrphanedFiles = () => Promise.reject(new StoreUnavailable('down'));
  await collectOrphanedFiles({ ...service.services, store: { ...store, forgetOrphanedFiles } });
  expect([await countFiles(service), (await orphanedKeys()).length]).toEqual([0, 2]);
  await collectOrphanedFiles(service.services);
  expect(await orphanedKeys()).toEqual([]);
});
