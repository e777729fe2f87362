import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import Libsql from 'libsql';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import { isBusy } from '../storage/database/engine/sqlite-file.ts';
import { type DataKey, parseDataKeys } from '../storage/encryption/encryptor.ts';
import { createFolder, syncFolder } from '../storage/files/folder-storage.ts';
import type { Config } from './settings.ts';

export async function openDataFolder({ dataDir }: Config): Promise<string> {
  const folder = resolve(dataDir);
  try {
    await createFolder(folder, folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const need = 'It must be a folder that this user can write to';
    throw new StartupError(`DATA_DIR (${folder}) cannot be used: ${reasonOf(error)}. ${need}.`);
  }
  return folder;
}

/** Resolves to a function that releases the lock. The lock ends with the process, even after a crash. */
export async function lockDataFolder(config: Config): Promise<() => void> {
  const folder = await openDataFolder(config);
  try {
    const lock = new Libsql(join(folder, 'server.lock'));
    lock.exec('pragma busy_timeout = 0');
    lock.exec('begin exclusive');
    return () => lock.close();
  } catch (error) {
    const reason = isBusy(error) ? 'another server uses it' : reasonOf(error);
    throw new StartupError(`DATA_DIR (${folder}) cannot be used: ${reason}. Each server needs a DATA_DIR of its own.`);
  }
}

export async function openDataKeys(config: Config): Promise<readonly DataKey[]> {
  const { dataDir, dataKeys, production } = config;
  const folder = await openDataFolder(config);
  if (production && (await isOpenToOthers(folder)))
    throw new StartupError(
      `DATA_DIR (${folder}) can be read by other users of this machine. Run chmod 700 on the folder.`,
    );
  if (dataKeys !== null) return dataKeys;
  try {
    return [await loadOrCreateDataKey(dataDir)];
  } catch (error) {
    throw new StartupError(`The key in DATA_DIR cannot be used: ${reasonOf(error)}`);
  }
}

/** Resolves to false on Windows, which has no permission bits. */
const isOpenToOthers = async (folder: string): Promise<boolean> =>
  process.platform !== 'win32' && ((await stat(folder)).mode & 0o077) !== 0;

export async function loadOrCreateDataKey(dataDir: string): Promise<DataKey> {
  const path = join(dataDir, 'data-key');
  if (!existsSync(path)) await createKeyFile(resolve(dataDir), path);
  const { keys, problems } = parseDataKeys((await readFile(path, 'utf8')).trim());
  const [key] = keys;
  if (key === undefined || problems.length > 0) throw new Error(`${path} is not a data key: ${problems.join('; ')}`);
  return key;
}

/** Uses link(2), so that only one of several instances creates the file, and no instance reads a partial file. */
async function createKeyFile(folder: string, path: string): Promise<void> {
  await createFolder(folder, folder);
  // Keeps the data out of Git if the folder is inside a repository.
  await writeFile(join(folder, '.gitignore'), '*\n');
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    // The random ID identifies the key: if the file is lost, an error reports a missing key instead of damaged data.
    const key = `local-${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}\n`;
    await writeFile(temporary, key, { flag: 'wx', mode: 0o600, flush: true });
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(temporary, { force: true });
  }
  // Syncs the folder, because all data would be unreadable if a power failure removed the key file.
  await syncFolder(folder);
}
