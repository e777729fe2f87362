import { execFile } from 'node:child_process';
import { copyFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '../support/process.ts';
import { sized } from '../support/size.ts';

const PARTS = [
  ...['spec', 'generated', 'scripts', 'server', 'mock', 'package.json', 'package-lock.json'],
  ...['tsconfig.json', 'LICENSE', 'CHANGELOG.md'],
];
const TIME = { timeout: 120_000 };

let copy: string;
let current: string;
let minor: string;

beforeEach(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'release-test-'));
  for (const part of PARTS) await cp(path.join(ROOT, part), at(part), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules'), at('node_modules'));
  current = JSON.parse(await read('package.json')).version;
  const [first = 0, second = 0] = current.split('.').map(Number);
  minor = `${first}.${second + 1}.0`;
  // Makes the current contract the last release, so that unreleased changes do not affect the tests.
  await writeFile(at('spec/releases/unreleased.json'), '{ "equivalent": [], "stricter": [] }');
  await copyFile(at('generated/openapi.json'), at(`spec/releases/${current}.json`));
});

afterEach(() => rm(copy, { recursive: true, force: true }));

const at = (file: string) => path.join(copy, file);
const read = (file: string) => readFile(at(file), 'utf8');

/** Runs a script in the copy. Resolves to the exit code and the output, even after a failure. */
const tsx = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', ...args], {
    cwd: copy,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

/** Imports a script from the copy into this process. The script works on the copied project. */
const scriptOf = (file: string) => import(/* @vite-ignore */ pathToFileURL(at(file)).href);

/** Runs the release command in this process. Only the first test checks the real exit code and error output. */
async function release(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const output: string[] = [];
  const script = await scriptOf('scripts/release.ts');
  const refusal: Error | null = await script
    .release(args, (text: string) => output.push(text))
    .then(() => null)
    .catch((error: unknown) => error);
  if (refusal !== null && refusal.name !== 'CannotRelease') throw refusal;
  return { code: refusal === null ? 0 : 2, stdout: output.join(''), stderr: refusal?.message ?? '' };
}

async function change(file: string, from: string, to: string): Promise<void> {
  const text = await read(file);
  expect(text).toContain(from);
  await writeFile(at(file), text.replace(from, to));
  await (await scriptOf('scripts/generate.ts')).writeGenerated();
}

test('the release command rejects a contract change if generated/ is outdated', TIME, async () => {
  await writeFile(at('generated/openapi.json'), `${await read('generated/openapi.json')}\n`);
  const { code, stderr } = await tsx('scripts/release.ts', 'patch');
  expect(code).toBe(2);
  expect(stderr).toMatch(/npm run generate\.\nchanged: openapi\.json/);
});

// Two releases take a long time, so only the nightly build runs this test.
test.skipIf(sized(true, false))('the release command writes a minor release', TIME, async () => {
  const name = 'spec/components/schemas/submission-status.yaml';
  await change(name, 'properties:\n', 'properties:\n    note:\n      description: A note.\n      type: string\n');
  const released = await release('minor');
  expect(released).toMatchObject({ code: 0, stderr: '' });
  expect(released.stdout).toContain(`${current} -> ${minor}.`);
  const changelog = await read('CHANGELOG.md');
  expect(changelog).not.toContain('## Unreleased');
  expect(changelog.indexOf(`## ${minor} (`)).toBeGreaterThan(0);
  expect(changelog.indexOf(`## ${minor} (`)).toBeLessThan(changelog.indexOf(`## ${current} (`));
  expect(JSON.parse(await read('package.json')).version).toBe(minor);
  const lock = JSON.parse(await read('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual([minor, minor]);
  const contract = await read(`spec/releases/${minor}.json`);
  expect(JSON.parse(contract).info.version).toBe(minor);
  expect(contract).toBe(await read('generated/openapi.json'));
  const unreleased = await tsx('scripts/check.ts', 'compatibility');
  expect(unreleased.stdout).toContain(`compatible with release ${minor}`);
});
