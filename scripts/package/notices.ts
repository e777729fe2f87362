import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../project/root.ts';

/** Returns the licenses of packages, which every bundle with their code must contain. Rejects if one has none. */
export async function notices(packages: readonly string[]): Promise<string> {
  const parts = await Promise.all([...packages].sort().map(licenceOf));
  return `This package contains code from the following packages.\n\n${[...new Set(parts)].join('\n---\n\n')}`;
}

/** The Apache License 2.0, which contains no name of a copyright holder. */
const APACHE = path.join(root, 'node_modules/@opentelemetry/api/LICENSE');

async function licenceOf(name: string): Promise<string> {
  const folder = path.join(root, 'node_modules', name);
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const { license, author, name: title } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  if (file !== undefined) return `${title}\n\n${(await readFile(path.join(folder, file), 'utf8')).trim()}\n`;
  // Some packages name their license but do not contain its text.
  if (license === 'Apache-2.0') return `${title}\n\n${await readFile(APACHE, 'utf8')}`;
  if (license !== 'MIT') throw new Error(`${title} has no license text, and its license is not MIT or Apache-2.0`);
  const holder = author?.name ?? author ?? `the authors of ${title}`;
  const text = await readFile(path.join(root, 'LICENSE'), 'utf8');
  return `${title}\n\n${text.replace(/^Copyright.*$/m, `Copyright (c) ${holder}`).trim()}\n`;
}
