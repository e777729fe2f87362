import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { drift } from '../../scripts/check-generated.ts';
import { root } from '../../scripts/root.ts';

test('generated/ is what spec/ gives', async () => {
  expect(await drift(path.join(root, 'generated'))).toEqual([]);
});

test('a changed, a missing and an extra file are found', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'generated-'));
  try {
    await cp(path.join(root, 'generated'), folder, { recursive: true });
    await appendFile(path.join(folder, 'validators.js'), '\n');
    await rm(path.join(folder, 'client.ts'));
    await writeFile(path.join(folder, 'more.ts'), '');
    expect((await drift(folder)).sort()).toEqual(['changed: validators.js', 'extra: more.ts', 'missing: client.ts']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
