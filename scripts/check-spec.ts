// Lints spec/ with Redocly's rules and our own (spec/rules/). Any finding fails.
import path from 'node:path';
import { isMain } from './generate/is-main.ts';
import { redocly } from './generate/redocly.ts';
import { root } from './generate.ts';

/** Resolves when the contract in the folder keeps every rule; rejects with the findings. */
export async function lintContract(specFolder: string): Promise<void> {
  await redocly(specFolder, 'lint', path.join(specFolder, 'openapi.yaml'), '--max-problems=1000');
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
