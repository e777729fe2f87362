import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { loadOrCreateDataKey } from '../pages/sandbox/data-key.ts';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import type { DataKey } from '../storage/encryption/data-keys.ts';
import { createFolder } from '../storage/files/folder-storage.ts';
import type { Config } from './settings.ts';

/** Creates the data folder if needed. Resolves to the data keys of the settings or of the data folder. */
export async function openDataKeys({ dataDir, dataKeys, production }: Config): Promise<readonly DataKey[]> {
  const folder = resolve(dataDir);
  try {
    await createFolder(folder, folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const need = 'It must be a folder that this user can write to';
    throw new StartupError(`DATA_DIR (${folder}) cannot be used: ${reasonOf(error)}. ${need}.`);
  }
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

/** Resolves to whether other users can access the folder; false on Windows, which has no permission bits. */
const isOpenToOthers = async (folder: string): Promise<boolean> =>
  process.platform !== 'win32' && ((await stat(folder)).mode & 0o077) !== 0;
