import { service } from '../../generated/operations.ts';
import type { StorageServices } from '../api/services.ts';
import { seconds } from '../domain/clock.ts';
import { FileStoreUnavailable } from '../domain/unavailable.ts';
import type { Logger } from '../platform/log.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';
import type { Store } from '../storage/database/store.ts';
import { retainedSecret } from '../storage/encryption/encrypted-json.ts';
import type { Encryptor } from '../storage/encryption/encryptor.ts';
import type { FileStore } from '../storage/files/file-store.ts';
import { assignAvailableFiles } from './database-ownership.ts';
import { createFiles, filesIn, watchFiles } from './files.ts';
import { prepareDatabase } from './prepare-database.ts';
import type { Config } from './settings.ts';

/** Maximum difference between the clocks of this machine and the database. Above it, the instance rejects all work. */
const MAX_CLOCK_OFFSET = seconds(60);

interface Opened {
  store: Store;
  encryptor: Encryptor;
  log: Logger;
  telemetry: Telemetry;
  /** Ends the attempts to reach a file store that is away. */
  signal: AbortSignal;
}

/** Prepares the opened database and the files. Migrates the embedded database, but not PostgreSQL. */
export async function createStorage(config: Config, opened: Opened): Promise<StorageServices> {
  const { store, encryptor, log, telemetry, signal } = opened;
  await prepareDatabase(store, config, { migrates: config.databaseUrl === null });
  store.limitClockOffset(MAX_CLOCK_OFFSET);
  const created = createFiles(config, encryptor);
  const files = hasNamedFiles(config)
    ? await assignAvailableFiles({ store, files: created, where: filesIn(config), log, signal })
    : created;
  await retainKeys(store, encryptor);
  return {
    clock: store.clock,
    store,
    files: watchFiles(files, telemetry),
    encryptor,
    submissionWindow: seconds(service.submission_window_seconds),
    verificationWindow: seconds(service.verification_window_seconds),
    pendingUploadsQuota: config.pendingUploadsQuota,
  };
}

/** Loads the keys that are still needed for data that was encrypted with a retired data key. */
async function retainKeys(store: Store, encryptor: Encryptor): Promise<void> {
  for (const { purpose, dataKeyId, secret, endsAt } of await store.listKeptKeys())
    if (endsAt === null || endsAt > store.clock.now())
      encryptor.retain(purpose, encryptor.decrypt(secret, retainedSecret(purpose, dataKeyId)));
}

/** The files need no name if the embedded database and the files are in the same data folder. */
const hasNamedFiles = ({ databaseUrl, filesPlace }: Config) => databaseUrl !== null || filesPlace !== null;

/** Resolves to the problem with the file store, or to null. */
export async function findFilesProblem(config: Config, files: FileStore): Promise<string | null> {
  try {
    const name = await files.findName();
    return hasNamedFiles(config) && name === null ? 'The files were removed' : null;
  } catch (error) {
    if (error instanceof FileStoreUnavailable) return error.message;
    throw error;
  }
}
