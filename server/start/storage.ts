import { service } from '../../generated/operations.ts';
import type { StorageServices } from '../api/services.ts';
import { seconds } from '../domain/clock.ts';
import type { Logger } from '../platform/log.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';
import type { Store } from '../storage/database/store.ts';
import { retainedSecret } from '../storage/encryption/encrypted-json.ts';
import type { Encryptor } from '../storage/encryption/encryptor.ts';
import { openFiles, watchFiles } from './files.ts';
import { prepareDatabase } from './prepare-database.ts';
import type { Config } from './settings.ts';

/** Maximum difference between the clocks of this machine and the database. Above it, the instance rejects all work. */
const MAX_CLOCK_OFFSET = seconds(60);

interface Opened {
  store: Store;
  encryptor: Encryptor;
  log: Logger;
  telemetry: Telemetry;
}

/** Prepares the opened database and the files. Migrates the embedded database, but not PostgreSQL. */
export async function createStorage(config: Config, opened: Opened): Promise<StorageServices> {
  const { store, encryptor, telemetry } = opened;
  await prepareDatabase(store, config, { migrates: config.databaseUrl === null });
  store.limitClockOffset(MAX_CLOCK_OFFSET);
  const files = await openFiles(config, opened);
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
