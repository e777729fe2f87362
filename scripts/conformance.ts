// Checks a server against the contract: `npm run conformance -- --help`.
import { contract, reference } from './bundled-targets/contract.ts';
import { runCommand } from './conformance/run-command.ts';

process.exitCode = await runCommand(
  {
    contract,
    reference,
    command: 'npm run conformance --',
    // Imported dynamically, because only runs without `--base-url` need the bundled targets.
    async startTargets() {
      const { startMockTarget, startServerTarget } = await import('./bundled-targets/targets.ts');
      return [startServerTarget('our server'), startMockTarget('our mock')];
    },
  },
  process.argv.slice(2),
);
