// Checks a server against the contract: `npm run conformance -- --help`.
import { runCommand } from './conformance/command.ts';
import { contract, reference, workflows } from './conformance/own/own-contract.ts';

process.exitCode = await runCommand(
  {
    contract,
    workflows,
    reference,
    command: 'npm run conformance --',
    // Loaded only here, because checking another server does not need it.
    startOwn: async () => (await import('./conformance/own/start-own.ts')).startOwn(),
  },
  process.argv.slice(2),
);
