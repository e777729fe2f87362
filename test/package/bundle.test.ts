import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundled } from '../../scripts/project/bundle.js';
import { root } from '../../scripts/project/root.ts';

let folder: string;
let entry: string;

beforeAll(async () => {
  await mkdir(path.join(root, '.data'), { recursive: true });
  folder = await mkdtemp(path.join(root, '.data/bundled-'));
  entry = path.relative(root, path.join(folder, 'main.ts'));
  await writeFile(
    path.join(folder, 'main.ts'),
    `export { text } from './text.ts';\nexport const at = import.meta.url;`,
  );
  await writeSource('once', 1);
});

afterAll(async () => {
  const bundle = path.dirname(await bundled(entry));
  for (const gone of [folder, bundle]) await rm(gone, { recursive: true });
});

/** Writes a source file that exports `text`, and sets its modification time to `minutesAgo`. */
async function writeSource(text: string, minutesAgo: number): Promise<void> {
  const source = path.join(folder, 'text.ts');
  await writeFile(source, `export const text: string = '${text}';`);
  const time = new Date(Date.now() - minutesAgo * 60_000);
  await utimes(source, time, time);
}

let count = 0;
const run = async () => import(`${pathToFileURL(await bundled(entry)).href}?${count++}`);

test('a file is bundled again when one of its sources changes, even to an older version', async () => {
  expect((await run()).text).toBe('once');
  expect((await run()).text).toBe('once');
  await writeSource('twice', 2);
  expect((await run()).text).toBe('twice');
  await writeSource('thrice', 0);
  expect((await run()).text).toBe('thrice');
});

test('import.meta.url in a bundle is the URL of the source file', async () => {
  expect((await run()).at).toBe(pathToFileURL(path.join(folder, 'main.ts')).href);
});

test('concurrent calls can bundle the same file', async () => {
  await writeSource('at once', 3);
  const text = await Promise.all(Array.from({ length: 5 }, async () => (await run()).text));
  expect(new Set(text)).toEqual(new Set(['at once']));
});
