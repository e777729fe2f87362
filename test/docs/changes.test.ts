import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../support/process.ts';
import { blocksOf } from './paste.ts';

const PATCH = path.join(ROOT, 'test/docs/add-endpoint.patch');

function withoutIndent(text: string): string {
  const lines = text.trimEnd().split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(indent)).join('\n');
}

test('every code block in .github/changes.md is part of the patch that adds the example endpoint', async () => {
  const guide = await readFile(path.join(ROOT, '.github/changes.md'), 'utf8');
  const patch = await readFile(PATCH, 'utf8');
  const added = patch.split('\n').filter((line) => line.startsWith('+') && !line.startsWith('+++'));
  const text = added.map((line) => line.slice(1).trim()).join('\n');
  const shown = blocksOf(guide).map((block) => withoutIndent(block.text));
  expect(shown.length).toBe(6);
  for (const code of shown) {
    const lines = code.split('\n').map((line) => line.trim());
    expect(text).toContain(lines.join('\n'));
  }
});

test('git can apply the patch with the example endpoint to the current source', async () => {
  // The nightly build also runs the checks and the tests on the patched source: see add-endpoint.test.ts.
  await promisify(execFile)('git', ['apply', '--check', PATCH], { cwd: ROOT });
});
