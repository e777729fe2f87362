// Holds a server to the contract: `npm run conformance -- --help`.
import { runCommand } from './conformance/command.ts';
import { contract, reference, workflows } from './conformance/own/own-contract.ts';

process.exitCode = await runCommand(
  {
    contract,
    workflows,
    reference,
    command: 'npm run conformance --',
    // Loaded here alone: who checks another server waits for no server.
    startOwn: async () => (await import('./conformance/own/start-own.ts')).startOwn(),
  },
  process.argv.slice(2),
);
