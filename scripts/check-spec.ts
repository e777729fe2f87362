// Lints spec/ with Redocly's rules and our own (spec/rules/). Any finding fails.
import path from 'node:path';
import { isMain } from './generate/is-main.ts';
import { workflowFiles } from './generate/journeys.ts';
import { redocly } from './generate/redocly.ts';
import { root } from './generate.ts';

/** Resolves when the contract in the folder and its journeys keep every rule; rejects with the findings. */
export async function lintContract(specFolder: string): Promise<void> {
  const files = [path.join(specFolder, 'openapi.yaml'), ...(await workflowFiles(specFolder))];
  await redocly(specFolder, 'lint', ...files, '--max-problems=1000');
}

if (isMain(import.meta.url)) {
  try {
    await lintContract(path.join(root, 'spec'));
    process.stdout.write('spec/ keeps every rule\n');
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
