#!/usr/bin/env node
// Command of the tools package: starts the mock, or checks a server against the contract.
import { readFileSync } from 'node:fs';
import { npmPackage } from '../../../generated/operations.ts';
import { ArgumentError, optionsIn, usage } from '../../conformance/options.ts';
import type { Contract } from '../../contract/openapi.ts';
import { packageFiles } from './package-files.ts';

const COMMAND = `npx --no-install ${npmPackage}-tools`;

const USAGE = `Usage: ${COMMAND} <command> [options]

  mock         Starts the mock of the service
  conformance  Checks a server against the contract
  --version    Prints the version of the package

A command with --help lists its options.
`;

const manifest: { version: string; peerDependencies: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

const print = (text: string) => process.stdout.write(text);

async function startMock(argv: string[]): Promise<void> {
  const { runMock } = await import('../../../mock/run-mock.ts');
  await runMock(packageFiles, `${COMMAND} mock`, argv);
}

async function checkConformance(argv: string[]): Promise<number> {
  const command = `${COMMAND} conformance`;
  if (optionsIn(argv).help === true) {
    print(usage(command, false));
    return 0;
  }
  const peers = Object.entries(manifest.peerDependencies);
  const missing = peers.filter(([name]) => !isInstalled(name)).map(([name, range]) => `'${name}@${range}'`);
  if (missing.length > 0) {
    process.stderr.write(
      `The conformance kit needs packages that are not installed. Run: npm install --save-dev ${missing.join(' ')}\n`,
    );
    return 2;
  }
  // Imports the kit only when it runs, because the packages that the kit needs are optional.
  const { runCommand } = await import('../../conformance/run-command.ts');
  const contract: Contract = JSON.parse(readFileSync(packageFiles.contract, 'utf8'));
  const reference = `${contract.servers[0]?.url}/reference`;
  return runCommand({ contract, reference, command }, argv);
}

function isInstalled(name: string): boolean {
  try {
    // Resolves the manifest of Redocly, because Redocly has no main file.
    import.meta.resolve(name === '@redocly/cli' ? `${name}/package.json` : name);
    return true;
  } catch {
    return false;
  }
}

const [name, ...argv] = process.argv.slice(2);
try {
  if (name === '--version') print(`${manifest.version}\n`);
  else if (name === '--help' || name === '-h') print(USAGE);
  else if (name === 'mock') await startMock(argv);
  else if (name === 'conformance') process.exitCode = await checkConformance(argv);
  else throw new ArgumentError(name === undefined ? 'The command is missing.' : `There is no command ${name}.`);
} catch (error) {
  if (!(error instanceof ArgumentError)) throw error;
  process.stderr.write(`${error.message}\n${COMMAND} --help lists the commands and options.\n`);
  process.exitCode = 2;
}
