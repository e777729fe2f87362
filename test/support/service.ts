import { rm } from 'node:fs/promises';
import { scopes } from '../../generated/operations.ts';
import { hashClientSecret } from '../../server/api/oauth/client-secret.ts';
import { addSandboxPartners } from '../../server/api/oauth/sandbox-partners.ts';
import { serve } from '../../server/api/serve.ts';
import type { Clock, Micros } from '../../server/domain/clock.ts';
import { createLogger } from '../../server/platform/log.ts';
import type { Telemetry } from '../../server/platform/telemetry/telemetry.ts';
import { createServices, type Services } from '../../server/start/create-services.ts';
import { migrateDatabase } from '../../server/start/prepare-database.ts';
import { type Config, loadConfig } from '../../server/start/settings.ts';
import { openStore, type Store, type StoreOptions } from '../../server/storage/database/store.ts';
import { createApp } from './app.ts';
import { type Caller, callerAt } from './caller.ts';
import { temporaryFolder } from './folders.ts';
import { openOnClock } from './open-on-clock.ts';

export type { Answer, CallOptions } from './caller.ts';

export interface TestClock extends Clock {
  advance(micros: Micros): void;
}

export function testClock(start: Micros = Date.UTC(2026, 0, 31, 9, 30) * 1000): TestClock {
  let now = start;
  return {
    now: () => now,
    advance(micros) {
      now += micros;
    },
  };
}

export interface TestService extends Caller {
  url: string;
  clock: TestClock;
  services: Services;
  dataDir: string;
  stop(): Promise<void>;
}

/**
 * Starts a complete sandbox service on a free port, without rate limits. Uses the database at `databaseUrl`, or an
 * embedded database in a temporary folder. `change` can replace individual services.
 */
export async function startService(
  options: {
    env?: NodeJS.ProcessEnv;
    databaseUrl?: string;
    clock?: TestClock;
    /** True if the service uses the clock of the PostgreSQL server instead of `clock`. */
    hasDatabaseClock?: boolean;
    /** Opens the store, whose database must already be migrated. */
    openStore?: (config: Config, options?: StoreOptions) => Store;
    telemetry?: Telemetry;
    change?: (services: Services) => Partial<Services>;
  } = {},
): Promise<TestService> {
  const givenDataDir = options.env?.['DATA_DIR'];
  const dataDir = givenDataDir ?? (await temporaryFolder());
  const clock = options.clock ?? testClock();
  const config = loadConfig({
    PORT: '0',
    BASE_URL: 'http://api.test',
    APP_URL: 'http://app.test',
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_SECOND: '0',
    ...(options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl }),
    ...options.env,
  });
  if (config.databaseUrl !== null && options.openStore === undefined) await migrateDatabase(config);
  const created = await createServices(
    config,
    clock,
    createLogger((process.env['TEST_LOG_LEVEL'] ?? 'silent') as 'silent'),
    options.openStore ?? (options.hasDatabaseClock ? openStore : openOnClock),
    options.telemetry,
  );
  if (created.sandbox) await addSandboxPartners(created.store, clock, created.openSandbox);
  const services = { ...created, ...options.change?.(created) };
  const { port, trustedProxies } = config;
  const server = await serve(createApp(services), { port, host: '127.0.0.1', trustedProxies });
  const url = `http://127.0.0.1:${server.address.port}`;

  return {
    url,
    clock,
    services,
    dataDir,
    // Links in responses start with `baseUrl`, which the caller replaces with the URL of the local port.
    ...callerAt(url, { baseUrl: config.baseUrl }),
    async stop() {
      // Uses a short timeout, because only idle connections remain.
      await server.stop(20);
      await created.dispatcher.stop(1000);
      await created.downloader.stop(1000);
      await created.close();
      if (givenDataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Adds a partner with every scope and right. */
export async function addPartner(
  { services: { store, clock } }: TestService,
  { clientId, secret, domains = [] }: { clientId: string; secret: string; domains?: readonly string[] },
): Promise<void> {
  const secretHash = hashClientSecret(secret);
  const times = { createdAt: clock.now(), disabledAt: null };
  const rights = { scopes, domains, mayVouch: true, linkSecret: false };
  await store.addPartner({ clientId, name: clientId, secretHash, ...rights, ...times });
}
