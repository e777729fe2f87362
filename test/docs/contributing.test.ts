import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, inject, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { ROOT } from '../support/process.ts';
import { sized } from '../support/size.ts';

const run = promisify(execFile);

let copy: string;

/** Folders that are not copied: installed packages, build output, data, and the Git repository. */
const LEFT_OUT = new Set(['node_modules', 'dist', '.data', '.git'].map((name) => path.join(ROOT, name)));

beforeAll(async () => {
  copy = await temporaryFolder();
  await cp(ROOT, copy, { recursive: true, filter: (from) => !LEFT_OUT.has(from) });
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  // `npm run generate` lists the documents with Git.
  await paste('git init --quiet && git add .');
});

/** Runs commands in a shell in the copied folder. Rejects with the output if a command fails. */
async function paste(text: string): Promise<string> {
  const passed = ['PATH', 'HOME', 'TMPDIR'].map((name) => [name, process.env[name]]);
  const env = {
    ...Object.fromEntries(passed.filter(([, value]) => value !== undefined)),
    // A single worker loads the server only once.
    VITEST_MAX_WORKERS: '1',
    // The commands use the PostgreSQL server of this run.
    DATABASE_URL: inject('postgresUrl'),
  };
  const { stdout } = await run('bash', ['-c', `set -euo pipefail\n${text}`], {
    cwd: copy,
    env,
    maxBuffer: 16 * 1024 ** 2,
  }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`A command failed:\n${text}\n${stdout}\n${stderr}`);
  });
  return stdout;
}

/** Returns the shell blocks of the section "Add an endpoint", in order. */
async function blocks(): Promise<string[]> {
  const text = await readFile(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const section = /## Add an endpoint\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '';
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

/** Faults in the query of the new list, each with a mismatch that the conformance kit reports. */
const FAULTS: readonly (readonly [from: RegExp, to: string, mismatch: RegExp])[] = [
  [/(select\('eventId'\)\.where\('webhookId'), '=', webhookId\)/, "$1, '<>', '')", /contains \d+ items \(Event\)/],
  [
    /'createdAt', 'desc'\)\s*\.orderBy\('eventId', 'desc'/,
    "'createdAt', 'asc').orderBy('eventId', 'asc'",
    /must be sorted newest first/,
  ],
  [/(refTuple\('createdAt', 'eventId'\), )'<'/, "$1'<='", /contains an item \(Event\) twice/],
  [/(\.limit\(limit\))(\s*\.execute\(\);\s*\}\),\s*\/\*\*)/, '$1.offset(1)$2', /lacks \d+ items \(Event\)/],
];

test('the commands in CONTRIBUTING.md add an endpoint that passes every check', {
  timeout: 600_000,
}, async () => {
  const [contract = '', store = '', handler = '', itsTests = '', rest = '', ...others] = await blocks();
  expect(others).toEqual([]);
  for (const block of [contract, store, handler]) await paste(block);
  const [write = '', run = ''] = itsTests.split(/^(?=npx vitest )/m);
  await paste(write);
  expect(rest).toMatch(/^npm run check$/m);
  // The short run only compiles. The nightly build runs the new tests, the other checks, and the conformance kit.
  if (sized(true, false)) {
    await paste('npm run check -- types');
    return;
  }
  // The new tests check the endpoint, and the store on both databases.
  expect(await paste(run)).toMatch(/(?<!\d)3 passed/);
  expect(await paste(rest)).toMatch(/^PASSED: No finding\. .*, limited to listWebhookEvents\.( Not tested[^\n]*)?$/m);

  const file = path.join(copy, 'server/storage/database/webhooks/delivery-log-store.ts');
  const text = await readFile(file, 'utf8');
  for (const [from, to, mismatch] of FAULTS) {
    await writeFile(file, text.replace(from, to));
    expect(await readFile(file, 'utf8')).not.toBe(text);
    const found = paste('npm run conformance -- --only listWebhookEvents --cases 0');
    await expect(found).rejects.toThrow(mismatch);
  }
});
