import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Contract } from './contract.ts';
import { redocly } from './redocly.ts';

/** The contract as one document, its components in place and referred to by `#/components/...`. */
export async function bundleContract(specFolder: string): Promise<Contract> {
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-'));
  try {
    const file = path.join(folder, 'openapi.json');
    await redocly(specFolder, 'bundle', path.join(specFolder, 'openapi.yaml'), `--output=${file}`);
    return JSON.parse(await readFile(file, 'utf8')) as Contract;
  } finally {
    await rm(folder, { recursive: true });
  }
}
