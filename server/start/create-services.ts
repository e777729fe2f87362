import type { AddressServices, ReportServices } from '../api/services.ts';
import { denyDestinations } from '../domain/address-ranges.ts';
import type { Clock } from '../domain/clock.ts';
import type { Logger } from '../platform/log.ts';
import { clientAddressBehind, createSecurityLog } from '../platform/security-log.ts';
import { noTelemetry, type Telemetry } from '../platform/telemetry/telemetry.ts';
import { openStore } from '../storage/database/open-store.ts';
import type { Store, StoreOptions } from '../storage/database/store.ts';
import { Encryptor } from '../storage/encryption/encryptor.ts';
import { createAccess } from './access.ts';
import { createDeliveryWorkers } from './delivery.ts';
import { openDataKeys } from './open-data-keys.ts';
import { createPeople } from './people.ts';
import { createSandbox } from './sandbox.ts';
import type { Config } from './settings.ts';
import { startError } from './start-error.ts';
import { createStorage, findFilesProblem } from './storage.ts';

/** Services that operations, pages, and commands use. Tests replace the clock, the store, or a limit. */
export type Services = Awaited<ReturnType<typeof createServices>>;

/**
 * Opens the store and creates the services. If the data folder or the database is unusable, or the data keys are wrong,
 * closes the store and rejects with `StartupError`, which is temporary while PostgreSQL is away. `machine` is the clock
 * of this machine.
 */
export async function createServices(
  config: Config,
  machine: Clock,
  log: Logger,
  open: (config: Config, options?: StoreOptions) => Store = openStore,
  telemetry: Telemetry = noTelemetry,
) {
  const encryptor = new Encryptor(await openDataKeys(config));
  const store = open(config, { machine, onCommit: telemetry.committed });
  const closing = new AbortController();
  const close = async () => {
    closing.abort();
    await store.close();
  };
  try {
    const sandbox = createSandbox(config);
    const reports = createReports(config, log, telemetry);
    const storage = await createStorage(config, { store, encryptor, log, telemetry, signal: closing.signal });
    const access = await createAccess(config, storage);
    const destinations = { allowLoopback: sandbox.allowLoopback, denied: denyDestinations(config.deniedDestinations) };
    return {
      ...addressesOf(config),
      ...sandbox,
      ...reports,
      ...storage,
      ...access,
      ...(await createDeliveryWorkers(config, { ...reports, ...storage, ...access }, destinations)),
      ...createPeople(config, storage.clock, destinations),
      checkFiles: () => findFilesProblem(config, storage.files),
      close,
    };
  } catch (error) {
    await close();
    throw startError(error, config);
  }
}

const addressesOf = ({ baseUrl, appUrl, webhookSourceAddresses }: Config): AddressServices => ({
  baseUrl,
  appUrl,
  webhookSourceAddresses,
});

function createReports({ trustedProxies }: Config, log: Logger, telemetry: Telemetry): ReportServices {
  const sourceOf = clientAddressBehind(trustedProxies);
  return { log, security: createSecurityLog(log, sourceOf), telemetry, sourceOf };
}
