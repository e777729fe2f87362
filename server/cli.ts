import { destination } from 'pino';
import { CommandFailed, type Invocation, parserOf, textOf, UsageError } from './cli/cli-command.ts';
import { asOperator, COMMANDS, operatorName, recorded } from './cli/commands.ts';
import { systemClock } from './domain/clock.ts';
import { FileStoreUnavailable, StoreUnavailable } from './domain/unavailable.ts';
import { createLogger } from './platform/log.ts';
import { ConfigError } from './platform/setting-table.ts';
import { reasonOf, StartupError } from './platform/startup-error.ts';
import { createServices } from './start/create-services.ts';
import { loadConfig } from './start/settings.ts';

const PROGRAM = process.env['npm_lifecycle_event'] === 'cli' ? 'npm run cli --' : 'node dist/server/cli.js';

async function outputOf({ name, command, operands, options }: Invocation): Promise<string> {
  const { effect } = command;
  if (effect === 'interruption' && !options.yes)
    throw new UsageError(`Confirm "${[name, ...operands].join(' ').trim()}" with --yes`);
  if ('runOffline' in command) return textOf(await command.runOffline(process.env), options.json === true);
  const config = loadConfig(process.env);
  const log = createLogger(config.logLevel, destination({ dest: 2, sync: true }));
  const services = await createServices(config, systemClock, log);
  try {
    const named = asOperator(services, operatorName(config.operator));
    const run = () => command.run(named, operands, options);
    const output = effect === undefined ? await run() : await recorded(named, { name, operands, options }, run);
    return textOf(output, options.json === true);
  } finally {
    await services.dispatcher.stop(0);
    await services.downloader.stop(0);
    await services.close();
  }
}

// Ignores EPIPE: the reader of the output can close the pipe early, for example `head -1`.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

const parser = parserOf(COMMANDS, PROGRAM, async (typed) => {
  const text = await outputOf(typed);
  if (text !== '') process.stdout.write(`${text}\n`);
});
parser.parseAsync().catch((error: unknown) => {
  const isUsage = error instanceof UsageError || error instanceof ConfigError;
  const isAway = error instanceof StoreUnavailable || error instanceof FileStoreUnavailable;
  const isOperatorError = isUsage || isAway || error instanceof StartupError || error instanceof CommandFailed;
  const text = isOperatorError ? reasonOf(error) : String((error as Error)?.stack ?? error);
  process.stderr.write(`${text.trimEnd()}\n`);
  process.exitCode = isUsage ? 2 : 1;
});
