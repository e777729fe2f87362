// Tests the packed package against a sandbox, with the tools that partners use: compilers, runtimes, a test runner, and
// a bundler from the npm registry. Part of `npm run nightly -- package`. Arguments select individual tools.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { service } from '../../generated/operations.ts';
import { startServerTarget } from '../../scripts/bundled-targets/targets.ts';
import { nodeVersions } from '../../scripts/node-versions.ts';
import { pack } from '../../scripts/package.ts';
import { root } from '../../scripts/project/root.ts';
import { signWebhook } from '../../server/sdk/verify-webhook.ts';

const KIT = service.npm_package;
/** TypeScript versions, starting with the oldest that the package README lists. */
const COMPILERS = ['5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '6.0', 'latest'];
const supportsNode10Resolution = (version: string) => version.startsWith('5.');
const LTS = (await readFile(path.join(root, '.nvmrc'), 'utf8')).trim();

const folder = await mkdtemp(path.join(tmpdir(), 'elsewhere-'));
const at = (...names: string[]) => path.join(folder, ...names);
const sandbox = await startServerTarget('sandbox');
const { baseUrl, clientId, clientSecret } = sandbox.target;

async function signedDelivery() {
  const secret = 'a'.repeat(64);
  const ids = { event_id: 'e1', request_id: 'r1' } as const;
  const event = {
    ...ids,
    type: 'verification',
    status: 'verified',
    created_at: '2026-01-31T09:30:00.000000Z',
  } as const;
  return { ...(await signWebhook(event, secret)), secret };
}

async function run(program: string, ...args: string[]): Promise<string> {
  const settings = { BASE_URL: baseUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', ...settings };
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: folder,
    timeout: 300_000,
    maxBuffer: 64 * 1024 ** 2,
    env: { ...env, DELIVERY: JSON.stringify(await signedDelivery()) },
  }).catch(({ message, stdout, stderr }) => {
    throw new Error(`${message.split('\n')[0]}\n${stdout}${stderr}`);
  });
  return stdout;
}

const bin = (name: string) => at('node_modules/.bin', name);
const underNode = (version: string, ...args: string[]) =>
  run('npx', '--yes', `--package=node@${version}`, '--', 'node', ...args);

function expect(found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted)) throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);
}

const { version: contractVersion } = JSON.parse(await readFile(path.join(root, 'generated/openapi.json'), 'utf8')).info;

/** Expected output of the programs. `checkOutput` separately checks parts of the link and the schema. */
const OUTPUT = { event: 'verified', contract: contractVersion };
const MODULE_OUTPUT = {
  ...OUTPUT,
  refused: 'validation_failed',
  status: 'incomplete',
  forged: 'signature_mismatch',
  title: 'Bachelor of Commerce (Finance)',
};
const REQUIRED_OUTPUT = { ...OUTPUT, refused: 'not_found' };

function checkOutput(printed: string, wanted: object): void {
  const { redirect_uri, schema = '/schemas/RightToWorkSubmission.json', ...others } = JSON.parse(printed);
  expect(new URL(redirect_uri).pathname, '/partner/add/rightToWork');
  expect(schema.endsWith('/schemas/RightToWorkSubmission.json'), true);
  expect(others, wanted);
}

async function compiles(version: string): Promise<void> {
  const tsc = at('node_modules', `typescript-${version}`, 'bin/tsc');
  const compile = async (name: string, files: readonly string[], options: object) => {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      resolveJsonModule: true,
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      outDir: `out-${version}-${name}`,
      ...options,
    };
    await writeFile(at(`${version}-${name}.json`), JSON.stringify({ compilerOptions, files }));
    await run(process.execPath, tsc, '-p', `${version}-${name}.json`);
  };
  await compile('nodenext', ['main.ts', 'required.cts'], { module: 'nodenext', moduleResolution: 'nodenext' });
  await compile('bundler', ['main.ts'], { module: 'esnext', moduleResolution: 'bundler' });
  const old = { module: 'commonjs', moduleResolution: 'node10', esModuleInterop: true };
  if (supportsNode10Resolution(version)) await compile('node10', ['required.cts'], old);
}

const MODULE = 'out-5.4-nodenext/main.js';
const REQUIRED = 'out-5.4-nodenext/required.cjs';

/** Code for a worker and a browser bundle. The code uses only exports that work in every runtime. */
const PORTABLE = `
  import { createPartnerClient, PartnerApiError, qualificationTitle, verifyWebhook } from '${KIT}';

  export async function tryIt({ baseUrl, clientId, clientSecret, delivery }) {
    const client = createPartnerClient({ baseUrl, clientId, clientSecret });
    const { webhooks } = await client.listWebhooks();
    const refused = await client.getWebhook('none').catch((error) => error);
    const event = await verifyWebhook(delivery.body, delivery.headers, delivery.secret);
    const title = qualificationTitle({ course_name: 'Bachelor of Commerce' });
    return [webhooks, refused instanceof PartnerApiError && refused.code, event.status, title];
  }
`;
const PORTABLE_OUTPUT = [[], 'not_found', 'verified', 'Bachelor of Commerce'];
const given = async () => JSON.stringify({ baseUrl, clientId, clientSecret, delivery: await signedDelivery() });

async function bundle(): Promise<void> {
  await writeFile(at('portable.js'), PORTABLE);
  const lib = { entry: 'portable.js', formats: ['es'], fileName: 'portable' };
  const config = `export default { build: { lib: ${JSON.stringify(lib)}, outDir: 'out-vite' } };`;
  await writeFile(at('vite.config.js'), config);
  await underNode(LTS, 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn');
}

const JEST = `
  const { createPartnerClient, PartnerApiError, verifyWebhook } = require('${KIT}');
  const { BASE_URL: baseUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, DELIVERY } = process.env;
  const client = createPartnerClient({ baseUrl, clientId, clientSecret });

  test('the client sends a request', async () => expect(await client.listWebhooks()).toEqual({ webhooks: [] }));
  test('the client throws for an error response', () =>
    expect(client.getWebhook('none')).rejects.toBeInstanceOf(PartnerApiError));
  test('the webhook is verified', async () => {
    const { body, headers, secret } = JSON.parse(DELIVERY);
    expect(await verifyWebhook(Buffer.from(body), headers, secret)).toMatchObject({ status: 'verified' });
  });
`;

const WORKER = `
  import { tryIt } from './portable.js';
  export default { fetch: async (request) => Response.json(await tryIt(await request.json())) };
`;
const MINIFLARE = `
  import { readFile } from 'node:fs/promises';
  import { Miniflare } from 'miniflare';
  const module = async (name, file) => ({ type: 'ESModule', path: name, contents: await readFile(file, 'utf8') });
  const modules = [await module('worker.js', 'worker.js'), await module('portable.js', 'out-vite/portable.js')];
  const worker = new Miniflare({ modules, compatibilityDate: '2025-01-01' });
  const body = process.env.GIVEN ?? process.argv[2];
  const answer = await worker.dispatchFetch('http://worker.test/', { method: 'POST', body });
  console.log(await answer.text());
  await worker.dispose();
`;

/** Steps by name, in order, because some steps use the output of previous steps. */
const STEPS: Readonly<Record<string, () => Promise<void>>> = {
  ...Object.fromEntries(COMPILERS.map((version) => [`typescript-${version}`, () => compiles(version)])),
  ...Object.fromEntries(
    [...nodeVersions, 'latest'].map((version) => [
      `node-${version}`,
      async () => {
        checkOutput(await underNode(version, MODULE), MODULE_OUTPUT);
        checkOutput(await underNode(version, REQUIRED), REQUIRED_OUTPUT);
        const { version: own } = JSON.parse(await readFile(at('node_modules', `${KIT}-tools`, 'package.json'), 'utf8'));
        expect((await underNode(version, bin('partner-credentials'), '--version')).trim(), own);
      },
    ]),
  ),
  async deno() {
    const options = ['run', '--allow-all', '--node-modules-dir=manual'];
    checkOutput(await run(bin('deno'), ...options, MODULE), MODULE_OUTPUT);
    checkOutput(await run(bin('deno'), ...options, REQUIRED), REQUIRED_OUTPUT);
  },
  async bun() {
    checkOutput(await run(bin('bun'), MODULE), MODULE_OUTPUT);
    checkOutput(await run(bin('bun'), REQUIRED), REQUIRED_OUTPUT);
  },
  async jest() {
    // Creates a separate CommonJS project, in which Jest runs the test.
    await mkdir(at('jest'));
    await writeFile(at('jest/package.json'), '{}');
    await writeFile(at('jest/kit.test.js'), JEST);
    await underNode(LTS, 'node_modules/jest/bin/jest.js', '--ci', '--rootDir', 'jest');
  },
  async workerd() {
    await bundle();
    await writeFile(at('worker.js'), WORKER);
    await writeFile(at('miniflare.js'), MINIFLARE);
    expect(JSON.parse(await underNode(LTS, 'miniflare.js', await given())), PORTABLE_OUTPUT);
  },
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => STEPS[name] === undefined);
if (unknown.length > 0) throw new RangeError(`Unknown tool ${unknown}: use ${Object.keys(STEPS).join(', ')}`);

try {
  const packages = await Promise.all(
    ['package', 'tools-package'].map((name) => pack(path.join(root, 'dist', name), folder)),
  );
  const tarballs = packages.map(({ tarball }) => tarball);
  await writeFile(at('package.json'), '{ "type": "module", "private": true }');
  await copyFile(path.join(import.meta.dirname, 'consumer.txt'), at('main.ts'));
  await copyFile(path.join(import.meta.dirname, 'required.txt'), at('required.cts'));
  const compilers = COMPILERS.map((version) => `typescript-${version}@npm:typescript@${version}`);
  const others = ['@types/node@20', 'deno', 'bun', 'jest', 'vite', 'miniflare'];
  await run('npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs, ...compilers, ...others);
  for (const [name, attempt] of Object.entries(STEPS)) {
    // The step of the oldest compiler always runs, because this step builds the programs for the other steps.
    if (named.length > 0 && !named.includes(name) && name !== `typescript-${COMPILERS[0]}`) continue;
    const result = await attempt().then(
      () => 'works',
      (error: Error) => {
        process.exitCode = 1;
        return `fails: ${error.message}`;
      },
    );
    process.stdout.write(`${name.padEnd(18)}  ${result}\n`);
  }
} finally {
  await sandbox.stop();
  await rm(folder, { recursive: true, force: true });
}
