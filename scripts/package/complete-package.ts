import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Metafile } from 'esbuild';
import { root } from '../project/root.ts';

interface Manifest {
  version: string;
  bin?: Record<string, string>;
}

export async function completePackage(
  folder: string,
  manifest: Manifest,
  readme: string,
  bundles: readonly Metafile[],
): Promise<void> {
  await copyFile(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  await copyFile(path.join(root, 'scripts/package', readme), path.join(folder, 'README.md'));
  await writeFile(path.join(folder, 'NOTICES.txt'), await licenseNotices(bundles));
  for (const command of Object.values(manifest.bin ?? {})) await chmod(path.join(folder, command), 0o755);
  const version = await versionOf(folder, manifest);
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
}

const FROM_PACKAGE = /^node_modules\/((?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

async function licenseNotices(bundles: readonly Metafile[]): Promise<string> {
  const files = bundles.flatMap(({ inputs }) => Object.keys(inputs));
  const packages = new Set(files.flatMap((file) => FROM_PACKAGE.exec(file)?.[1] ?? []));
  const parts = await Promise.all([...packages].sort().map(licenceOf));
  return `This package contains code from the following packages.\n\n${[...new Set(parts)].join('\n---\n\n')}`;
}

const APACHE_LICENSE = path.join(root, 'node_modules/@opentelemetry/api/LICENSE');

async function licenceOf(name: string): Promise<string> {
  const folder = path.join(root, 'node_modules', name);
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const { license, author, name: title } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  if (file !== undefined) return `${title}\n\n${(await readFile(path.join(folder, file), 'utf8')).trim()}\n`;
  // Supplies the license text for packages that only name their license.
  if (license === 'Apache-2.0') return `${title}\n\n${await readFile(APACHE_LICENSE, 'utf8')}`;
  if (license !== 'MIT') throw new Error(`${title} has no license text, and its license is not MIT or Apache-2.0`);
  const holder = author?.name ?? author ?? `the authors of ${title}`;
  const text = await readFile(path.join(root, 'LICENSE'), 'utf8');
  return `${title}\n\n${text.replace(/^Copyright.*$/m, `Copyright (c) ${holder}`).trim()}\n`;
}

/** Returns the project's version on a tagged commit, or else a pre-release version with a digest of the content. */
async function versionOf(folder: string, manifest: Manifest): Promise<string> {
  const { version, ...others } = manifest;
  if (await isTagged(`v${version}`)) return version;
  const digest = createHash('sha256').update(JSON.stringify(others));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) digest.update(path.relative(folder, file)).update(await readFile(file));
  const [major, minor, patch] = version.split('.').map(Number);
  return `${major}.${minor}.${(patch ?? 0) + 1}-dev.${digest.digest('hex').slice(0, 12)}`;
}

async function isTagged(tag: string): Promise<boolean> {
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: root });
  try {
    const [tags, changes] = await Promise.all([git('tag', '--points-at', 'HEAD'), git('status', '--porcelain')]);
    return tags.stdout.split('\n').includes(tag) && changes.stdout === '';
  } catch {
    // The project is not in a git repository.
    return false;
  }
}
