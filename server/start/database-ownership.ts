import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../domain/environment.ts';
import { FileStoreUnavailable, StoreUnavailable } from '../domain/unavailable.ts';
import type { Logger } from '../platform/log.ts';
import { retryWithBackoff } from '../platform/retry-with-backoff.ts';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import type { Store } from '../storage/database/store.ts';
import type { FileStore } from '../storage/files/file-store.ts';

/**
 * Rejects with `StartupError` if the database belongs to a different environment. Called before any write. The secrets
 * of sandbox partners are public, so these partners must never exist in production.
 */
export async function refuseOtherEnvironment(store: Pick<Store, 'findEnvironment'>, environment: Environment) {
  requireEnvironment((await store.findEnvironment()) ?? environment, environment);
}

/** Assigns a new database to the environment. Rejects with `StartupError` if it belongs to a different environment. */
export async function assignDatabase(store: Pick<Store, 'assignEnvironment'>, environment: Environment): Promise<void> {
  requireEnvironment(await store.assignEnvironment(environment), environment);
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
  store: Pick<Store, 'findFilesName' | 'assignFilesName'>;
  files: FileStore;
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
async function assignFiles({ store, files, where }: Parts): Promise<void> {
  for (const deadline = performance.now() + NAMING_MS; ; await sleep(POLL_MS)) {
    const [noted, found] = [await store.findFilesName(), await files.findName()];
    if (noted === null && found === null) {
      const name = randomUUID();
      if ((await store.assignFilesName(name)) === name) return files.name(name);
    } else if (noted === found) return;
    else if (performance.now() > deadline) throw filesNotFound(where, found !== null);
  }
}

/** Maximum time that a start waits for the file store, in milliseconds. */
const FILES_WAIT_MS = 3_000;

/**
 * Assigns the files to the database, and resolves to the file store. If the file store is away, resolves to a file
 * store that rejects with `FileStoreUnavailable` until a later attempt succeeds; the attempts end when `signal` is
 * aborted.
 */
export async function assignAvailableFiles({
  log,
  signal,
  ...parts
}: Parts & { log: Logger; signal: AbortSignal }): Promise<FileStore> {
  const { files } = parts;
  let refusal: FileStoreUnavailable | null = new FileStoreUnavailable('The file store has not responded yet');
  let isLate = false;
  const assign = async (onFirstFailure: () => void) => {
    await retryWithBackoff(() => assignFiles(parts), {
      signal,
      isTemporary: (error) => error instanceof FileStoreUnavailable || error instanceof StoreUnavailable,
      onFirstFailure(error) {
        log.error({ reason: reasonOf(error) }, 'the file store is away: operations with files respond with 503');
        onFirstFailure();
      },
    });
    refusal = null;
    if (isLate) log.info('the file store is available');
  };
  const onLateFailure = (error: Error) => {
    if (!isLate || signal.aborted) return;
    refusal = new FileStoreUnavailable('The files belong to another database', { cause: error });
    log.fatal(error.message);
  };
  await new Promise<void>((resolve, reject) => {
    assign(resolve).then(resolve, (error) => {
      onLateFailure(error);
      reject(error);
    });
    setTimeout(resolve, FILES_WAIT_MS).unref();
  });
  isLate = true;
  const whenAssigned =
    <A extends unknown[], T>(method: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (refusal !== null) throw refusal;
      return method(...args);
    };
  return {
    ...files,
    findName: whenAssigned(files.findName),
    put: whenAssigned(files.put),
    get: whenAssigned(files.get),
    keyIdOf: whenAssigned(files.keyIdOf),
    reencrypt: whenAssigned(files.reencrypt),
    delete: whenAssigned(files.delete),
    async *list() {
      if (refusal !== null) throw refusal;
      yield* files.list();
    },
  };
}

function filesNotFound(where: string, isTaken: boolean): StartupError {
  const taken = isTaken ? ` ${where} contains the files of another database.` : '';
  return new StartupError(
    `The files of this database are not in ${where}.${taken} All instances need the same folder, or FILES_URL. ` +
      'If you moved or lost the files, run "npm run cli -- files adopt" once.',
  );
}
