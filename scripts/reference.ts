// Renders generated/openapi.json as a static site in generated/reference/. With `--single`, renders it as one page,
// generated/reference.html, with Redocly.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Contract } from './generate/contract.ts';
import { buildSinglePage } from './reference/single.ts';
import { buildSite } from './reference/site.ts';
import { isMain, root } from './root.ts';

const generated = path.join(root, 'generated');
const contract: Contract = JSON.parse(await readFile(path.join(generated, 'openapi.json'), 'utf8'));

/** Writes the site to generated/reference/. */
export const writeSite = () => buildSite(contract, path.join(generated, 'reference'));

/** Writes the single page to generated/reference.html. */
export const writeSinglePage = () => buildSinglePage(contract, path.join(generated, 'reference.html'));

if (isMain(import.meta.url)) await (process.argv.includes('--single') ? writeSinglePage() : writeSite());
