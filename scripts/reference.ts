// Renders generated/openapi.json as a static site in generated/reference/, which needs no network.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMain, root } from './project/root.ts';
import { buildSite } from './reference/site.ts';

export async function writeSite(): Promise<void> {
  const contract = await readFile(path.join(root, 'generated/openapi.json'), 'utf8');
  await buildSite(JSON.parse(contract), path.join(root, 'generated/reference'));
}

if (isMain(import.meta.url)) await writeSite();
