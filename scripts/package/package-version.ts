import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../project/root.ts';

/**
 * Returns the version of a package: the version of the project if its tag is on the current commit, or else a
 * pre-release of the next patch version with a digest of the content. Two packages with the same version have the same
 * content. `folder` contains all files except package.json, which is `manifest`.
 */
export async function versionOf(folder: string, manifest: object, version: string): Promise<string> {
  if (await isTagged(`v${version}`)) return version;
  const digest = createHash('sha256').update(JSON.stringify({ ...manifest, version: undefined }));
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
    // This folder is not a git repository.
    return false;
  }
}
