import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { loadOrCreateDataKey } from '../../../server/start/open-data-keys.ts';
import { parseDataKeys } from '../../../server/storage/encryption/encryptor.ts';
import { temporaryFolder } from '../../support/folders.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

test('the service creates the data key once, and then loads the key from a file that only its owner can read', async () => {
  const dataDir = join(folder, 'new', 'data');
  const [made, found] = [await loadOrCreateDataKey(dataDir), await loadOrCreateDataKey(dataDir)];
  expect(made.secret.symmetricKeySize).toBe(32);
  expect([found.id, found.secret.equals(made.secret)]).toEqual([made.id, true]);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataDir, 'data-key'))).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(['.gitignore', 'data-key']);
  const { keys } = parseDataKeys((await readFile(join(dataDir, 'data-key'), 'utf8')).trim());
  expect(keys.map(({ id }) => id)).toEqual([made.id]);
  const other = await loadOrCreateDataKey(join(folder, 'other'));
  expect([other.id === made.id, other.secret.equals(made.secret)]).toEqual([false, false]);
});

test.each([
  ['empty', ''],
  ['damaged', 'local:c2VjcmV0\n'],
])('the service fails to load a key file that is %s, and does not replace the file', async (_, content) => {
  const path = join(folder, 'data-key');
  await writeFile(path, content);
  const error = await loadOrCreateDataKey(folder).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ message: expect.stringContaining(path) });
  expect((error as Error).message).not.toContain('c2VjcmV0');
  expect(await readFile(path, 'utf8')).toBe(content);
});
