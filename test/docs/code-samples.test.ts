import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { service as figures, type OperationId, operations } from '../../generated/operations.ts';
import { curlSample, pythonSample, type SampleCall, typescriptSample } from '../../scripts/generate/code-samples.ts';
import type { CodeSample } from '../../scripts/generate/contract.ts';
import { packageManifest } from '../../scripts/package/manifest.ts';
import { contract, example, operationAt } from '../support/contract.ts';
import { ROOT } from '../support/process.ts';
import { environment, isInstalled } from './receivers/languages.ts';
import { withReadersSettings } from './samples/readers-settings.ts';

const run = promisify(execFile);
const RUN_LIMIT_MS = 60_000;
const ids = Object.keys(operations) as OperationId[];
/** As a reader may run them: what ends a thing after what is done with it. */
const inOrder = ids.toSorted((a, b) => Number(ends(a)) - Number(ends(b)));
function ends(id: OperationId): boolean {
  return operations[id].method === 'DELETE';
}

/** What runs the samples of a language, by its label. */
const runners: Record<string, { tool: string; extension: string; command: readonly string[] }> = {
  curl: { tool: 'curl', extension: 'sh', command: ['bash', runnerFile('run-curl.sh')] },
  TypeScript: {
    tool: 'node',
    extension: 'mts',
    command: [process.execPath, '--import', import.meta.resolve('tsx'), runnerFile('run-typescript.ts')],
  },
  Python: { tool: 'python3', extension: 'py', command: ['python3', runnerFile('run-python.py')] },
};

function runnerFile(name: string): string {
  return path.join(ROOT, 'test/docs/samples', name);
}

function samplesOf(id: OperationId): CodeSample[] {
  const { method, path } = operations[id];
  return contract.paths[path][method.toLowerCase()]['x-codeSamples'];
}

const sourceOf = (id: OperationId, label: string): string =>
  samplesOf(id).find((sample) => sample.label === label)?.source ?? '';
const successOf = (id: OperationId): number =>
  Number(Object.keys(operations[id].responses).find((status) => status.startsWith('2')));

/** The TypeScript of a page, but for what needs a package that is not installed. */
function typescriptOf(tag: string): string[] {
  const { description } = contract.tags.find(({ name }: { name: string }) => name === tag);
  const blocks = [...description.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  return blocks.filter((code) => !code.includes("from 'express'"));
}

/** What the fragments of the guides take from the reader's own program, which each of them may have itself. */
const READERS = `declare global {
  const createPartnerClient: typeof import('${figures.npm_package}').createPartnerClient;
  const unwrap: typeof import('${figures.npm_package}').unwrap;
  const openAsBlob: typeof import('node:fs').openAsBlob;
  const settings: import('${figures.npm_package}').PartnerClientOptions;
  const client: import('${figures.npm_package}').PartnerClient;
  const body: never, event: never;
  const secret: string, webhookId: string, requestId: string;
  function redirect(url: string): void;
  function show(value: unknown): void;
}
export {};`;

let folder: string;
/** Of the TypeScript samples. */
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'samples-'));
  await writeFile(path.join(folder, 'file.pdf'), Buffer.from(example('PdfFile')));
  for (const [at, code] of ['Package', 'Frameworks'].flatMap(typescriptOf).entries())
    await writeFile(path.join(folder, `guide-${at}.mts`), `${code}\nexport {};`);
  await writeFile(path.join(folder, 'readers.d.mts'), READERS);
  await writeFile(path.join(folder, 'keep.ts'), 'export declare function keep(event: object): Promise<void>;');
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  const tsconfig = path.join(folder, 'tsconfig.json');
  await writeFile(tsconfig, JSON.stringify(partnersSettings));
  env = {
    TSX_TSCONFIG_PATH: tsconfig,
    NODE_NO_WARNINGS: '1',
  };
  for (const [label, { extension }] of Object.entries(runners))
    for (const id of ids) await writeFile(path.join(folder, `${id}.${extension}`), `${sourceOf(id, label)}\n`);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Those of a partner's project, to whom the client comes from the package. */
const partnersSettings = {
  compilerOptions: {
    strict: true,
    target: 'ES2023',
    lib: ['ES2023'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
    types: ['node'],
    skipLibCheck: true,
    noEmit: true,
    // The package has JavaScript and declarations; here its sources stand in for it.
    allowImportingTsExtensions: true,
    paths: {
      [figures.npm_package]: [path.join(ROOT, 'server/partner-kit/index.ts')],
      [`${figures.npm_package}/client`]: [path.join(ROOT, 'server/partner-kit/client/client.ts')],
      [`${figures.npm_package}/verify-webhook`]: [path.join(ROOT, 'server/partner-kit/verify-webhook.ts')],
      [`${figures.npm_package}/mock`]: [path.join(ROOT, 'scripts/package/entries/mock.ts')],
    },
  },
  include: ['*.mts'],
};

test('every operation has a sample in every language', () => {
  for (const id of ids) expect(samplesOf(id).map(({ label }) => label)).toEqual(Object.keys(runners));
});

test('the samples import the client from where the package has it', () => {
  const { name, exports } = packageManifest(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));
  const modules = Object.keys(exports as object).map((subpath) => subpath.replace('.', String(name)));
  expect(modules).toContain(figures.npm_package);
});

test(
  'the TypeScript samples, and that of the guides, pass the type check of a strict project',
  async () => {
    const tsc = path.join(ROOT, 'node_modules/typescript-7/bin/tsc');
    const checked = await run(process.execPath, [tsc, '-p', folder], { env: environment }).catch(
      (failed: { stdout: string }) => failed,
    );
    expect(checked.stdout).toBe('');
  },
  RUN_LIMIT_MS,
);

for (const [label, { tool, extension, command }] of Object.entries(runners)) {
  const isHere = isInstalled(tool);
  const title = `every ${label} sample, as it is printed, calls its operation of the service, which succeeds`;
  test.skipIf(!isHere)(
    isHere ? title : `${title} (not run: no ${tool} on this machine)`,
    async () => {
      const [program = '', ...args] = command;
      const files = inOrder.map((id) => path.join(folder, `${id}.${extension}`));
      const { stdout } = await withReadersSettings((settings) =>
        run(program, [...args, ...files], { cwd: folder, env: { ...settings, ...env }, timeout: RUN_LIMIT_MS }),
      );
      const seen = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map(({ sample, method, url, status, failure }) => ({
          sample,
          operation: url && operationAt(method, new URL(url).pathname),
          status: Number(status),
          failure: failure ?? null,
        }));
      expect(seen).toEqual(inOrder.map((id) => ({ sample: id, operation: id, status: successOf(id), failure: null })));
    },
    RUN_LIMIT_MS,
  );
}

test.skipIf(!isInstalled('python3'))(
  'a Python sample that is refused ends with the violation, and no traceback',
  async () => {
    const sample = sourceOf('addRightToWork', 'Python').replace('"id":', '"ID":');
    const refused = await withReadersSettings((settings) =>
      run('python3', ['-c', sample], { env: settings, timeout: RUN_LIMIT_MS }).catch((failed) => failed),
    );
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^422: \{.*"pointer":\s*"\/id"/s);
    expect(refused.stderr).not.toContain('Traceback');
  },
);

describe('whatever the examples come to hold arrives as it is', () => {
  const value = {
    "it's": `O'Brien said "yes" for $HOME, \`ls\` and \\ twice\n\ttab \b\f\u0001\u2028 é 🪪`,
    "''": "'",
    '{x}': [1, -0.5, true, false, null, [], {}, '', { a: [['deep']] }],
    long: Array.from({ length: 12 }, (_, i) => `a member that needs a line of its own ${i}`),
  };
  const call: SampleCall = {
    operationId: 'anOperation',
    method: 'POST',
    path: '/a',
    pathParameters: {},
    query: {},
    isAuthorized: false,
    body: { kind: 'json', value },
    hasAnswer: true,
  };
  const bare = { env: environment, timeout: RUN_LIMIT_MS };

  test('in curl', async () => {
    const script = `BASE_URL=; curl() { printf %s "\${!#}"; }\n${curlSample(call)}`;
    expect(JSON.parse((await run('bash', ['-c', script], bare)).stdout)).toEqual(value);
  });

  test('in TypeScript', async () => {
    const statement = /unwrap\(([\s\S]*)\);\nconsole/.exec(typescriptSample(call, figures.npm_package))?.[1];
    const script = `const client = { anOperation: ({ body }) => console.log(JSON.stringify(body)) };\n[${statement}]`;
    expect(JSON.parse((await run(process.execPath, ['-e', script], bare)).stdout)).toEqual(value);
  });

  test.skipIf(!isInstalled('python3'))('in Python', async () => {
    const [statement] = pythonSample(call).split('request = ');
    const script = `${statement?.replace('os.environ["BASE_URL"]', '""')}print(json.dumps(body))`;
    expect(JSON.parse((await run('python3', ['-c', script], bare)).stdout)).toEqual(value);
  });
});
