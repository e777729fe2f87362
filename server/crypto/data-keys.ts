import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder, syncFolder } from '../files/durable-folder.ts';

/** A key that encrypts stored data. A `KeyObject` shows nothing of itself in a log line, an error or JSON. */
export interface DataKey {
  id: string;
  secret: KeyObject;
}

/**
 * Reads `id:base64of32bytes[,id2:...]`. Every problem is reported, by position: neither an id nor a key is repeated,
 * since the two are easily swapped by mistake. The keys are of use only when there is no problem.
 */
export function parseDataKeys(text: string): { keys: DataKey[]; problems: string[] } {
  const keys: DataKey[] = [];
  const problems: string[] = [];
  text.split(',').forEach((entry, index) => {
    const position = `key ${index + 1}`;
    const [id = '', encoded, ...rest] = entry.trim().split(':');
    if (encoded === undefined || rest.length > 0) {
      problems.push(`${position} is not of the form id:base64`);
      return;
    }
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(id)) {
      problems.push(`the id of ${position} is not 1 to 32 letters, digits, - or _`);
    } else if (keys.some((key) => key.id === id)) {
      problems.push(`the id of ${position} is used twice`);
    }
    const bytes = Buffer.from(encoded, 'base64');
    if (bytes.length !== 32 || bytes.toString('base64') !== encoded) {
      problems.push(`${position} is not the base64 of 32 bytes`);
    } else {
      keys.push({ id, secret: createSecretKey(bytes) });
    }
    bytes.fill(0);
  });
  return { keys, problems };
}

/**
 * The sandbox's own key, in `<dataDir>/data-key` (mode 0600), made when there is none. Instances that start together
 * end up with the same key. Its id is random, so that data sealed under a key that was lost with its folder is
 * reported as that, not as damaged. Rejects with an `Error` that names the file when the file holds no key.
 */
export async function loadOrMakeDataKey(dataDir: string): Promise<DataKey> {
  const path = join(dataDir, 'data-key');
  const text = (await readIfThere(path)) ?? (await makeKeyFile(resolve(dataDir), path));
  const { keys, problems } = parseDataKeys(text.trim());
  const [key] = keys;
  if (key === undefined || problems.length > 0) {
    throw new Error(`${path} does not hold a data key: ${problems.join('; ')}`);
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
  // Data sealed under a key whose name a power cut takes away is lost.
  await syncFolder(folder);
  return readFile(path, 'utf8');
}
