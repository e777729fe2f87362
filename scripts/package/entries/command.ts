#!/usr/bin/env node
// The command of the package: the mock of the service, and the kit that holds a server to the contract.
import { readFileSync } from 'node:fs';
import { service } from '../../../generated/operations.ts';
import type { Contract } from '../../generate/contract.ts';
import { packageFiles, workflows } from './package-files.ts';
import { PeersMissing, requirePeers } from './peers.ts';

const COMMAND = `npx ${service.npm_package}`;

const USAGE = `Usage: ${COMMAND} <command>

  mock         Starts the mock of the service. Settings: PORT (4010), HOST (127.0.0.1), BASE_URL
  conformance  Holds a server to the contract. \`conformance --help\` tells its options
`;

/** Starts a command, which reads the arguments that are left; the exit code when there is none. */
async function start(command: string | undefined): Promise<number | null> {
  const wantsHelp = process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h');
  if (command === 'conformance') {
    requirePeers('conformance');
    const { runCommand } = await import('../../conformance/command.ts');
    const contract: Contract = JSON.parse(readFileSync(packageFiles.contract, 'utf8'));
    const reference = `${contract.servers[0]?.url}/reference`;
    return runCommand({ contract, workflows, reference, command: `${COMMAND} conformance` }, process.argv.slice(3));
  }
  if (command === 'mock' && !wantsHelp) {
    requirePeers('mock');
    const { runMock } = await import('../../../mock/command.ts');
    runMock(packageFiles);
    return null;
  }
  (wantsHelp ? process.stdout : process.stderr).write(USAGE);
  return wantsHelp ? 0 : 2;
}

try {
  const exitCode = await start(process.argv[2]);
  if (exitCode !== null) process.exitCode = exitCode;
} catch (error) {
  if (!(error instanceof PeersMissing)) throw error;
  process.stderr.write(error.message);
  process.exitCode = 2;
}
