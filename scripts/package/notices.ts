import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../root.ts';

/** The licences of the bundled packages, which every copy must carry. Rejects for a package without one. */
export async function notices(packages: readonly string[]): Promise<string> {
  const parts = await Promise.all(
    [...packages].sort().map(async (name) => {
      const folder = path.join(root, 'node_modules', name);
      const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
      if (file === undefined) throw new Error(`${name} comes without its licence`);
      return `${name}\n\n${(await readFile(path.join(folder, file), 'utf8')).trim()}\n`;
    }),
  );
  return `Parts of these packages stand in the files of node/.\n\n${parts.join('\n---\n\n')}`;
}
