import { parseArgs } from 'node:util';
import { CannotStart } from './cannot-start.ts';
import { type Commands, OPTIONS, type OptionName, UsageError } from './cli/command.ts';
import { documentCommands } from './cli/documents.ts';
import { partnerCommands } from './cli/partners.ts';
import { verificationCommands } from './cli/verifications.ts';
import { ConfigError, loadConfig } from './config.ts';
import { createServices } from './create-services.ts';
import { systemClock } from './domain/clock.ts';
import { sweep } from './lifecycle/sweep.ts';
import { createLogger } from './log.ts';

const USAGE = `Usage: npm run cli -- <command>

  partners list
  partners add ID --name NAME --scopes "a b" [--domains a.example,b.example]     prints the client secret, once
  partners change ID [--name NAME] [--scopes "a b"] [--domains a.example]
  partners new-secret ID                 prints the new client secret, once; the old one ends within 30 seconds
  partners disable ID                    its tokens stop working within 60 seconds
  partners enable ID
  verifications verify ID REQUEST_ID --name NAME        sandbox only: as if the user had opened the link and verified
  verifications cancel ID REQUEST_ID                    sandbox only: as if the user had opened the link and canceled
  documents list                         those given as URLs that are not there: pending, or given up
  sweep                                  erases what the retention rules end by now; the server does it every minute
  keys rotate                            makes a new key for access tokens; the old one still verifies
  migrate                                brings the database's schema up to date

The settings are those of the server, from the environment.
`;

const commands: Commands = {
  ...partnerCommands,
  ...verificationCommands,
  ...documentCommands,
  'keys rotate': {
    operands: 0,
    options: [],
    run: async ({ signingKeys }) => `new key ${await signingKeys.rotate()}`,
  },
  sweep: {
    operands: 0,
    options: [],
    async run(services) {
      const { canceled, stripped } = await sweep(services);
      return `submissions canceled and erased: ${canceled}\ndeleted the documents of: ${stripped}`;
    },
  },
  // Opening the services has done it.
  migrate: { operands: 0, options: [], run: async () => 'the schema is up to date' },
};

async function main(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }])),
  });
  const name =
    Object.keys(commands).find((known) => `${positionals.join(' ')} `.startsWith(`${known} `)) ?? '';
  const command = commands[name];
  const operands = positionals.slice(name.split(' ').length);
  if (
    command === undefined ||
    operands.length !== command.operands ||
    !Object.keys(values).every((option) => command.options.includes(option as OptionName))
  ) {
    throw new UsageError(USAGE);
  }
  const config = loadConfig(process.env);
  if (config.production && command.inSandboxOnly) throw new UsageError(`${name} is for the sandbox alone`);
  const services = await createServices(config, systemClock, createLogger(config.logLevel));
  try {
    const [first = '', second = ''] = operands;
    return await command.run(services, [first, second], values);
  } finally {
    await services.dispatcher.stop(0);
    await services.downloader.stop(0);
    await services.store.close();
  }
}

main(process.argv.slice(2)).then(
  (text) => process.stdout.write(`${text}\n`),
  (error: unknown) => {
    const isUsage =
      error instanceof UsageError ||
      error instanceof ConfigError ||
      (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    const isTheOperators = isUsage || error instanceof CannotStart;
    process.stderr.write(`${isTheOperators ? (error as Error).message : (error as Error)?.stack}\n`);
    process.exitCode = isUsage ? 2 : 1;
  },
);
