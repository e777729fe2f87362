import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addSandboxPartners } from './api/oauth/sandbox-partners.ts';
import { referenceFilesIn } from './api/reference.ts';
import { serve } from './api/serve.ts';
import { createStartingApp } from './api/starting-app.ts';
import { systemClock } from './domain/clock.ts';
import { readProgramArguments, UsageError } from './platform/command-line.ts';
import { createLogger, type Logger, logOutput } from './platform/log.ts';
import { retryWithBackoff } from './platform/retry-with-backoff.ts';
import { ConfigError } from './platform/settings.ts';
import { reasonOf, StartupError } from './platform/startup-error.ts';
import { stopRequest } from './platform/stop-request.ts';
import { startTelemetry } from './platform/telemetry/start-telemetry.ts';
import type { Telemetry } from './platform/telemetry/telemetry.ts';
import { version } from './platform/version.ts';
import { createApp } from './start/app.ts';
import { createServices, type Services } from './start/create-services.ts';
import { type Config, loadConfig, SETTINGS } from './start/settings.ts';
import { listensWhenReady, reportReady, runWorkers, startsWorkers, workerNumber } from './start/workers.ts';
import { collectOrphanedFiles, collectUnknownFiles } from './storage/changes/orphaned-files.ts';
import { openStore } from './storage/database/open-store.ts';
import { expireVerifications, forget, sweep, trimDeliveryLog } from './work/lifecycle/sweep.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Time between sweeps of verification requests. Status endpoints report expiry at once; events wait for the sweep. */
const EXPIRY_MS = 5_000;
/** Time between sweeps of submissions. An expired submission is reported as canceled at once, and erased by a sweep. */
const SWEEP_MS = 60_000;

/** Maximum time to wait for the database and the log to close after the last request. */
const CLOSE_LIMIT_MS = 2_000;

/** Settings that the command line can set. */
const COMMON = ['PORT', 'HOST', 'SANDBOX_HOSTS', 'BASE_URL', 'APP_URL', 'DATA_DIR', 'LOG_LEVEL', 'METRICS_PORT'];

async function main(): Promise<void> {
  const program = {
    command: process.env['npm_lifecycle_event'] === 'start' ? 'npm start --' : path.basename(process.argv[1] ?? ''),
    summary: 'Starts the service. server/README.md lists all settings.',
    settings: SETTINGS.filter(({ name }) => COMMON.includes(name)),
  };
  const read = readProgramArguments(program, process.argv.slice(2), process.env);
  if ('help' in read) {
    process.stdout.write(read.help);
    return;
  }
  const config = loadConfig(read.env);
  const output = logOutput();
  const log = createLogger(config.logLevel, output);
  const stop = stopRequest('start');
  if (startsWorkers(config)) {
    const haveStarted = await runWorkers(read.env, config, log, stop);
    await Promise.race([output.close(), sleep(CLOSE_LIMIT_MS)]);
    process.exit(haveStarted ? 0 : 1);
  }
  if (!process.stdout.isTTY) log.info({ version, node: process.version }, 'starting');
  const running = await Promise.race([start(config, log), stop.then(() => null)]);
  if (running !== null) {
    log.info({ signal: await stop }, 'stopping');
    const limitMs = config.shutdownTimeoutSeconds * 1000;
    const { server, services } = running;
    const parts = { requests: server, deliveries: services.dispatcher, downloads: services.downloader };
    await Promise.all(
      Object.entries(parts).map(async ([what, part]) => {
        if (!(await part.stop(limitMs))) log.warn(`${what} were aborted after SHUTDOWN_TIMEOUT_SECONDS`);
      }),
    );
    // A stalled database must not keep the process alive. Uncommitted data was never acknowledged.
    const closed = Promise.allSettled([services.close(), running.stopTelemetry()]);
    await Promise.race([closed, sleep(CLOSE_LIMIT_MS)]);
  }
  log.info('stopped');
  // Disables logging, because writing to a closed output would throw.
  log.level = 'silent';
  // Waits until the output, which writes in the background, has written all lines.
  await Promise.race([output.close(), sleep(CLOSE_LIMIT_MS)]);
  process.exit(0);
}

async function start(config: Config, log: Logger) {
  const { telemetry, serveMetrics, stop: stopTelemetry } = await startTelemetry(config);
  let services: Services | null = null;
  let app: Parameters<typeof serve>[0] = createStartingApp(config.baseUrl);
  const metrics = await serveMetrics(() => services && { ...services.store, log, checkFiles: services.checkFiles });
  const listen = () =>
    serve(
      {
        fetch: (request, env) => app.fetch(request, env),
        refuse: (broken) => app.refuse(broken),
        fail: (error) => app.fail(error),
      },
      config,
    );
  const early = listensWhenReady ? null : await listen();
  services = await createAvailableServices(config, log, telemetry);
  if (services.sandbox) showOnce(await addSandboxPartners(services.store, services.clock, services.openSandbox));
  app = createApp(services, referenceFilesIn(new URL('../generated/', import.meta.url)));
  const server = early ?? (await listen());
  services.dispatcher.start();
  services.downloader.start();
  if (workerNumber === 1) startSweeps(services);
  const { address: host, port } = server.address;
  const { port: metricsPort } = metrics ?? {};
  if (process.stdout.isTTY && workerNumber === 1) process.stdout.write(greeting(config, port));
  else {
    const worker = config.workers > 1 ? workerNumber : undefined;
    log.info({ host, port, metrics_port: metricsPort, production: config.production, worker }, 'listening');
  }
  reportReady();
  return { services, server, stopTelemetry };
}

/** Creates the services. While PostgreSQL is away, retries with growing pauses, and logs one failure. */
const createAvailableServices = (config: Config, log: Logger, telemetry: Telemetry): Promise<Services> =>
  retryWithBackoff(() => createServices(config, systemClock, log, openStore, telemetry), {
    isTemporary: (error) => error instanceof StartupError && error.isTemporary,
    onFirstFailure: (error) => log.error({ reason: reasonOf(error) }, 'the service waits for a dependency'),
  });

/** Returns the line that a terminal shows instead of the log line. */
const greeting = ({ baseUrl, appUrl, production }: Config, port: number): string =>
  production
    ? `The service listens on port ${port}: ${baseUrl} (API) and ${appUrl} (pages).\n`
    : `The sandbox is ready: ${appUrl}/ (start page) and ${baseUrl}/reference (API reference). Press Ctrl-C to stop.\n`;

/** Prints generated secrets to standard error. The log must not contain secrets. */
function showOnce(created: readonly { clientId: string; secret: string }[]): void {
  if (created.length === 0) return;
  const lines = created.map(({ clientId, secret }) => `  client_id ${clientId}  client_secret ${secret}`);
  process.stderr.write(`Others can reach this sandbox, so secrets were generated for its partners. They are shown only once:
${lines.join('\n')}
To generate a new secret, run "npm run cli -- partners new-secret ID".
`);
}

function startSweeps(services: Services): void {
  repeat(services, HOUR_MS, collectOrphanedFiles);
  repeat(services, DAY_MS, collectUnknownFiles);
  repeat(services, HOUR_MS, trimDeliveryLog);
  repeat(services, HOUR_MS, forget);
  repeat(services, EXPIRY_MS, expireVerifications);
  repeat(services, SWEEP_MS, sweep);
}

/** Runs background work repeatedly, with a pause of `everyMs` milliseconds. Does not delay startup or shutdown. */
function repeat(services: Services, everyMs: number, work: (services: Services) => Promise<unknown>): void {
  const run = () =>
    work(services)
      .catch((err: unknown) => services.log.warn({ err, work: work.name }, 'background work failed'))
      .finally(() => setTimeout(run, everyMs).unref());
  run();
}

main().catch((error: unknown) => {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}. --help lists the options.\n`);
    process.exit(2);
  }
  const isOperatorError = error instanceof ConfigError || error instanceof StartupError;
  process.stderr.write(`${isOperatorError ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exit(1);
});
