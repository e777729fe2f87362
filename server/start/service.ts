import { setTimeout as sleep } from 'node:timers/promises';
import { contractVersion as version } from '../../generated/operations.ts';
import { addSandboxPartners, sandboxPartners } from '../api/oauth/sandbox-partners.ts';
import type { ReferenceFiles } from '../api/reference-files.ts';
import { serve } from '../api/serve.ts';
import { systemClock } from '../domain/clock.ts';
import type { Logger } from '../platform/log.ts';
import { startTelemetry } from '../platform/telemetry/start-telemetry.ts';
import { openStore } from '../storage/database/store.ts';
import {
  collectOrphanedFiles,
  collectUnknownFiles,
  expireVerifications,
  forget,
  sweep,
  trimDeliveryLog,
} from '../work/lifecycle/sweep.ts';
import { createApp } from './app.ts';
import { createServices, type Services } from './create-services.ts';
import { lockDataFolder } from './open-data-keys.ts';
import type { Config } from './settings.ts';

const CLOSE_LIMIT_MS = 2_000;

type Running = Awaited<ReturnType<typeof startService>>;

export async function startService(config: Config, log: Logger, files: ReferenceFiles) {
  const { telemetry, serveMetrics, stop: stopTelemetry } = await startTelemetry(config);
  const releaseLock = config.databaseUrl === null ? await lockDataFolder(config) : () => {};
  const services = await createServices(config, systemClock, log, openStore, telemetry);
  const metrics = await serveMetrics({ ...services.store, log, checkFiles: services.checkFiles });
  if (services.sandbox) showOnce(await addSandboxPartners(services.store, services.clock, services.openSandbox));
  const server = await serve(createApp(services, files), config);
  services.dispatcher.start();
  services.downloader.start();
  startSweeps(services);
  const { address: host, port } = server.address;
  if (process.stdout.isTTY) {
    process.stdout.write(greeting(config, port));
  } else {
    log.info(
      {
        base_url: config.baseUrl,
        app_url: config.appUrl,
        client_id: config.production ? undefined : sandboxPartners[0]?.clientId,
        host,
        port,
        metrics_port: metrics?.port,
        production: config.production,
        version,
        node: process.version,
      },
      'ready',
    );
  }
  return { services, server, stopTelemetry, releaseLock };
}

export async function stopService(
  { services, server, stopTelemetry, releaseLock }: Running,
  timeoutMs: number,
): Promise<void> {
  const parts = { requests: server, deliveries: services.dispatcher, downloads: services.downloader };
  await Promise.all(
    Object.entries(parts).map(async ([what, part]) => {
      if (!(await part.stop(timeoutMs))) services.log.warn(`${what} were aborted after SHUTDOWN_TIMEOUT_SECONDS`);
    }),
  );
  // Stops waiting for a stalled database: the process loses only uncommitted data, which was never acknowledged.
  await Promise.race([Promise.allSettled([services.close(), stopTelemetry()]), sleep(CLOSE_LIMIT_MS)]);
  releaseLock();
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function startSweeps(services: Services): void {
  repeat(services, collectOrphanedFiles, HOUR_MS);
  repeat(services, collectUnknownFiles, 24 * HOUR_MS);
  repeat(services, trimDeliveryLog, HOUR_MS);
  repeat(services, forget, HOUR_MS);
  // These sweeps only create events and erase data, because status endpoints already report expired resources.
  repeat(services, expireVerifications, 5_000);
  repeat(services, sweep, MINUTE_MS);
}

function repeat(services: Services, work: (services: Services) => Promise<unknown>, pauseMs: number): void {
  const run = () =>
    work(services)
      .catch((err: unknown) => services.log.warn({ err, work: work.name }, 'background work failed'))
      .finally(() => setTimeout(run, pauseMs).unref());
  run();
}

const greeting = ({ baseUrl, appUrl, production }: Config, port: number): string =>
  production
    ? `The service listens on port ${port}: ${baseUrl} (API) and ${appUrl} (pages).\n`
    : `The sandbox is ready: ${appUrl}/ (start page) and ${baseUrl}/reference (API reference). Press Ctrl-C to stop.\n`;

/** Prints to standard error, because the log must not contain secrets. */
function showOnce(created: readonly { clientId: string; secret: string }[]): void {
  if (created.length === 0) return;
  const lines = created.map(({ clientId, secret }) => `  client_id ${clientId}  client_secret ${secret}`);
  process.stderr.write(`Others can reach this sandbox, so secrets were generated for its partners. They are shown only once:
${lines.join('\n')}
To generate a new secret, run "npm run cli -- partners new-secret ID".
`);
}
