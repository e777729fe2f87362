#!/usr/bin/env node
// The command of the package. It starts the mock, or checks a server against the contract.
import { readFileSync } from 'node:fs';
import { npmPackage } from '../../../generated/operations.ts';
import type { Contract } from '../../contract/openapi.ts';
import { packageFiles } from './package-files.ts';
import { missingPeers } from './peers.ts';

const COMMAND = `npx --no-install ${npmPackage}`;

const USAGE = `Usage: ${COMMAND} <command> [options]

  mock         Starts the mock of the service
  conformance  Checks a server against the contract
  --version    Prints the version of the package

A command with --help lists its options.
`;

class UsageError extends Error {}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

async function startMock(argv: string[]): Promise<null> {
  const { runMock } = await import('../../../mock/run-mock.ts');
  await runMock(packageFiles, `${COMMAND} mock`, argv);
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
  const { runCommand } = await import('../../conformance/run-command.ts');
  const contract: Contract = JSON.parse(readFileSync(packageFiles.contract, 'utf8'));
  const reference = `${contract.servers[0]?.url}/reference`;
  return runCommand({ contract, reference, command }, argv);
}

const ownVersion = () => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

/** Resolves to the exit code; to null if the command keeps running. */
async function run([name, ...argv]: string[]): Promise<number | null> {
  if (name === '--version') return print(`${ownVersion()}\n`);
  if (name === '--help' || name === '-h') return print(USAGE);
  if (name === 'mock') return startMock(argv);
  if (name === 'conformance') return checkConformance(argv);
  throw new UsageError(name === undefined ? 'The command is missing.' : `There is no command ${name}.`);
}

try {
  const exitCode = await run(process.argv.slice(2));
  if (exitCode !== null) process.exitCode = exitCode;
} catch (error) {
  const { name, message } = error as Error;
  const isUsage = error instanceof UsageError || name === 'ArgumentError';
  if (!isUsage) throw error;
  process.stderr.write(`${message}\n${COMMAND} --help lists the commands and options.\n`);
  process.exitCode = 2;
}
