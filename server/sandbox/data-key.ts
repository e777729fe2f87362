import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type DataKey, parseDataKeys } from '../crypto/data-keys.ts';
import { makeFolder, syncFolder } from '../files/folder-file-store.ts';

/**
 * The sandbox's own key, in `<dataDir>/data-key` (mode 0600), made when there is none. Instances that start together
 * end up with the same key. Its id is random, so that data encrypted under a key that was lost with its folder is
 * reported as that, not as damaged. Rejects with an `Error` that names the file when the file holds no key.
 */
export async function loadOrMakeDataKey(dataDir: string): Promise<DataKey> {
  const path = join(dataDir, 'data-key');
  const text = (await readIfThere(path)) ?? (await makeKeyFile(resolve(dataDir), path));
  const { keys, problems } = parseDataKeys(text.trim());
  const [key] = keys;
  if (key === undefined || problems.length > 0) {
    throw new Error(`${path} is not a data key: ${problems.join('; ')}`);
  }
  return key;
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** link(2) fails where the name is taken: whoever is first wins, and nobody ever sees half a file. */
async function makeKeyFile(folder: string, path: string): Promise<string> {
  await makeFolder(folder, folder);
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`local-${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(temporary, { force: true });
  }
  // Data encrypted under a key whose name a power cut takes away is lost.
  await syncFolder(folder);
  return readFile(path, 'utf8');
}
