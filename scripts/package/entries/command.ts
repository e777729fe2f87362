#!/usr/bin/env node
// The command of the package. It starts the mock, or checks a server against the contract.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { contractVersion } from '../../../generated/operations.ts';
import { workflows } from '../../../generated/workflows.ts';
import type { Contract } from '../../generate/contract.ts';
import { NAME } from '../manifest.ts';
import { packageFiles } from './package-files.ts';
import { missingPeers } from './peers.ts';

const COMMAND = `npx ${NAME}`;

const USAGE = `Usage: ${COMMAND} <command> [options]

  mock         Starts the mock of the service
  conformance  Checks a server against the contract. \`conformance --help\` lists the options
  --version    Prints the version, which is the version of the contract

Options for mock. You can also set each option as an environment variable, such as PORT:
  --port N            Port to listen on (default: 4010)
  --host ADDRESS      Address to listen on (default: 127.0.0.1)
  --base-url URL      Public URL (default: http://localhost and the port)
  --events-url URL    URL that receives test events, redeliveries, and decision events (default: none)
`;

class UsageError extends Error {}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

async function startMock(argv: string[]): Promise<null> {
  const string = { type: 'string' } as const;
  const options = { port: string, host: string, 'base-url': string, 'events-url': string };
  const given = Object.entries(parseArgs({ args: argv, options }).values);
  const settings = given.map(([option, value]) => [option.toUpperCase().replace('-', '_'), value]);
  const { runMock } = await import('../../../mock/command.ts');
  await runMock(packageFiles, { ...process.env, ...Object.fromEntries(settings) });
  return null;
}

async function checkConformance(argv: string[]): Promise<number> {
  const { optionsIn, usage } = await import('../../conformance/options.ts');
  const command = `${COMMAND} conformance`;
  if (optionsIn(argv).help === true) return print(usage(command, false));
  const missing = missingPeers();
  if (missing.length > 0) {
    process.stderr.write(
      `The conformance kit needs packages that are not installed. Run: npm install --save-dev ${missing.join(' ')}\n`,
    );
    return 2;
  }
  // Loads the kit only here, because the packages that it needs are optional.
  const { runCommand } = await import('../../conformance/command.ts');
  const contract: Contract = JSON.parse(readFileSync(packageFiles.contract, 'utf8'));
  const reference = `${contract.servers[0]?.url}/reference`;
  return runCommand({ contract, workflows, reference, command }, argv);
}

/** Runs a command. Resolves to the exit code, or to null if the command keeps running. */
async function run([name, ...argv]: string[]): Promise<number | null> {
  if (name === '--version') return print(`${contractVersion}\n`);
  if (name === '--help' || name === '-h' || (name === 'mock' && argv.includes('--help'))) return print(USAGE);
  if (name === 'mock') return startMock(argv);
  if (name === 'conformance') return checkConformance(argv);
  throw new UsageError(name === undefined ? 'The command is missing.' : `There is no command ${name}.`);
}

try {
  const exitCode = await run(process.argv.slice(2));
  if (exitCode !== null) process.exitCode = exitCode;
} catch (error) {
  const { code = '', name, message } = error as NodeJS.ErrnoException;
  const isUsage = error instanceof UsageError || name === 'ArgumentError' || code.startsWith('ERR_PARSE_ARGS_');
  if (!isUsage) throw error;
  process.stderr.write(`${message}\n${COMMAND} --help lists the commands and options.\n`);
  process.exitCode = 2;
}
