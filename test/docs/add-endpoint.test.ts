import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { ROOT } from '../support/process.ts';
import { sized } from '../support/size.ts';

const PATCH = path.join(ROOT, 'test/docs/add-endpoint.patch');

const NOT_COPIED = new Set(['node_modules', 'dist', '.data', '.git'].map((name) => path.join(ROOT, name)));

async function copyOfProject(): Promise<{ folder: string; run: (command: string) => Promise<string> }> {
  const folder = await temporaryFolder();
  await cp(ROOT, folder, { recursive: true, filter: (from) => !NOT_COPIED.has(from) });
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  const passed = ['PATH', 'HOME', 'TMPDIR'].map((name) => [name, process.env[name]]);
  const env = {
    ...Object.fromEntries(passed.filter(([, value]) => value !== undefined)),
    // Uses a single worker, so that Vitest loads the server only once.
    VITEST_MAX_WORKERS: '1',
    DATABASE_URL: inject('postgresUrl'),
  };
  const options = { cwd: folder, env, maxBuffer: 16 * 1024 ** 2 };
  const run = (command: string) =>
    promisify(execFile)('bash', ['-c', `set -euo pipefail\n${command}`], options).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }) => Promise.reject(new Error(`${command}\n${stdout}\n${stderr}`)),
    );
  // Creates a Git repository, because `npm run generate` lists the documents with Git.
  await run('git init --quiet && git add .');
  return { folder, run };
}

const FAULTS: readonly (readonly [from: RegExp, to: string, mismatch: RegExp])[] = [
  [/\s+\.where\('eventId', 'in', deliveries\.select\('eventId'\)\)/, '', /contains \d+ items \(Event\)/],
  [
    /'createdAt', 'desc'\)\s*\.orderBy\('eventId', 'desc'/,
    "'createdAt', 'asc').orderBy('eventId', 'asc'",
    /must be sorted newest first/,
  ],
  [/(refTuple\('createdAt', 'eventId'\), )'<'/, "$1'<='", /contains an item \(Event\) twice/],
  [/(\.limit\(limit\))(\s*\.execute\(\);\s*\}\),\s*\/\*\*)/, '$1.offset(1)$2', /lacks \d+ items \(Event\)/],
];

test('the example endpoint in the guide about changes passes every check, and the conformance kit detects each fault injected into the endpoint', {
  timeout: 600_000,
}, async () => {
  const { folder, run } = await copyOfProject();
  await run(`git apply ${PATCH}`);
  await run('npm run generate');
  // The short run only checks types. The nightly build runs the new tests, all checks, and the conformance kit.
  if (sized(true, false)) {
    await run('npm run check -- types');
    return;
  }
  const tested = await run(
    "npx vitest run webhook-events test/storage/database/{sqlite,postgres} -t 'events of a webhook'",
  );
  expect(tested).toMatch(/(?<!\d)3 passed/);
  await run('npm run check');
  const conformance = 'npm run conformance -- --only listWebhookEvents';
  expect(await run(`${conformance} --sequences 4`)).toMatch(
    /^PASSED: No finding\. .*, limited to listWebhookEvents\.( Not tested[^\n]*)?$/m,
  );

  const file = path.join(folder, 'server/storage/database/webhooks/delivery-log-store.ts');
  const text = await readFile(file, 'utf8');
  for (const [from, to, mismatch] of FAULTS) {
    await writeFile(file, text.replace(from, to));
    expect(await readFile(file, 'utf8')).not.toBe(text);
    await expect(run(`${conformance} --sequences 0`)).rejects.toThrow(mismatch);
  }
});
