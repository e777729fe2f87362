import { execFile } from 'node:child_process';
import { cp, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { ROOT } from '../support/process.ts';

const PARTS = [
  ...['spec', 'generated', 'scripts', 'server', 'mock', 'package.json', 'package-lock.json'],
  ...['tsconfig.json', 'LICENSE', 'CHANGELOG.md'],
];

const run = (folder: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', ...args], { cwd: folder }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

test('the release command writes the version, the changelog, and the contract, and the next compatibility check uses that contract', {
  timeout: 120_000,
}, async () => {
  const copy = await temporaryFolder();
  for (const part of PARTS) await cp(path.join(ROOT, part), path.join(copy, part), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  const read = (file: string) => readFile(path.join(copy, file), 'utf8');
  expect(await run(copy, 'scripts/release.ts', '97.0.0')).toMatchObject({ code: 0, stderr: '' });
  const changelog = await read('CHANGELOG.md');
  expect(changelog).not.toContain('## Unreleased');
  expect(changelog).toMatch(/^## 97\.0\.0 \(\d{4}-\d\d-\d\d\)$/m);
  const lock = JSON.parse(await read('package-lock.json'));
  const versions = [JSON.parse(await read('package.json')).version, lock.version, lock.packages[''].version];
  expect(versions).toEqual(['97.0.0', '97.0.0', '97.0.0']);
  const contract = await read('spec/releases/97.0.0.json');
  expect(JSON.parse(contract).info.version).toBe('97.0.0');
  expect(contract).toBe(await read('generated/openapi.json'));
  const { stdout } = await run(copy, 'scripts/check.ts', 'compatibility');
  expect(stdout).toContain('compatible with release 97.0.0');
});

test('the release command exits with code 2 and prints the usage if the version is invalid', async () => {
  expect(await run(ROOT, 'scripts/release.ts', 'minor')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Usage: npm run release'),
  });
});
