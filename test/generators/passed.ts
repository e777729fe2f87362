import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/root.ts';

/** Notes that all clients passed with what they are made from and tried with now: the table that was printed. */
export async function openRecord(cache: string) {
  const own = path.join('test', 'generators');
  const entries = await readdir(path.join(root, own), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  const digest = createHash('sha256').update(process.version);
  for (const file of ['generated/openapi.json', 'spec/guides/clients.md', ...files.sort()])
    digest.update(`\0${file}\0`).update(await readFile(path.join(root, file)));
  const place = path.join(cache, `passed-${digest.digest('hex').slice(0, 32)}`);
  return {
    /** Null when they have not passed so. */
    read: () => readFile(place, 'utf8').catch(() => null),
    async write(table: string) {
      await mkdir(cache, { recursive: true });
      await writeFile(place, table);
    },
  };
}
