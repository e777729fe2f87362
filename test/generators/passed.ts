import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/project/root.ts';

const OWN = path.join('test', 'generators');
const RECORD = path.join(root, OWN, 'passed.txt');

/** Returns the contract without the guides, because generators ignore guides. */
async function contract(): Promise<string> {
  const { tags: _guides, ...rest } = JSON.parse(await readFile(path.join(root, 'generated', 'openapi.json'), 'utf8'));
  // Removes the description, because it contains a guide: the introduction.
  rest.info.description = '';
  return JSON.stringify(rest);
}

/**
 * Opens the committed record of the last run in which all clients passed: a digest of the inputs, and the results.
 * If the inputs are unchanged, the test does not have to run again.
 */
export async function openRecord() {
  const entries = await readdir(path.join(root, OWN), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => path.join(root, file) !== RECORD);
  const hash = createHash('sha256').update(await contract());
  for (const file of ['generated/openapi.portable.json', 'spec/guides/clients.md', ...files.sort()])
    hash.update(`\0${file}\0`).update(await readFile(path.join(root, file)));
  const digest = hash.digest('hex');
  return {
    /** Resolves to the table of results, or to null if an input changed after the run. */
    async read(): Promise<string | null> {
      const [recorded, ...table] = (await readFile(RECORD, 'utf8').catch(() => '')).split('\n');
      return recorded === digest ? table.join('\n') : null;
    },
    write: (table: string) => writeFile(RECORD, `${digest}\n${table}`),
  };
}
