import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/process.ts';

const FOLDERS = ['mock', 'scripts', 'server', 'spec/rules'];

const MAX_COLUMNS = 120;

function longComments(text: string): number[] {
  return text
    .split('\n')
    .flatMap((line, index) => (line.length > MAX_COLUMNS && /^\s*(\/\/|\/?\*)/.test(line) ? [index + 1] : []));
}

test(`no comment line is longer than ${MAX_COLUMNS} columns`, () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|js|mjs|cjs|css)$/.test(name))
      .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    longComments(readFileSync(path.join(ROOT, file), 'utf8')).map((line) => `${file}:${line}`),
  );
  expect(found).toEqual([]);
});

test('the comment check reports a long comment line, but not a long line of code', () => {
  const long = 'x'.repeat(MAX_COLUMNS);
  expect(longComments(`// ${long}\nconst a = '${long}';\n/**\n * ${long}\n */\n// short`)).toEqual([1, 4]);
});
