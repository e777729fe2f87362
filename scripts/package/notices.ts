import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../root.ts';

/**
 * Returns the licenses of the bundled packages, which every copy must contain. Rejects for a package without a license.
 * `packages` are their folders in node_modules.
 */
export async function notices(packages: readonly string[]): Promise<string> {
  const parts = await Promise.all([...packages].sort().map(licenceOf));
  return `Parts of these packages are in the files of node/.\n\n${[...new Set(parts)].join('\n---\n\n')}`;
}

async function licenceOf(name: string): Promise<string> {
  const folder = path.join(root, 'node_modules', name);
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const { license, author, name: title } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  if (file !== undefined) return `${title}\n\n${(await readFile(path.join(folder, file), 'utf8')).trim()}\n`;
  // Some authors name the license and omit its text.
  if (license !== 'MIT') throw new Error(`${title} has no MIT licence text`);
  const holder = author?.name ?? author ?? `the authors of ${title}`;
  const text = await readFile(path.join(root, 'LICENSE'), 'utf8');
  return `${title}\n\n${text.replace(/^Copyright.*$/m, `Copyright (c) ${holder}`).trim()}\n`;
}
