// Renders generated/openapi.json as a static site in generated/reference/. With `--single`, renders it as one page,
// generated/reference.html, with Redocly. Neither needs a network.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { redocly } from './contract/redocly.ts';
import { isMain, root } from './project/root.ts';
import { buildSite } from './reference/site.ts';

const generated = path.join(root, 'generated');
const contract = path.join(generated, 'openapi.json');

/** Writes the site to generated/reference/. */
export const writeSite = async () =>
  buildSite(JSON.parse(await readFile(contract, 'utf8')), path.join(generated, 'reference'));

/** Writes the single page to generated/reference.html. */
export function writeSinglePage(): Promise<string> {
  const output = `--output=${path.join(generated, 'reference.html')}`;
  return redocly(path.join(root, 'spec'), 'build-docs', contract, output, '--inlineBundle');
}

if (isMain(import.meta.url)) await (process.argv.includes('--single') ? writeSinglePage() : writeSite());
