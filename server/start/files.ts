import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileStoreUnavailable } from '../domain/unavailable.ts';
import type { Logger } from '../platform/log.ts';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';
import { openStore, type Store } from '../storage/database/store.ts';
import { Encryptor } from '../storage/encryption/encryptor.ts';
import { type FileStore, withEncryption } from '../storage/files/file-store.ts';
import { folderStorage } from '../storage/files/folder-storage.ts';
import { s3Storage } from '../storage/files/s3-storage.ts';
import { openDataKeys } from './open-data-keys.ts';
import { prepareDatabase, startError } from './prepare-database.ts';
import type { Config } from './settings.ts';

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

/** Rejects with `StartupError` if the files belong to another database, but not if the file store is unavailable. */
export async function openFiles(
  config: Config,
  { store, encryptor, log }: { store: Store; encryptor: Encryptor; log: Logger },
): Promise<FileStore> {
  const files = createFiles(config, encryptor);
  if (!hasNamedFiles(config)) return files;
  try {
    await assignFiles(config, store, files);
    return files;
  } catch (error) {
    if (!(error instanceof FileStoreUnavailable)) throw error;
    log.error({ reason: reasonOf(error) }, 'the file store is away: operations with files respond with 503');
    return assignLater(files, () => assignFiles(config, store, files));
  }
}

function createFiles({ filesPlace: place, dataDir }: Config, encryptor: Encryptor): FileStore {
  return withEncryption(place === null ? folderStorage(dataDir) : s3Storage(place), encryptor);
}

/** If the database or the files are outside the data folder, both store a name that shows that they belong together. */
const hasNamedFiles = ({ databaseUrl, filesPlace }: Config) => databaseUrl !== null || filesPlace !== null;

/** Time for another instance to store the shared name in both the database and the file store. */
const NAMING_TIMEOUT_MS = 2_000;
const POLL_MS = 50;

/** The first instance stores a random name in the database and the file store. Rejects if the two names differ. */
async function assignFiles(config: Config, store: Store, files: FileStore): Promise<void> {
  for (const deadline = performance.now() + NAMING_TIMEOUT_MS; ; await sleep(POLL_MS)) {
    const [noted, found] = [await store.findFilesName(), await files.findName()];
    if (noted === null && found === null) {
      const name = randomUUID();
      if ((await store.assignFilesName(name)) === name) return files.name(name);
    } else if (noted === found) return;
    else if (performance.now() > deadline) throw filesNotFound(config, found !== null);
  }
}

function filesNotFound({ dataDir, filesPlace: place }: Config, isTaken: boolean): StartupError {
  const where = place === null ? `DATA_DIR (${resolve(dataDir)})` : `FILES_URL (${place.bucket}/${place.prefix})`;
  const taken = isTaken ? ` ${where} contains the files of another database.` : '';
  return new StartupError(
    `The files of this database are not in ${where}.${taken} All instances need the same folder, or FILES_URL. ` +
      'If you moved or lost the files, run "npm run cli -- files adopt" once.',
  );
}

/** Returns a file store that runs `assign` before its first operation, and again after a failure. */
function assignLater(files: FileStore, assign: () => Promise<void>): FileStore {
  let assigning: Promise<void> | null = null;
  const assigned = () => {
    assigning ??= assign().catch((cause: unknown) => {
      assigning = null;
      if (!(cause instanceof StartupError)) throw cause;
      throw new FileStoreUnavailable('The files belong to another database', { cause });
    });
    return assigning;
  };
  return {
    ...files,
    findName: () => assigned().then(files.findName),
    put: (...args) => assigned().then(() => files.put(...args)),
    get: (...args) => assigned().then(() => files.get(...args)),
    reencrypt: (...args) => assigned().then(() => files.reencrypt(...args)),
    delete: (fileKey) => assigned().then(() => files.delete(fileKey)),
    async *list() {
      await assigned();
      yield* files.list();
    },
  };
}

export async function findFilesProblem(config: Config, files: FileStore): Promise<string | null> {
  try {
    const name = await files.findName();
    return hasNamedFiles(config) && name === null ? 'The files were removed' : null;
  } catch (error) {
    if (error instanceof FileStoreUnavailable) return error.message;
    throw error;
  }
}

export function watchFiles(files: FileStore, telemetry: Telemetry): FileStore {
  const rethrow = (action: 'put' | 'get' | 'delete') => (error: unknown) => {
    telemetry.fileFailed(action);
    throw error;
  };
  return {
    ...files,
    put: (...args) => files.put(...args).catch(rethrow('put')),
    get: (...args) => files.get(...args).catch(rethrow('get')),
    delete: (fileKey) => files.delete(fileKey).catch(rethrow('delete')),
  };
}
