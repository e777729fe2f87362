import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { referenceFilesIn } from './api/reference-files.ts';
import { readProgramArguments, stopRequest } from './platform/command-line.ts';
import { createLogger, logOutput } from './platform/log.ts';
import { ConfigError } from './platform/setting-table.ts';
import { StartupError } from './platform/startup-error.ts';
import { startService, stopService } from './start/service.ts';
import { loadConfig, SETTINGS } from './start/settings.ts';

const LOG_FLUSH_TIMEOUT_MS = 2_000;

const OPTIONS = ['PORT', 'HOST', 'SANDBOX_HOSTS', 'BASE_URL', 'APP_URL', 'DATA_DIR', 'LOG_LEVEL', 'METRICS_PORT'];

const files = referenceFilesIn(new URL('../generated/', import.meta.url));

async function main(): Promise<void> {
  const program = {
    command: process.env['npm_lifecycle_event'] === 'start' ? 'npm start --' : path.basename(process.argv[1] ?? ''),
    summary: 'Starts the service. server/README.md lists all settings.',
    settings: SETTINGS.filter(({ name }) => OPTIONS.includes(name)),
  };
  const config = loadConfig(readProgramArguments(program, process.argv.slice(2), process.env));
  const output = logOutput();
  const log = createLogger(config.logLevel, output);
  const stop = stopRequest('start');
  const running = await Promise.race([startService(config, log, files), stop.then(() => null)]);
  if (running !== null) {
    log.info({ signal: await stop }, 'stopping');
    await stopService(running, config.shutdownTimeoutSeconds * 1000);
  }
  log.info('stopped');
  // Disables logging, because writing to a closed output would throw.
  log.level = 'silent';
  await close(output);
  process.exit(0);
}

async function close(output: ReturnType<typeof logOutput>): Promise<void> {
  output.end();
  await Promise.race([once(output, 'close'), sleep(LOG_FLUSH_TIMEOUT_MS)]);
}

main().catch((error: unknown) => {
  const isOperatorError = error instanceof ConfigError || error instanceof StartupError;
  process.stderr.write(`${isOperatorError ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exit(1);
});
