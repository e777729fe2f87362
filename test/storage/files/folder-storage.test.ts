import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileStoreUnavailable } from '../../../server/domain/unavailable.ts';
import { DecryptionError, Encryptor, UnknownDataKey } from '../../../server/storage/encryption/encryptor.ts';
import { type FileStore, withEncryption } from '../../../server/storage/files/file-store.ts';
import { FolderStorage } from '../../../server/storage/files/folder-storage.ts';

const newEncryptor = (id: string) => new Encryptor([{ id, secret: createSecretKey(randomBytes(32)) }]);
const encryptor = newEncryptor('test');
const content = Buffer.from('%PDF-1.7 of Ada Lovelace');
const owner = { clientId: 'acme', requestId: 'degree' };

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'files-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

async function put(files: FileStore, bytes: Uint8Array): Promise<string> {
  const fileKey = files.newKey();
  await files.put(fileKey, owner, bytes);
  return fileKey;
}

const pathOf = (key: string) => join(dataDir, 'files', key.slice(0, 2), key);
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
}

test('every file has a unique key, and the folder contains only the files', async () => {
  const files = withEncryption(new FolderStorage(dataDir), encryptor);
  const keys = await Promise.all(Array.from({ length: 50 }, () => put(files, content)));
  expect(new Set(keys).size).toBe(50);
  expect((await filesBelow(dataDir)).toSorted()).toEqual(keys.toSorted());
});

test('a stored file hides its content, and only its owner can read it', async () => {
  const key = await put(withEncryption(new FolderStorage(dataDir), encryptor), content);
  expect((await readFile(pathOf(key))).includes('Ada')).toBe(false);
  expect((await stat(pathOf(key))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, 'files'))).mode & 0o777).toBe(0o700);
});

test('the store creates a data folder that does not exist', async () => {
  const files = withEncryption(new FolderStorage(join(dataDir, 'not', 'there')), encryptor);
  expect(await files.get(await put(files, content), owner)).toEqual(content);
});

test.each([
  `../${'a'.repeat(29)}`,
  `aa\0${'a'.repeat(29)}`,
  'a'.repeat(33),
])('the store rejects %j as a key', async (name) => {
  const files = withEncryption(new FolderStorage(dataDir), encryptor);
  await expect(files.get(name, owner)).rejects.toThrow(TypeError);
  await expect(files.delete(name)).rejects.toThrow(TypeError);
});

describe('A damaged file', () => {
  test('the store rejects a file that was stored under a different key', async () => {
    const files = withEncryption(new FolderStorage(dataDir), encryptor);
    const [one, two] = [await put(files, content), await put(files, content)];
    await writeFile(pathOf(two), await readFile(pathOf(one)));
    await expect(files.get(two, owner)).rejects.toThrow(DecryptionError);
  });

  test.each([0, 1, 3, 20, -1])('the store rejects a file that was truncated at byte %i', async (length) => {
    const files = withEncryption(new FolderStorage(dataDir), encryptor);
    const key = await put(files, content);
    await writeFile(pathOf(key), (await readFile(pathOf(key))).subarray(0, length));
    await expect(files.get(key, owner)).rejects.toThrow(/truncated|was changed|encrypted with key/);
  });

  test('the store reports that the data key of a file is missing', async () => {
    const key = await put(withEncryption(new FolderStorage(dataDir), encryptor), content);
    const files = withEncryption(new FolderStorage(dataDir), newEncryptor('other'));
    await expect(files.get(key, owner)).rejects.toThrow(UnknownDataKey);
  });
});

test('deleting a file also deletes the temporary file of an interrupted write', async () => {
  const files = withEncryption(new FolderStorage(dataDir), encryptor);
  const key = await put(files, content);
  await writeFile(`${pathOf(key)}.tmp`, 'half');
  await files.delete(key);
  expect(await filesBelow(dataDir)).toEqual([]);
});

describe('A file system that fails', () => {
  test('the store fails with FileStoreUnavailable when its folder is a file', async () => {
    await writeFile(join(dataDir, 'files'), 'in the way');
    const files = withEncryption(new FolderStorage(dataDir), encryptor);
    await expect(put(files, content)).rejects.toThrow(FileStoreUnavailable);
    await expect(files.get('a'.repeat(32), owner)).rejects.toThrow(FileStoreUnavailable);
    await expect(files.delete('a'.repeat(32))).rejects.toThrow(FileStoreUnavailable);
  });

  test('the store fails with FileStoreUnavailable when the file is a folder', async () => {
    await mkdir(pathOf('a'.repeat(32)), { recursive: true });
    const files = withEncryption(new FolderStorage(dataDir), encryptor);
    await expect(files.get('a'.repeat(32), owner)).rejects.toThrow(FileStoreUnavailable);
    await expect(files.delete('a'.repeat(32))).rejects.toThrow(FileStoreUnavailable);
  });

  test('the store works again as soon as its folder can be created, even if the folder was removed', async () => {
    const files = withEncryption(new FolderStorage(dataDir), encryptor);
    await put(files, content);
    await rm(join(dataDir, 'files'), { recursive: true });
    await writeFile(join(dataDir, 'files'), 'in the way');
    // With 600 writes, most of the 256 subfolders have at least one failed write.
    const failed = await Promise.allSettled(Array.from({ length: 600 }, () => put(files, content)));
    for (const each of failed) expect(each).toMatchObject({ reason: expect.any(FileStoreUnavailable) });
    await rm(join(dataDir, 'files'));
    for (let i = 0; i < 20; i += 1) expect(await files.get(await put(files, content), owner)).toEqual(content);
  });

  test('the error does not contain the content of the file', async () => {
    await writeFile(join(dataDir, 'files'), 'in the way');
    const error: unknown = await put(withEncryption(new FolderStorage(dataDir), encryptor), content).catch(
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ message: expect.stringMatching(/ENOTDIR|EEXIST/) });
    expect(JSON.stringify(error) + String((error as Error).cause)).not.toContain('Ada');
  });
});
