import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Hono } from 'hono';
import { load as parseYaml } from 'js-yaml';
import { beforeAll, expect, test } from 'vitest';
import { scopes } from '../../generated/operations.ts';
import type { Contract } from '../../scripts/contract/openapi.ts';
import { peers } from '../../scripts/package/bundles.ts';
import { buildSdk, buildTools, type Packed, pack, writeDownload } from '../../scripts/package.ts';
import { buildSite } from '../../scripts/reference/site.ts';
import { serveReference } from '../../server/api/reference-files.ts';
import type { RequestEnv } from '../../server/api/request-log.ts';
import { contract } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { ROOT } from '../support/process.ts';

const MODULES = path.join(ROOT, 'node_modules');
const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
const run = promisify(execFile);

let folder: string;
let consumer: string;
let sdk: Packed;
let tools: Packed;

/** Runs Node.js in the folder of a consumer. Resolves to the exit code and the output, even after a failure. */
const inConsumer = (args: readonly string[]) =>
  run(process.execPath, [...args], { cwd: consumer, env, timeout: 280_000 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

/** Runs the command of the package through the link that npm creates. */
const command = (...args: string[]) => inConsumer(['node_modules/.bin/partner-credentials', ...args]);

beforeAll(async () => {
  folder = await temporaryFolder();
  consumer = path.join(folder, 'consumer');
  await Promise.all([buildSdk(path.join(folder, 'sdk')), buildTools(path.join(folder, 'tools'))]);
  sdk = await pack(path.join(folder, 'sdk'), folder);
  tools = await pack(path.join(folder, 'tools'), folder);
  await mkdir(consumer);
  await writeFile(path.join(consumer, 'package.json'), '{"type":"module","private":true}');
  // Packs the dependencies of the SDK too, so that npm can install them without a network.
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) await pack(path.join(MODULES, name), consumer);
  const others = (await readdir(consumer)).filter((name) => name.endsWith('.tgz')).map((name) => `./${name}`);
  const install = ['install', '--offline', '--no-audit', '--no-fund'];
  await run('npm', [...install, sdk.tarball, tools.tarball, ...others], { cwd: consumer, env });
});

const manifestOf = async (name: 'sdk' | 'tools') =>
  JSON.parse(await readFile(path.join(folder, name, 'package.json'), 'utf8'));

test('the SDK package and the tools package stay below their size limits, and contain no tests, sources, or generators', () => {
  expect(sdk.unpackedSize).toBeLessThan(300_000);
  // The tools package is larger than the SDK, because it contains Prism for the mock.
  expect(tools.unpackedSize).toBeLessThan(12_000_000);
  const files = [...sdk.files, ...tools.files].filter((file) => !/^types\/generated\//.test(file));
  expect(files.filter((file) => /\btest\b|(?<!\.d)\.[cm]?tsx?$|generate|\.map$/.test(file))).toEqual([]);
});

test('a program can import the SDK if openapi-fetch is the only other installed package', async () => {
  const { dependencies, peerDependencies } = await manifestOf('sdk');
  expect([Object.keys(dependencies), peerDependencies]).toEqual([['openapi-fetch'], undefined]);
  const alone = path.join(folder, 'alone');
  const own = path.join(alone, 'node_modules/@partner-credentials/sdk');
  await mkdir(own, { recursive: true });
  await run('tar', ['-xzf', sdk.tarball, '-C', own, '--strip-components=1']);
  await cp(path.join(MODULES, 'openapi-fetch'), path.join(alone, 'node_modules/openapi-fetch'), { recursive: true });
  const program = `
    import { createPartnerClient } from '@partner-credentials/sdk';
    import { PartnerApiError } from '@partner-credentials/sdk/client';
    import { verifyWebhook } from '@partner-credentials/sdk/verify-webhook';
    console.log([createPartnerClient, PartnerApiError, verifyWebhook].map(({ name }) => name).join());`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: alone, env });
  expect(stdout).toBe('createPartnerClient,PartnerApiError,verifyWebhook\n');
});

// The nightly build also checks the packages with publint and attw: `npm run nightly -- package`.
test.each([
  'sdk',
  'tools',
] as const)('the tarball of the %s package contains every exported file, and each export lists its types first', async (name) => {
  const { exports, bin, main, types } = await manifestOf(name);
  const targets = Object.values<string | Record<string, Record<string, string>>>({ ...exports, ...bin, main, types });
  const conditions = targets.flatMap((target) => (typeof target === 'string' ? [] : Object.entries(target)));
  const files = targets.filter((target) => typeof target === 'string');
  const named = [...files, ...conditions.flatMap(([, target]) => Object.values(target))];
  const packed = name === 'sdk' ? sdk.files : tools.files;
  const missing = named.filter((each) => !packed.some((file) => `./${file}`.startsWith(each.replace(/\*$/, ''))));
  expect(missing).toEqual([]);
  for (const [, target] of conditions) expect(Object.keys(target)).toEqual(['types', 'default']);
  expect(new Set(conditions.map(([condition]) => condition))).toEqual(new Set(['import', 'require']));
});

test('the API reference contains the SDK tarball and its SHA-256 checksum, even after the reference is rebuilt', async () => {
  const site = path.join(folder, 'site');
  await writeDownload(sdk, site);
  await buildSite(contract as Contract, site);
  const app = new Hono<RequestEnv>();
  const files = { contract: pathToFileURL(`${ROOT}/generated/`), site: pathToFileURL(`${site}/`) };
  serveReference(app, 'http://localhost', files);
  const name = 'partner-credentials-sdk.tgz';
  const served = await app.request(`/reference/downloads/${name}`);
  expect(served.headers.get('Content-Type')).toBe('application/gzip');
  expect(Buffer.from(await served.arrayBuffer()).equals(await readFile(sdk.tarball))).toBe(true);
  const checksum = await (await app.request(`/reference/downloads/${name}.sha256`)).text();
  await writeFile(path.join(site, 'downloads', 'SHA256SUMS'), checksum);
  const checked = await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: path.join(site, 'downloads'), env });
  expect(checked.stdout).toBe(`${name}: OK\n`);
});

const KIT = 'npx --no-install @partner-credentials/sdk-tools';
const TARGET = ['--base-url', 'http://localhost:1', '--client-id', 'a', '--client-secret', 'b'];

test.each<[args: string[], text: RegExp]>([
  [['--version'], /^\d+\.\d+\.\d+\S*\n$/],
  [['--help'], new RegExp(`^Usage: ${KIT} <command>.*mock .*conformance `, 's')],
  [['mock', '--help'], new RegExp(`^Usage: ${KIT} .*--port <value> `, 's')],
  [['conformance', '--help'], new RegExp(`^Usage: ${KIT} conformance --base-url URL`)],
])('the package command with the arguments %j succeeds without the optional packages', async (args, text) => {
  expect(await command(...args)).toEqual({ code: 0, stdout: expect.stringMatching(text), stderr: '' });
});

test.each<[args: string[], text: RegExp]>([
  [[], /^The command is missing\.\n/],
  [['serve'], /^There is no command serve\.\n/],
  [['--loud'], /^There is no command --loud\.\n/],
  [['mock', '--loud'], /^error: unknown option '--loud'/],
  [['mock', '--port'], /^error: option '--port <value>' argument missing/],
  [['mock', 'now'], /^error: too many arguments/],
  [['conformance', '--loud'], /^Unknown option '--loud'/],
  [
    ['conformance', ...TARGET],
    /^The conformance kit .* Run: npm install --save-dev '@redocly\/cli@\S+' 'ajv@\S+' 'ajv-formats@\S+' 'fast-check@\S+'\n$/,
  ],
])('the package command with the arguments %j fails with an error that explains the mistake', async (args, text) => {
  expect(await command(...args)).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(text) });
});

test('the mock starts without the optional packages, both as a module and as a command', async () => {
  const printed = { code: 0, stdout: 'true\n', stderr: '' };
  const started = await inConsumer([
    '--input-type=module',
    '-e',
    `import { startMock } from '@partner-credentials/sdk-tools';
     import { createPartnerClient } from '@partner-credentials/sdk/client';
     const mock = await startMock();
     const options = { baseUrl: mock.url, clientId: 'sandbox-partner', clientSecret: 'sandbox-secret' };
     const { webhooks } = await createPartnerClient(options).listWebhooks();
     await mock.stop();
     console.log(webhooks.length > 0 && mock.requests().at(-1).operation === 'listWebhooks');`,
  ]);
  expect(started).toEqual(printed);
  const required = await inConsumer([
    '--input-type=commonjs',
    '-e',
    `const { startMock } = require('@partner-credentials/sdk-tools');
     startMock().then(async (mock) => {
       console.log((await fetch(mock.url + '/openapi.json')).ok);
       await mock.stop();
     });`,
  ]);
  expect(required).toEqual(printed);
  const port = await freePort();
  const args = ['node_modules/.bin/partner-credentials', 'mock', '--port', String(port), '--verbose'];
  const mock = spawn(process.execPath, args, {
    cwd: consumer,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    expect(String((await once(mock.stdout, 'data'))[0])).toContain(`http://localhost:${port}`);
    for (const name of ['openapi.json', 'openapi.portable.json']) {
      const printed = once(mock.stdout, 'data');
      expect((await fetch(`http://127.0.0.1:${port}/${name}`)).status).toBe(200);
      expect(String((await printed)[0])).toBe(`GET /${name} 200\n`);
    }
  } finally {
    mock.kill('SIGTERM');
  }
});

/** Source code of a faulty server: the property `webhooks` in its list of webhooks has the wrong name `items`. */
const WRONG_SERVER = `
import { createServer } from 'node:http';
const scope = ${JSON.stringify(scopes.join(' '))};
const json = (response, status, body) =>
  response.writeHead(status, { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' }).end(JSON.stringify(body));
createServer(({ url, headers }, response) => {
  if (url.startsWith('/api/partner/v2/oauth/token'))
    return json(response, 200, { access_token: 'a-token-with-the-number-1', token_type: 'Bearer', expires_in: 3600, scope });
  const isList = url === '/api/partner/v2/webhooks' && headers.authorization?.startsWith('Bearer ');
  return isList ? json(response, 200, { items: [] }) : json(response, 404, {});
}).listen(process.env.PORT);`;

/** Links the optional packages from this project's `node_modules`, so that the test does not need a registry. */
async function linkPeers(): Promise<Record<string, string>> {
  const { peerDependencies } = await manifestOf('tools');
  for (const name of Object.keys(peerDependencies)) {
    await mkdir(path.dirname(path.join(consumer, 'node_modules', name)), { recursive: true });
    await symlink(path.join(MODULES, name), path.join(consumer, 'node_modules', name));
  }
  return peerDependencies;
}

test('the CI jobs in the guide of the conformance kit fail if a server is faulty', { timeout: 300_000 }, async () => {
  const page = await readFile(path.join(folder, 'tools/ci.md'), 'utf8');
  const [github, gitlab] = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => parseYaml(text)) as [
    { jobs: { conformance: { steps: { name?: string; run?: string }[] } } },
    { conformance: { before_script: string[]; script: string[] } },
  ];
  const shell = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, text = '']) => text);
  const { steps } = github.jobs.conformance;
  const commands = steps.flatMap(({ run = [] }) => run);
  const peerDependencies = await linkPeers();
  const needed = peers.map((name) => `'${name}@${peerDependencies[name]}'`).join(' ');
  for (const install of [commands[0], gitlab.conformance.before_script.join('\n')])
    expect(install).toContain(`npm install --no-save ./kit.tgz ${needed}`);

  await writeFile(path.join(consumer, 'server.js'), WRONG_SERVER);
  const summary = path.join(consumer, 'summary.md');
  const groups: number[] = [];
  /** Runs a step of a CI job, in which the kit checks only one operation to save time. Resolves to the exit code. */
  const step = async (text: string, port: number) => {
    const limited = text.replace('--report report', '--report report --only listWebhooks --sequences 0');
    const credentials = { CLIENT_ID: 'acme', CLIENT_SECRET: 'a-secret-of-acme', GITHUB_STEP_SUMMARY: summary };
    const child = spawn('bash', ['-e', '-c', limited], {
      cwd: consumer,
      detached: true,
      stdio: 'ignore',
      env: { ...env, ...credentials, BASE_URL: `http://localhost:${port}`, PORT: String(port) },
    });
    groups.push(child.pid ?? 0);
    return new Promise<number | null>((resolve) => child.once('exit', resolve));
  };
  try {
    for (const texts of [commands.slice(1), gitlab.conformance.script]) {
      await rm(path.join(consumer, 'report'), { recursive: true, force: true });
      const port = await freePort();
      const codes: (number | null)[] = [];
      for (const text of texts) codes.push(await step(text, port));
      expect(codes).toEqual(texts.map((text) => (text.includes(' conformance ') ? 1 : 0)));
      const report = JSON.parse(await readFile(path.join(consumer, 'report/conformance.json'), 'utf8'));
      const name = 'listWebhooks: a valid request';
      const found = report.targets[0].findings.find((each: { case: string }) => each.case === name);
      expect(found).toMatchObject({ check: 'examples', expected: [{ status: 200 }], actual: { status: 200 } });
      const codeLine = `code: ${found.codes.join(', ')}`;
      for (const sentence of [...found.mismatches, codeLine, `case: ${name}`])
        expect(page).toContain(`\n      ${sentence}\n`);
      expect(await readFile(path.join(consumer, 'report/conformance.xml'), 'utf8')).toContain('name="listWebhooks"');
      expect(await step(`${shell[0]}`, port)).toBe(1);
      expect(await step(`TOKEN=a; ${found.script.trim()} > answer.txt; grep -q 'HTTP/1.1 200' answer.txt`, port)).toBe(
        0,
      );
    }
    expect(await readFile(summary, 'utf8')).toMatch(/<pre>.*listWebhooks.*FAILED: .*<\/pre>/s);
  } finally {
    for (const group of groups)
      try {
        process.kill(-group, 'SIGKILL');
      } catch {
        // Ignores the error that `kill` throws if all processes in the group have already ended.
      }
  }
});
