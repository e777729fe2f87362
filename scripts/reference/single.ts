import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Contract, withEnums } from '../generate/contract.ts';
import { redocly } from '../generate/redocly.ts';
import { root } from '../root.ts';

/** Renders the contract as a single page with Redocly. The page works offline. */
export async function buildSinglePage(contract: Contract, file: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reference-'));
  try {
    const description = path.join(folder, 'openapi.json');
    await writeFile(description, JSON.stringify(withEnums(contract)));
    await redocly(path.join(root, 'spec'), 'build-docs', description, `--output=${file}`, '--inlineBundle');
  } finally {
    await rm(folder, { recursive: true });
  }
}
