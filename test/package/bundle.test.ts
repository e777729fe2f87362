import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundled } from '../../scripts/bundle.js';
import { root } from '../../scripts/root.ts';

let folder: string;
let entry: string;

beforeAll(async () => {
  await mkdir(path.join(root, '.data'), { recursive: true });
  folder = await mkdtemp(path.join(root, '.data/bundled-'));
  entry = path.relative(root, path.join(folder, 'main.ts'));
  await writeFile(
    path.join(folder, 'main.ts'),
    `export { said } from './said.ts';\nexport const at = import.meta.url;`,
  );
  await say('once', 1);
});

afterAll(async () => {
  const bundle = path.dirname(await bundled(entry));
  for (const gone of [folder, bundle]) await rm(gone, { recursive: true });
});

/** Writes a source file with a modification time this many minutes ago. */
async function say(text: string, minutesAgo: number): Promise<void> {
  const source = path.join(folder, 'said.ts');
  await writeFile(source, `export const said: string = '${text}';`);
  const time = new Date(Date.now() - minutesAgo * 60_000);
  await utimes(source, time, time);
}

let asked = 0;
const run = async () => import(`${pathToFileURL(await bundled(entry)).href}?${asked++}`);

test('a file is bundled again when one of its sources changed, even to an older version', async () => {
  expect((await run()).said).toBe('once');
  expect((await run()).said).toBe('once');
  await say('twice', 2);
  expect((await run()).said).toBe('twice');
  await say('thrice', 0);
  expect((await run()).said).toBe('thrice');
});

test('a module knows its own address instead of that of the bundle', async () => {
  expect((await run()).at).toBe(pathToFileURL(path.join(folder, 'main.ts')).href);
});

test('any number of processes can bundle the same file at once', async () => {
  await say('at once', 3);
  const said = await Promise.all(Array.from({ length: 5 }, async () => (await run()).said));
  expect(new Set(said)).toEqual(new Set(['at once']));
});
