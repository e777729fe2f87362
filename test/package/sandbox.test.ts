import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { sandboxManifest } from '../../scripts/package/manifest.ts';
import { buildSandbox, type Packed, pack } from '../../scripts/package.ts';
import { example } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';

const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
const run = promisify(execFile);

let folder: string;
let packed: Packed;

beforeAll(async () => {
  folder = await temporaryFolder();
  const built = path.join(folder, 'built');
  await buildSandbox(built);
  packed = await pack(built, folder);
  await writeFile(path.join(folder, 'package.json'), '{"private":true}');
  await run('npm', ['install', '--no-audit', '--no-fund', packed.tarball], { cwd: folder, env });
}, 240_000);

test('the sandbox tarball contains the bundled service, the contract, the reference, and the licenses', async () => {
  expect(packed.size).toBeLessThan(5_000_000);
  const contracts = ['generated/openapi.json', 'generated/openapi.portable.json'];
  const files = ['LICENSE', 'NOTICES.txt', 'README.md', ...contracts, 'server/sandbox.js'];
  expect(packed.files).toEqual(expect.arrayContaining(files));
  expect(packed.files.filter((file) => /\.(ts|map)$/.test(file))).toEqual([]);
  // Lines must be short, because Node takes seconds to print an error that occurs in a very long line.
  for (const file of packed.files.filter((name) => /^server\/.*\.js$/.test(name))) {
    const lines = (await readFile(path.join(folder, 'built', file), 'utf8')).split('\n');
    expect(Math.max(...lines.map((line) => line.length)), file).toBeLessThan(100_000);
  }
});

async function startSandbox(port: number, variables: Record<string, string>) {
  const program = path.join('node_modules', sandboxManifest.name, 'server/sandbox.js');
  const child = spawn(process.execPath, [program, '--port', String(port)], {
    cwd: folder,
    env: { ...env, LOG_LEVEL: 'warn', ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close');
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false);
  for (let waited = 0; waited < 30_000 && !(await isReady()); waited += 100) await sleep(100);
  return () => {
    child.kill('SIGTERM');
    return ended;
  };
}

test('the sandbox package starts the service in an empty folder without user input', { timeout: 60_000 }, async () => {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const base = `http://127.0.0.1:${port}`;
  const stop = await startSandbox(port, {
    // Sets variables that a partner's CI can contain, because the sandbox must start in spite of them.
    NODE_ENV: 'production',
    METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  });
  let ended: unknown;
  try {
    const form = { grant_type: 'client_credentials', client_id: 'sandbox-partner', client_secret: 'sandbox-secret' };
    const answer = await fetch(`${base}/api/partner/v2/oauth/token.json`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const { access_token } = (await answer.json()) as { access_token: string };
    const post = async (target: string, body: object) => {
      const response = await fetch(base + target, {
        method: 'POST',
        headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    };
    const added = await post('/api/partner/v1/add/right_to_work.json', { ...example('RightToWorkAustralia'), id: 'A' });
    expect(added.status).toBe(201);
    const decided = await post('/api/partner/v2/sandbox/submissions/A/decision', { status: 'verified' });
    expect(decided).toMatchObject({ status: 200, body: { id: 'A', status: 'verified' } });
    expect(await (await fetch(`${base}/openapi.json`)).text()).toContain('decideSubmission');
    expect(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).toContain('pcs_database_up 1');
    expect((await fetch(`${base}/reference`)).status).toBe(200);
    expect(await (await fetch(`${base}/`)).text()).toContain('sandbox-partner');
  } finally {
    ended = await stop();
  }
  expect(ended).toEqual([0, null]);
});
