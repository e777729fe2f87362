import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from './domain/environment.ts';
import type { FileStore } from './files/file-store.ts';
import { StartupError } from './startup-error.ts';
import type { Store } from './store/store.ts';

/**
 * Rejects with `StartupError` if the database belongs to a different environment. Called before any write. The secrets
 * of sandbox partners are public, so these partners must never exist in production.
 */
export async function refuseOtherEnvironment(store: Pick<Store, 'findEnvironment'>, environment: Environment) {
  requireEnvironment((await store.findEnvironment()) ?? environment, environment);
}

/** Assigns a new database to the environment. Rejects with `StartupError` if it belongs to a different environment. */
export async function claimDatabase(store: Pick<Store, 'claimEnvironment'>, environment: Environment): Promise<void> {
  requireEnvironment(await store.claimEnvironment(environment), environment);
}

function requireEnvironment(found: Environment, environment: Environment): void {
  if (found === environment) return;
  throw new StartupError(
    environment === 'sandbox'
      ? 'This database belongs to a production service, but NODE_ENV selects a sandbox. Set NODE_ENV=production, or use another DATABASE_URL for the sandbox.'
      : 'This database belongs to a sandbox, but NODE_ENV selects production. Use another DATABASE_URL for production.',
  );
}

type Parts = {
  store: Pick<Store, 'findFilesName' | 'claimFilesName'>;
  files: Pick<FileStore, 'findName' | 'name'>;
  /** Location of the files, for error messages. */
  where: string;
};

/** Maximum time that another instance needs to store the name in both the database and the folder or bucket. */
const NAMING_MS = 2_000;
const POLL_MS = 50;

/**
 * Rejects with `StartupError` if the folder or bucket does not belong to the database. An instance with a separate
 * folder could neither find nor erase the files of other instances. The first instance stores the same name in both.
 */
export async function claimFiles({ store, files, where }: Parts): Promise<void> {
  for (const deadline = performance.now() + NAMING_MS; ; await sleep(POLL_MS)) {
    const [noted, found] = [await store.findFilesName(), await files.findName()];
    if (noted === null && found === null) {
      const name = randomUUID();
      if ((await store.claimFilesName(name)) === name) return files.name(name);
    } else if (noted === found) return;
    else if (performance.now() > deadline) throw filesNotFound(where, found !== null);
  }
}

function filesNotFound(where: string, isTaken: boolean): StartupError {
  const taken = isTaken ? ` ${where} contains the files of another database.` : '';
  return new StartupError(
    `The files of this database are not in ${where}.${taken} All instances need the same folder, or FILES_URL. ` +
      'If you moved or lost the files, run "npm run cli -- files adopt" once.',
  );
}
