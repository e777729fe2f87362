import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { service } from '../../generated/operations.ts';
import { currentSecret, previousSecret } from '../sdk/webhooks/vectors.ts';
import { contract } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { ROOT } from '../support/process.ts';
import { sized } from '../support/size.ts';
import { environment, isInstalled, type Language, samples } from './receivers/languages.ts';
import { checkDeliveries } from './receivers/listen.ts';

const here = (name: string) => path.join(import.meta.dirname, 'frameworks', name);
const cache = path.join(ROOT, 'node_modules/.cache/frameworks');

type Framework = Pick<Language, 'serve'> & {
  name: string;
  tools: readonly string[];
  /** True if the test runs only in the nightly build, because installing or compiling the framework is slow. */
  isNightly: boolean;
  prepare(folder: string): Promise<void>;
};

const receivers: string = contract.tags.find(({ name }: { name: string }) => name === 'Receiving webhooks').description;

function codeOf(name: string): string {
  const [, section = ''] = receivers.split(`### ${name}\n`);
  const [, code] = /```\w+\n([\s\S]*?)```/.exec(section) ?? [];
  if (code === undefined) throw new Error(`The guide has no code for ${name}`);
  return code;
}

function skipReason({ tools, isNightly }: Framework): string {
  if (isNightly && sized(true, false)) return ' (not run: nightly build only)';
  const missing = tools.filter((tool) => !isInstalled(tool));
  return missing.length > 0 ? ` (not run: no ${missing.join(' and ')} on this machine)` : '';
}

/** Passes all environment variables to the command, because they can contain registry settings. */
const run = (cwd: string, command: string, ...args: string[]) => {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 240_000 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
};

const ofNode = (name: string, needs?: string): Framework => ({
  name,
  tools: ['node', ...(needs === undefined ? [] : ['npm'])],
  isNightly: needs !== undefined,
  async prepare(folder) {
    if (needs !== undefined) {
      await mkdir(path.join(cache, name), { recursive: true });
      run(path.join(cache, name), 'npm', 'install', '--prefix=.', '--ignore-scripts', '--no-audit', needs);
    }
    await writeFile(path.join(folder, 'receiver.ts'), codeOf(name));
    await copyFile(here('keep.ts'), path.join(folder, 'keep.ts'));
    await build({
      entryPoints: [path.join(folder, 'receiver.ts')],
      outfile: path.join(folder, 'receiver.mjs'),
      // Resolves the export `verify-webhook` of the SDK to its source file, so that the test needs no build.
      alias: { [`${service.npm_package}/verify-webhook`]: `${ROOT}/server/sdk/verify-webhook.ts` },
      nodePaths: [path.join(cache, name, 'node_modules'), path.join(ROOT, 'node_modules')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
  },
  serve: (folder) => [process.execPath, '--import', 'tsx', here('serve.ts'), path.join(folder, 'receiver.mjs')],
});

const frameworks: readonly Framework[] = [
  ofNode('Express', 'express@5'),
  ofNode('Hono'),
  ofNode('Next.js'),
  {
    name: 'FastAPI',
    tools: ['python3'],
    isNightly: true,
    async prepare(folder) {
      await mkdir(cache, { recursive: true });
      run(cache, 'python3', '-m', 'venv', 'FastAPI');
      run(cache, 'FastAPI/bin/pip', 'install', '--quiet', 'fastapi', 'uvicorn');
      await writeFile(path.join(folder, 'receiver.py'), codeOf('FastAPI'));
      await copyFile(path.join(samples, 'python.py'), path.join(folder, 'webhooks.py'));
      await copyFile(here('keep.py'), path.join(folder, 'keep.py'));
    },
    serve: (folder) => [path.join(cache, 'FastAPI/bin/python'), here('serve.py'), folder],
  },
  {
    name: 'Spring',
    tools: ['mvn', 'java', 'javac'],
    isNightly: true,
    async prepare(folder) {
      await copyFile(here('pom.xml'), path.join(folder, 'pom.xml'));
      const sources = path.join(folder, 'src/main/java/example');
      await mkdir(sources, { recursive: true });
      const put = (name: string, code: string) => writeFile(path.join(sources, name), `package example;\n${code}`);
      await put('WebhookController.java', codeOf('Spring'));
      await put('WebhookReceiver.java', await readFile(path.join(samples, 'java.java'), 'utf8'));
      await put('Application.java', await readFile(here('Application.java'), 'utf8'));
      run(folder, 'mvn', '-q', '-B', 'compile', 'dependency:copy-dependencies', '-DoutputDirectory=lib');
    },
    serve: (folder) => ['java', '-cp', `${folder}/target/classes:${folder}/lib/*`, 'example.Application'],
  },
  {
    name: 'net/http',
    tools: ['go'],
    isNightly: true,
    async prepare(folder) {
      await mkdir(path.join(folder, 'webhooks'));
      await copyFile(path.join(samples, 'go.go'), path.join(folder, 'webhooks/webhooks.go'));
      await writeFile(path.join(folder, 'main.go'), codeOf('net/http'));
      await copyFile(here('keep.go'), path.join(folder, 'keep.go'));
      await writeFile(path.join(folder, 'go.mod'), 'module example\n\ngo 1.22\n');
      run(folder, 'go', 'build', '-o', 'receiver', '.');
    },
    serve: (folder) => [path.join(folder, 'receiver')],
  },
];

const INSTALL_AND_TEST_TIMEOUT_MS = 600_000;

test('every framework in the guide about webhook receivers has a test', () => {
  const titles = [...receivers.matchAll(/^### (.*)$/gm)].map(([, title]) => title);
  expect(frameworks.map(({ name }) => name)).toEqual(titles);
});

for (const framework of frameworks) {
  const reason = skipReason(framework);
  const title = `the ${framework.name} receiver in the guide accepts only signed events, and stores each event once${reason}`;
  test.skipIf(reason !== '')(title, { timeout: INSTALL_AND_TEST_TIMEOUT_MS }, async () => {
    const folder = await temporaryFolder();
    await framework.prepare(folder);
    const WEBHOOK_SECRET = `${currentSecret},${previousSecret}`;
    const env = { ...environment, WEBHOOK_SECRET, PORT: String(await freePort()) };
    await checkDeliveries(framework.serve(folder, WEBHOOK_SECRET), env, '/webhooks');
  });
}
