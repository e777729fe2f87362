import { parseArgs } from 'node:util';
import { destination } from 'pino';
import { type Commands, OPTIONS, type OptionName, textOf, UsageError } from './cli/command.ts';
import { deliveryCommands } from './cli/deliveries.ts';
import { partnerCommands } from './cli/partners.ts';
import { serviceCommands } from './cli/service.ts';
import { USAGE } from './cli/usage.ts';
import { ConfigError, loadConfig } from './config.ts';
import { adoptFilesOf, createServices, migrateDatabase } from './create-services.ts';
import { systemClock } from './domain/clock.ts';
import { StoreUnavailable } from './domain/unavailable.ts';
import { createLogger } from './log.ts';
import { reasonOf, StartupError } from './startup-error.ts';

const commands: Commands = { ...partnerCommands, ...deliveryCommands, ...serviceCommands };

async function main(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({ args, allowNegative: true, allowPositionals: true, options: OPTIONS });
  if (values.help) return USAGE.trimEnd();
  const name = Object.keys(commands).find((known) => `${positionals.join(' ')} `.startsWith(`${known} `)) ?? '';
  const command = commands[name];
  if (command === undefined) throw new UsageError(USAGE);
  const { operands: needed = 0, more = false, options = [] } = command;
  const operands = positionals.slice(name.split(' ').length);
  const isCounted = more ? operands.length >= needed : operands.length === needed;
  const isKnown = Object.keys(values).every((option) => options.includes(option as OptionName));
  if (!isCounted || !isKnown) throw new UsageError(USAGE);
  const config = loadConfig(process.env);
  // After a migration, the services are created too, so that the operator sees whether this version can start.
  if (name === 'migrate') await migrateDatabase(config);
  if (name === 'files adopt') await adoptFilesOf(config);
  const log = createLogger(config.logLevel, destination({ dest: 2, sync: true }));
  const services = await createServices(config, systemClock, log);
  try {
    const [first = '', second = '', ...others] = operands;
    return textOf(await command.run(services, [first, second, ...others], values), values.json === true);
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

main(process.argv.slice(2)).then(
  (text) => text !== '' && process.stdout.write(`${text}\n`),
  (error: unknown) => {
    const isUsage =
      error instanceof UsageError ||
      error instanceof ConfigError ||
      (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    const isOperatorError = isUsage || error instanceof StartupError || error instanceof StoreUnavailable;
    process.stderr.write(`${isOperatorError ? reasonOf(error) : (error as Error)?.stack}\n`);
    process.exitCode = isUsage ? 2 : 1;
  },
);
