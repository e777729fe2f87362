import { resolve } from 'node:path';
import { FileStoreUnavailable, StoreUnavailable } from '../domain/unavailable.ts';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import { openStore, type Store } from '../storage/database/store.ts';
import { DecryptionError, UnknownDataKey } from '../storage/encryption/encryptor.ts';
import { openDataFolder } from './open-data-keys.ts';
import type { Config } from './settings.ts';

export async function migrateDatabase(config: Config, open: (config: Config) => Store = openStore): Promise<void> {
  if (config.databaseUrl === null) await openDataFolder(config);
  const store = open(config);
  try {
    await prepareDatabase(store, config, { migrates: true });
  } catch (error) {
    throw startError(error, config);
  } finally {
    await store.close();
  }
}

/** Rejects a database of the wrong environment before any write, because sandbox partners have public secrets. */
export async function prepareDatabase(store: Store, config: Config, { migrates }: { migrates: boolean }) {
  const environment = config.production ? 'production' : 'sandbox';
  const requireOwner = (owner: typeof environment | null) => {
    if (owner === null || owner === environment) return;
    throw new StartupError(
      config.production
        ? 'This database belongs to a sandbox, but NODE_ENV selects production. Use another DATABASE_URL for production.'
        : 'This database belongs to a production service, but NODE_ENV selects a sandbox. Set NODE_ENV=production, or use another DATABASE_URL for the sandbox.',
    );
  };
  requireOwner(await store.findEnvironment());
  if (migrates)
    await store.migrate().catch((error: unknown) => {
      if (error instanceof StoreUnavailable) throw error;
      throw new StartupError(`${databaseOf(config)} could not be migrated: ${reasonOf(error)}`);
    });
  await refuseOtherSchema(store, config);
  requireOwner(await store.assignEnvironment(environment));
}

async function refuseOtherSchema(store: Store, config: Config): Promise<void> {
  const state = await store.findSchemaState();
  if (state === 'too old')
    throw new StartupError(
      `${databaseOf(config)} lacks tables that this version needs. Run "npm run cli -- migrate" once with this version. The previous version can use the migrated database.`,
    );
  if (state === 'too new')
    throw new StartupError(
      `${databaseOf(config)} was migrated for a newer version, and this version is too old to use it. Start the newer version.`,
    );
}

const databaseOf = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl === null ? `The database in DATA_DIR (${resolve(dataDir)})` : 'The database of DATABASE_URL';

/** Returns a `StartupError` for an error that the operator can fix. Returns any other error unchanged. */
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
