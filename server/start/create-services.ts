import { denyDestinations } from '../domain/address-ranges.ts';
import type { Clock } from '../domain/clock.ts';
import type { Logger } from '../platform/log.ts';
import { clientAddressBehind, createSecurityLog } from '../platform/security-log.ts';
import { noTelemetry, type Telemetry } from '../platform/telemetry/telemetry.ts';
import { openStore } from '../storage/database/open-store.ts';
import type { Store, StoreOptions } from '../storage/database/store.ts';
import { Encryptor } from '../storage/encryption/encryptor.ts';
import { createDelivery } from '../work/delivery/dispatcher.ts';
import { Downloader } from '../work/documents/downloader.ts';
import { createAccess } from './access.ts';
import { findFilesProblem } from './files.ts';
import { openDataKeys } from './open-data-keys.ts';
import { createPeople } from './people.ts';
import type { Config } from './settings.ts';
import { startError } from './start-error.ts';
import { createStorage } from './storage.ts';

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
  try {
    const { baseUrl, appUrl, webhookSourceAddresses, webhookRetrySpeed: retrySpeed } = config;
    const sandbox = createSandbox(config);
    const reports = createReports(config, log, telemetry);
    const storage = await createStorage(config, { store, encryptor, log, telemetry });
    const access = await createAccess(config, storage);
    const destinations = { allowLoopback: sandbox.allowLoopback, denied: denyDestinations(config.deniedDestinations) };
    const workers = { ...reports, ...storage, partners: access.partners, destinations };
    return {
      baseUrl,
      appUrl,
      webhookSourceAddresses,
      ...sandbox,
      ...reports,
      ...storage,
      ...access,
      ...createPeople(config, storage.clock, destinations),
      dispatcher: await createDelivery({ ...workers, sourceAddresses: webhookSourceAddresses, retrySpeed }),
      downloader: new Downloader(workers),
      checkFiles: () => findFilesProblem(config, storage.files),
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw startError(error, config);
  }
}

function createReports({ trustedProxies }: Config, log: Logger, telemetry: Telemetry) {
  const sourceOf = clientAddressBehind(trustedProxies);
  return { log, security: createSecurityLog(log, sourceOf), telemetry, sourceOf };
}

/** Returns the properties of the sandbox; in production, they are all off. */
function createSandbox({ production, sandboxHosts, baseUrl, appUrl }: Config) {
  // Users of a sandbox on another machine must not be able to reach the loopback addresses of this machine.
  const openSandbox = sandboxHosts.length > 0;
  return {
    sandbox: !production,
    openSandbox,
    allowLoopback: !production && !openSandbox,
    ownHosts: production ? null : [...sandboxHosts, ...[baseUrl, appUrl].map((url) => new URL(url).hostname)],
  };
}
