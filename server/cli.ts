import { parseArgs } from 'node:util';
import { destination } from 'pino';
import { CannotStart } from './cannot-start.ts';
import { type Commands, FLAGS, type Listing, OPTIONS, type OptionName, UsageError } from './cli/command.ts';
import { databaseCommands } from './cli/database.ts';
import { deliveryCommands } from './cli/deliveries.ts';
import { documentCommands } from './cli/documents.ts';
import { partnerCommands } from './cli/partners.ts';
import { statusCommands } from './cli/status.ts';
import { USAGE } from './cli/usage.ts';
import { verificationCommands } from './cli/verifications.ts';
import { ConfigError, loadConfig } from './config.ts';
import { adoptFilesOf, createServices, migrateDatabase } from './create-services.ts';
import { systemClock } from './domain/clock.ts';
import { expireVerifications } from './lifecycle/expire-verifications.ts';
import { forget } from './lifecycle/forget.ts';
import { reencrypt, sealedUnderOthers } from './lifecycle/reencrypt.ts';
import { sweep } from './lifecycle/sweep.ts';
import { createLogger } from './log.ts';
import type { Services } from './services.ts';

const commands: Commands = {
  ...partnerCommands,
  ...verificationCommands,
  ...documentCommands,
  ...deliveryCommands,
  ...statusCommands,
  ...databaseCommands,
  'keys rotate': {
    operands: 0,
    options: [],
    async run({ signingKeys, security }) {
      const kid = await signingKeys.rotate();
      security({ event: 'keys_rotated', actor: 'operator' });
      return `new key ${kid}`;
    },
  },
  'keys reencrypt': {
    operands: 0,
    options: [],
    async run(services) {
      const done = await reencrypt(services);
      services.security({ event: 'keys_reencrypted', actor: 'operator' });
      return `encrypted again: ${done}\n${await keysNeeded(services)}`;
    },
  },
  'keys check': { operands: 0, options: [], run: keysNeeded },
  sweep: {
    operands: 0,
    options: ['yes'],
    async run(services, _operands, { yes = false }) {
      const { canceled, stripped, refusal } = await sweep(services, { yes });
      if (refusal !== undefined) throw new UsageError(`Nothing was erased: ${refusal}`);
      const expired = await expireVerifications(services, { yes });
      const { results, people } = await forget(services, { yes });
      return [
        `submissions canceled and erased: ${canceled}`,
        `deleted the documents of: ${stripped}`,
        `verification requests canceled: ${expired}`,
        `verification requests forgotten: ${results}`,
        `people forgotten: ${people}`,
      ].join('\n');
    },
  },
  migrate: { operands: 0, options: [], run: async () => 'the schema is up to date' },
  'files adopt': { operands: 0, options: [], run: async () => 'the files are those of the database' },
};

/** Says whether the data keys after the first can be dropped. Rejects with `UsageError` when they cannot. */
async function keysNeeded(services: Services): Promise<string> {
  const lines = await sealedUnderOthers(services);
  const [newest] = services.sealer.keyIds;
  if (lines.length === 0) return `all is encrypted under ${newest}: DATA_KEYS needs no other key`;
  throw new UsageError(`Not under ${newest} yet, so that these keys cannot be dropped:\n${lines.join('\n')}`);
}

async function main(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }])),
      ...Object.fromEntries(
        FLAGS.map((name) => [name, { type: 'boolean' as const, ...(name === 'help' && { short: 'h' }) }]),
      ),
    },
  });
  if (values['help']) return USAGE.trimEnd();
  const name = Object.keys(commands).find((known) => `${positionals.join(' ')} `.startsWith(`${known} `)) ?? '';
  const command = commands[name];
  const operands = positionals.slice(name.split(' ').length);
  if (
    command === undefined ||
    !(command.more ? operands.length >= command.operands : operands.length === command.operands) ||
    !Object.keys(values).every((option) => command.options.includes(option as OptionName))
  ) {
    throw new UsageError(USAGE);
  }
  const config = loadConfig(process.env);
  if (config.production && command.inSandboxOnly) throw new UsageError(`${name} is for the sandbox alone`);
  // The services are made after it all the same: whether this version can be started now is what the operator asks.
  if (name === 'migrate') await migrateDatabase(config);
  if (name === 'files adopt') await adoptFilesOf(config);
  const services = await createServices(
    config,
    systemClock,
    createLogger(config.logLevel, destination({ dest: 2, sync: true })),
  );
  try {
    const [first = '', second = '', ...more] = operands;
    const found = await command.run(services, [first, second, ...more], values);
    return typeof found === 'string' ? found : textOf(found, values['json'] === true);
  } finally {
    await services.dispatcher.stop(0);
    await services.downloader.stop(0);
    await services.close();
  }
}

const textOf = ({ lines, objects }: Listing, json: boolean): string =>
  (json ? objects.map((each) => JSON.stringify(each)) : lines).join('\n');

// Whoever reads may have seen enough, such as `head -1`.
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
    const isOperatorError = isUsage || error instanceof CannotStart;
    process.stderr.write(`${isOperatorError ? (error as Error).message : (error as Error)?.stack}\n`);
    process.exitCode = isUsage ? 2 : 1;
  },
);
