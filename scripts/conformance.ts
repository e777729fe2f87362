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
    async startOwn() {
      const { startOwnServer } = await import('./conformance/own/own-server.ts');
      const { startOwnMock } = await import('./conformance/own/own-mock.ts');
      return [await startOwnServer('our server'), await startOwnMock('our mock')];
    },
  },
  process.argv.slice(2),
);
