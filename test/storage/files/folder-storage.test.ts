import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { FileStoreUnavailable } from '../../../server/domain/unavailable.ts';
import { DecryptionError, Encryptor } from '../../../server/storage/encryption/encryptor.ts';
import { type FileStore, withEncryption } from '../../../server/storage/files/file-store.ts';
import { folderStorage } from '../../../server/storage/files/folder-storage.ts';
import { temporaryFolder } from '../../support/folders.ts';

const encryptor = new Encryptor([{ id: 'test', secret: createSecretKey(randomBytes(32)) }]);
const content = Buffer.from('%PDF-1.7 of Ada Lovelace');
const owner = { clientId: 'acme', requestId: 'degree' };
const KEY = 'a'.repeat(32);

let dataDir: string;
let files: FileStore;
beforeEach(async () => {
  dataDir = await temporaryFolder();
  files = withEncryption(folderStorage(dataDir), encryptor);
});

async function put(to = files): Promise<string> {
  const fileKey = to.newKey();
  await to.put(fileKey, owner, content);
  return fileKey;
}

const pathOf = (key: string) => join(dataDir, 'files', key.slice(0, 2), key);
const blockFolder = () => writeFile(join(dataDir, 'files'), 'in the way');

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
}

test('the folder contains only stored files, and deleting a file also deletes the temporary file of an interrupted write', async () => {
  const keys = await Promise.all(Array.from({ length: 50 }, () => put()));
  expect(new Set(keys).size).toBe(50);
  expect((await filesBelow(dataDir)).toSorted()).toEqual(keys.toSorted());
  await writeFile(`${pathOf(keys[0] ?? '')}.tmp`, 'half');
  for (const key of keys) await files.delete(key);
  expect(await filesBelow(dataDir)).toEqual([]);
});

test('a stored file is encrypted, and only the user that runs the service can read it', async () => {
  const key = await put();
  expect((await readFile(pathOf(key))).includes('Ada Lovelace')).toBe(false);
  expect((await stat(pathOf(key))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, 'files'))).mode & 0o777).toBe(0o700);
});

test('the file store rejects a file that was stored under a different key, or was truncated', async () => {
  const [one, two] = [await put(), await put()];
  const whole = await readFile(pathOf(one));
  await writeFile(pathOf(two), whole);
  await expect(files.get(two, owner)).rejects.toThrow(DecryptionError);
  for (const length of [0, 1, 3, 20, -1]) {
    await writeFile(pathOf(one), whole.subarray(0, length));
    await expect(files.get(one, owner)).rejects.toThrow(/truncated|was changed|encrypted with key/);
  }
});

test.each<[string, () => Promise<unknown>]>([
  ['the folder is a file', blockFolder],
  ['the file is a folder', () => mkdir(pathOf(KEY), { recursive: true })],
])('when %s, the file store is unavailable, and the error contains no content', async (_, obstruct) => {
  await obstruct();
  for (const method of ['put', 'get', 'delete'] as const) {
    const error: unknown = await files[method](KEY, owner, content).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(FileStoreUnavailable);
    expect(error).toMatchObject({ message: expect.stringMatching(/ENOTDIR|EEXIST|EISDIR|EPERM/) });
    expect(JSON.stringify(error) + String((error as Error).cause)).not.toContain('Ada');
  }
});

test('if writes failed because the folder of the file store was removed, the store accepts files as soon as it can recreate the folder', async () => {
  await put();
  await rm(join(dataDir, 'files'), { recursive: true });
  await blockFolder();
  // After 600 writes, most of the 256 subfolders have had at least one failed write.
  const failed = await Promise.allSettled(Array.from({ length: 600 }, () => put()));
  for (const each of failed) expect(each).toMatchObject({ reason: expect.any(FileStoreUnavailable) });
  await rm(join(dataDir, 'files'));
  for (let i = 0; i < 20; i += 1) expect(await files.get(await put(), owner)).toEqual(content);
});
