import { StoreUnavailable } from '../domain/unavailable.ts';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import { openStore } from '../storage/database/open-store.ts';
import type { Store } from '../storage/database/store.ts';
import type { Config } from './settings.ts';
import { databaseOf, startError } from './start-error.ts';

/** Migrates the database, and assigns it to the environment in the settings. Rejects with `StartupError`. */
export async function migrateDatabase(config: Config, open: (config: Config) => Store = openStore): Promise<void> {
  const store = open(config);
  try {
    await prepareDatabase(store, config, { migrates: true });
  } catch (error) {
    throw startError(error, config);
  } finally {
    await store.close();
  }
}

/**
 * Checks the owner and the schema of the database, and assigns a new database to the environment in the settings.
 * Rejects with `StartupError` before any write if the database belongs to the other environment: the secrets of sandbox
 * partners are public, so these partners must never exist in production.
 */
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
