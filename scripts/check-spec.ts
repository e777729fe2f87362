// Lints spec/ with Redocly's rules and our own (spec/rules/). Any finding fails.
import path from 'node:path';
import { bundleSpec } from './generate/bundle.ts';
import { ContractRefused } from './generate/contract.ts';
import { workflowFiles } from './generate/journeys.ts';
import { redocly } from './generate/redocly.ts';
import { root } from './root.ts';
import type { Verdict } from './verdict.ts';

/** Resolves when the contract in the folder and its journeys keep every rule; rejects with the findings. */
export async function lintContract(specFolder: string): Promise<void> {
  const files = [path.join(specFolder, 'openapi.yaml'), ...(await workflowFiles(specFolder))];
  // What cannot be bundled is told below, with its place.
  await bundleSpec(specFolder).catch((error: unknown) => {
    if (error instanceof ContractRefused) throw error;
  });
  await redocly(specFolder, 'lint', ...files, '--max-problems=1000');
}

/** Whether the contract keeps every rule. */
export function checkSpec(): Promise<Verdict> {
  return lintContract(path.join(root, 'spec')).then(
    () => ({ passed: true, text: 'spec/ keeps every rule\n' }),
    (error: Error) => ({ passed: false, text: `${error.message}\n` }),
  );
}
