// Renders generated/openapi.json as a static site in generated/reference/. With `--single`, renders it as one page,
// generated/reference.html, with Redocly.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Contract, withEnums } from './generate/contract.ts';
import { redocly } from './generate/redocly.ts';
import { buildSite } from './reference/site.ts';
import { isMain, root } from './root.ts';

const generated = path.join(root, 'generated');
const contract: Contract = JSON.parse(await readFile(path.join(generated, 'openapi.json'), 'utf8'));

/** Writes the site to generated/reference/. */
export const writeSite = () => buildSite(contract, path.join(generated, 'reference'));

/** Writes the single page to generated/reference.html. The page works offline. */
export async function writeSinglePage(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reference-'));
  try {
    const description = path.join(folder, 'openapi.json');
    await writeFile(description, JSON.stringify(withEnums(contract)));
    const output = `--output=${path.join(generated, 'reference.html')}`;
    await redocly(path.join(root, 'spec'), 'build-docs', description, output, '--inlineBundle');
  } finally {
    await rm(folder, { recursive: true });
  }
}

if (isMain(import.meta.url)) await (process.argv.includes('--single') ? writeSinglePage() : writeSite());
