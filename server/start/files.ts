import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';
import { openStore } from '../storage/database/open-store.ts';
import { Encryptor } from '../storage/encryption/encryptor.ts';
import { type FileStore, withEncryption } from '../storage/files/file-store.ts';
import { FolderStorage } from '../storage/files/folder-storage.ts';
import { S3Storage } from '../storage/files/s3-storage.ts';
import { openDataKeys } from './open-data-keys.ts';
import { prepareDatabase } from './prepare-database.ts';
import type { Config } from './settings.ts';
import { startError } from './start-error.ts';

/** Assigns the configured folder or bucket of files to the database. Rejects with `StartupError`. */
export async function adoptFilesOf(config: Config): Promise<void> {
  const files = createFiles(config, new Encryptor(await openDataKeys(config)));
  const store = openStore(config);
  try {
    await prepareDatabase(store, config, { migrates: false });
    const name = randomUUID();
    await files.name(name);
    await store.setFilesName(name);
  } catch (error) {
    throw startError(error, config);
  } finally {
    await store.close();
  }
}

export function createFiles(config: Config, encryptor: Encryptor): FileStore {
  const { filesPlace: place, dataDir } = config;
  return withEncryption(place === null ? new FolderStorage(dataDir) : new S3Storage(place), encryptor);
}

/** Returns the name of the folder or bucket in error messages. */
export const filesIn = ({ dataDir, filesPlace: place }: Config) =>
  place === null ? `DATA_DIR (${resolve(dataDir)})` : `FILES_URL (${place.bucket}/${place.prefix})`;

/** Wraps a file store to record telemetry for each file that is written, read, or deleted. */
export function watchFiles(files: FileStore, telemetry: Telemetry): FileStore {
  async function recorded<T>(action: 'put' | 'get' | 'delete', work: Promise<T>, bytesOf: (result: T) => number) {
    try {
      const result = await work;
      telemetry.fileTouched(action, bytesOf(result));
      return result;
    } catch (error) {
      telemetry.fileTouched(action, null);
      throw error;
    }
  }
  return {
    ...files,
    put: (...file) => recorded('put', files.put(...file), () => file[2].byteLength),
    get: (...file) => recorded('get', files.get(...file), (bytes) => bytes?.byteLength ?? 0),
    delete: (fileKey) => recorded('delete', files.delete(fileKey), () => 0),
  };
}
