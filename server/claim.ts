import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotStart } from './cannot-start.ts';
import type { Environment } from './domain/environment.ts';
import type { FileStore } from './files/file-store.ts';
import type { Store } from './store/store.ts';

/**
 * Rejects with `CannotStart` where the database belongs to the other kind of service, before anything is written to it:
 * the partners of a sandbox, whose secrets everybody knows, must never come into production.
 */
export async function refuseOtherEnvironment(store: Pick<Store, 'findEnvironment'>, environment: Environment) {
  refuseUnless((await store.findEnvironment()) ?? environment, environment);
}

/** Marks a database that is new. Rejects with `CannotStart` where the other kind of service was quicker. */
export async function claimDatabase(store: Pick<Store, 'claimEnvironment'>, environment: Environment): Promise<void> {
  refuseUnless(await store.claimEnvironment(environment), environment);
}

function refuseUnless(found: Environment, environment: Environment): void {
  if (found === environment) return;
  throw new CannotStart(
    environment === 'sandbox'
      ? "This database belongs to a service in production, and NODE_ENV says that this is a sandbox. With NODE_ENV=production it is production's; a sandbox needs another DATABASE_URL."
      : 'This database belongs to a sandbox, and NODE_ENV says that this is production. Production needs another DATABASE_URL.',
  );
}

type Parts = {
  store: Pick<Store, 'findFilesName' | 'claimFilesName'>;
  files: Pick<FileStore, 'findName' | 'name'>;
  /** Where the files are, as the operator is told. */
  where: string;
};

/** How long another instance may take from naming the files in the database to naming them where they are. */
const NAMING_MS = 2_000;
const POLL_MS = 50;

/**
 * Rejects with `CannotStart` where the files are not those of the database: an instance with a folder of its own would
 * not find what the others store, nor erase it. The first instance gives both the same name.
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

function notThere(where: string, isTaken: boolean): CannotStart {
  const whose = isTaken ? `${where} has those of another database, and this one's are` : 'They are';
  return new CannotStart(
    `The files of this database are not in ${where}. ${whose} where another instance keeps them: all instances need ` +
      'the same folder, or FILES_URL. Where files were moved here or are lost, run "npm run cli -- files adopt" once.',
  );
}
