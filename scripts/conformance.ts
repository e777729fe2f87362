// Checks a server against the contract: `npm run conformance -- --help`.
import { fork } from 'node:child_process';
import { contract, reference } from './bundled-targets/contract.ts';
import type { BundledName } from './bundled-targets/targets.ts';
import type { CheckOptions, TargetReport } from './conformance/kit-types.ts';
import { runCommand } from './conformance/run-command.ts';

function checkBundled(name: BundledName, options: CheckOptions): Promise<TargetReport> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('bundled-targets/check-bundled.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
    child.once('message', (report) => resolve(report as TargetReport));
    child.once('exit', (code) => reject(new Error(`The process that checks ${name} exited with code ${code}.`)));
    child.send({ name, options });
  });
}

process.exitCode = await runCommand(
  {
    contract,
    reference,
    command: 'npm run conformance --',
    checkBundled: (options) => (['our server', 'our mock'] as const).map((name) => checkBundled(name, options)),
  },
  process.argv.slice(2),
);
