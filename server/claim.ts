import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from './domain/environment.ts';
import type { FileStore } from './files/file-store.ts';
import { StartupError } from './startup-error.ts';
import type { Store } from './store/store.ts';

/**
 * Rejects with `StartupError` when the database belongs to the other environment, before anything is written to it. The
 * secrets of a sandbox's partners are public, so these partners must never get into production.
 */
export async function refuseOtherEnvironment(store: Pick<Store, 'findEnvironment'>, environment: Environment) {
  refuseUnless((await store.findEnvironment()) ?? environment, environment);
}

/** Marks a new database. Rejects with `StartupError` when an instance of the other environment was faster. */
export async function claimDatabase(store: Pick<Store, 'claimEnvironment'>, environment: Environment): Promise<void> {
  refuseUnless(await store.claimEnvironment(environment), environment);
}

function refuseUnless(found: Environment, environment: Environment): void {
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
  /** Location of the files, for messages to the operator. */
  where: string;
};

/** Time that another instance can take between naming the files in the database and in their folder or bucket. */
const NAMING_MS = 2_000;
const POLL_MS = 50;

/**
 * Rejects with `StartupError` when the files do not belong to the database. An instance with a folder of its own would
 * neither find nor erase the files of the other instances. The first instance gives both the same name.
 */
export async function claimFiles({ store, files, where }: Parts): Promise<void> {
  for (const deadline = performance.now() + NAMING_MS; ; await sleep(POLL_MS)) {
    const [noted, found] = [await store.findFilesName(), await files.findName()];
    if (noted === null && found === null) {
      const name = randomUUID();
      if ((await store.claimFilesName(name)) === name) return files.name(name);
    } else if (noted === found) return;
    else if (performance.now() > deadline) throw notThere(where, found !== null);
  }
}

function notThere(where: string, isTaken: boolean): StartupError {
  const taken = isTaken ? ` ${where} contains the files of another database.` : '';
  return new StartupError(
    `The files of this database are not in ${where}.${taken} All instances need the same folder, or FILES_URL. ` +
      'If you moved or lost the files, run "npm run cli -- files adopt" once.',
  );
}
