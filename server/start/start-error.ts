import { resolve } from 'node:path';
import { FileStoreUnavailable, StoreUnavailable } from '../domain/unavailable.ts';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import { DecryptionError, UnknownDataKey } from '../storage/encryption/encryptor.ts';
import type { Config } from './settings.ts';

export const databaseOf = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl === null ? `The database in DATA_DIR (${resolve(dataDir)})` : 'The database of DATABASE_URL';

/** Converts an error that the operator can fix to a `StartupError`. Returns any other error unchanged. */
export function startError(error: unknown, config: Config): unknown {
  const database = databaseOf(config);
  if (error instanceof StoreUnavailable) return new StartupError(`${database} cannot be used: ${reasonOf(error)}`);
  if (error instanceof FileStoreUnavailable) {
    const place = config.filesPlace === null ? 'DATA_DIR' : 'FILES_URL';
    return new StartupError(`The files of ${place} cannot be used: ${reasonOf(error)}`);
  }
  const fix =
    config.dataKeys === null
      ? 'Restore the file data-key in DATA_DIR, or set DATA_KEYS to the key that was used'
      : 'Add the key that was used to DATA_KEYS, after the key that encrypts from now on';
  if (error instanceof UnknownDataKey) {
    return new StartupError(`${database} was encrypted with a different data key: ${error.message}. ${fix}.`);
  }
  if (error instanceof DecryptionError) {
    const why = 'a data key has the ID of the key that was used, but a different value';
    return new StartupError(`${database} contains a signing key that cannot be decrypted: ${why}. ${fix}.`);
  }
  return error;
}
