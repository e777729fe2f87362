// Checks a server against the contract: `npm run conformance -- --help`.
import { checkMock, checkServer } from './bundled-targets/check-bundled.ts';
import { contract, reference } from './bundled-targets/contract.ts';
import { runCommand } from './conformance/run-command.ts';

process.exitCode = await runCommand(
  {
    contract,
    reference,
    command: 'npm run conformance --',
    checkBundled: (options) => [checkServer(options), checkMock(options)],
  },
  process.argv.slice(2),
);
