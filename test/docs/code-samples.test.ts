import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { service as figures, type OperationId, operations } from '../../generated/operations.ts';
import { curlSample, pythonSample, type SampleCall, typescriptSample } from '../../scripts/generate/code-samples.ts';
import type { Operation } from '../../scripts/generate/contract.ts';
import { packageManifest } from '../../scripts/package/manifest.ts';
import { createPartnerClient, unwrap } from '../../server/partner-kit/client/client.ts';
import { sandboxPartners } from '../../server/sandbox/partners.ts';
import { adds, contract, example, operationAt } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { ROOT } from '../support/process.ts';
import { startService } from '../support/service.ts';
import { sized } from '../support/size.ts';
import { environment, isInstalled } from './receivers/languages.ts';

const run = promisify(execFile);
const RUN_LIMIT_MS = 60_000;
const ids = Object.keys(operations) as OperationId[];
const isDeletion = (id: OperationId) => operations[id].method === 'DELETE';
/** Operations with the deletions last, because other samples cannot use a deleted resource. */
const inOrder = ids.toSorted((a, b) => Number(isDeletion(a)) - Number(isDeletion(b)));

/** Command that runs the samples of each language, by the label of the samples. */
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

function samplesOf(id: OperationId): NonNullable<Operation['x-codeSamples']> {
  const { method, path } = operations[id];
  return contract.paths[path][method.toLowerCase()]['x-codeSamples'];
}

const sourceOf = (id: OperationId, label: string): string =>
  samplesOf(id).find((sample) => sample.label === label)?.source ?? '';
const successOf = (id: OperationId): number =>
  Number(Object.keys(operations[id].responses).find((status) => status.startsWith('2')));

/** Returns the TypeScript blocks of a guide, except those that import Express, which is not installed. */
function typescriptOf(tag: string): string[] {
  const { description } = contract.tags.find(({ name }: { name: string }) => name === tag);
  const blocks = [...description.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  return blocks.filter((code) => !code.includes("from 'express'"));
}

/** Declarations of the variables and functions that the code fragments in the guides use but do not define. */
const DECLARATIONS = `declare global {
  const createPartnerClient: typeof import('${figures.npm_package}').createPartnerClient;
  const unwrap: typeof import('${figures.npm_package}').unwrap;
  const verifyWebhook: typeof import('${figures.npm_package}').verifyWebhook;
  const openAsBlob: typeof import('node:fs').openAsBlob;
  const settings: import('${figures.npm_package}').PartnerClientOptions;
  const client: import('${figures.npm_package}').PartnerClient;
  const body: never, event: never;
  const secret: string, webhookId: string, requestId: string;
  const rawBody: Uint8Array, request: Request;
  function readResult(requestId: string): void;
  function readStatus(submissionId: string): void;
  function redirect(url: string): void;
  function show(value: unknown): void;
}
export {};`;

let folder: string;
/** Additional environment variables for the samples. */
let env: Record<string, string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(path.join(folder, 'file.pdf'), Buffer.from(example('PdfFile')));
  for (const [at, code] of ['Package', 'Frameworks'].flatMap(typescriptOf).entries())
    await writeFile(path.join(folder, `guide-${at}.mts`), `${code}\nexport {};`);
  await writeFile(path.join(folder, 'readers.d.mts'), DECLARATIONS);
  await writeFile(path.join(folder, 'keep.ts'), 'export declare function keep(event: object): Promise<void>;');
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  const tsconfig = path.join(folder, 'tsconfig.json');
  await writeFile(tsconfig, JSON.stringify(partnerSettings));
  env = { TSX_TSCONFIG_PATH: tsconfig, NODE_NO_WARNINGS: '1' };
  for (const [label, { extension }] of Object.entries(runners))
    for (const id of ids) await writeFile(path.join(folder, `${id}.${extension}`), `${sourceOf(id, label)}\n`);
});

/**
 * Calls `work` with the environment variables that samples use: the sandbox and its credentials, an access token, the
 * upload link of a PDF, a webhook, and a delivery of the webhook.
 */
async function withSampleSettings<T>(work: (env: Record<string, string>) => Promise<T>): Promise<T> {
  const service = await startService();
  try {
    const { clientId = '', secret = '' } = sandboxPartners[0] ?? {};
    const client = createPartnerClient({ baseUrl: service.url, clientId, clientSecret: secret });
    const batch = example('CredentialBatchOfEveryKind');
    const { asset_uploads } = await unwrap(client.addCredentialBatch({ body: batch }));
    const upload = asset_uploads.find(({ asset_id }) => asset_id === batch.education_items[0].assets[0].asset_id);
    if (upload?.asset_type !== 'pdf') throw new Error('The first asset of the example must be a PDF');
    const { id } = await unwrap(client.createWebhook({ body: { url: 'http://127.0.0.1:9/' } }));
    const delivery = await unwrap(client.sendTestEvent({ params: { path: { id } } }));
    return await work({
      ...environment,
      BASE_URL: service.url,
      CLIENT_ID: clientId,
      CLIENT_SECRET: secret,
      TOKEN: await service.token(),
      // The upload link contains the public URL of the service.
      UPLOAD_URL: upload.url.replace(new URL(upload.url).origin, service.url),
      WEBHOOK_ID: id,
      DELIVERY_ID: delivery.id,
    });
  } finally {
    await service.stop();
  }
}

/** Compiler settings for the project of a partner, which imports the client from the package. */
const partnerSettings = {
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
    // Imports of the package resolve to its source files, so that the test does not have to build the package.
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

test('the samples import the client from the package that exports it', () => {
  const { name, exports } = packageManifest(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));
  const modules = Object.keys(exports as object).map((subpath) => subpath.replace('.', String(name)));
  expect(modules).toContain(figures.npm_package);
});

test(
  'the TypeScript samples pass a strict type check',
  async () => {
    const tsc = path.join(ROOT, 'node_modules/typescript-7/bin/tsc');
    const checked = await run(process.execPath, [tsc, '-p', folder], { env: environment }).catch(
      (failed: { stdout: string }) => failed,
    );
    // The samples import the mock, which imports server files. Those need the compiler settings of this project.
    const errors = checked.stdout.split('\n').filter((line) => /^\S+\(\d/.test(line));
    expect(errors.filter((line) => !/^server\/(?!partner-kit\/)/.test(line))).toEqual([]);
  },
  RUN_LIMIT_MS,
);

for (const [label, { tool, extension, command }] of Object.entries(runners)) {
  const isHere = isInstalled(tool);
  const title = `every ${label} sample runs unchanged and its operation succeeds`;
  test.skipIf(!isHere)(
    isHere ? title : `${title} (not run: no ${tool} on this machine)`,
    async () => {
      const [program = '', ...args] = command;
      const files = inOrder.map((id) => path.join(folder, `${id}.${extension}`));
      const { stdout } = await withSampleSettings((settings) =>
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

/** Programs from the guide that can call any operation, each with its compiler command. */
const programs = [
  { source: 'go.go', copy: 'call.go', compile: ['go', 'build', '-o', 'call', 'call.go'], command: ['./call'] },
  {
    ...{ source: 'java.java', copy: 'Call.java' },
    ...{ compile: ['javac', '-Xlint:all', '-Werror', 'Call.java'], command: ['java', 'Call'] },
  },
] as const;

for (const { source, copy, compile, command } of programs) {
  const [compiler, ...compilerArguments] = compile;
  // A compiler takes a minute when it first runs on a machine.
  test.skipIf(sized(true, false) || !isInstalled(compiler))(
    `the program ${source} in the guide creates every kind of submission, uploads a file, and reads a status`,
    async () => {
      await copyFile(path.join(ROOT, 'spec/samples/call', source), path.join(folder, copy));
      await run(compiler, compilerArguments, { cwd: folder, env: environment });
      await withSampleSettings(async (settings) => {
        const call = async (id: OperationId, ...rest: string[]) => {
          const target = operations[id].path.replace('{id}', example('MicrocredentialBatchOfThree').id);
          const [program, ...args] = [...command, operations[id].method, id === 'uploadAsset' ? '' : target, ...rest];
          const given = args.filter(Boolean);
          return JSON.parse((await run(program, given, { cwd: folder, env: settings, timeout: RUN_LIMIT_MS })).stdout);
        };
        for (const [id, name] of Object.entries(adds)) {
          await writeFile(path.join(folder, 'body.json'), JSON.stringify(example(name)));
          expect((await call(id as OperationId, 'body.json')).redirect_uri, id).toContain('/partner/add/');
        }
        const asset = await call('uploadAsset', settings['UPLOAD_URL'] ?? '', 'file.pdf');
        expect(asset).toMatchObject({ asset_type: 'pdf' });
        expect(await call('getSubmissionStatusV2')).toMatchObject({ status: 'incomplete' });
      });
    },
    300_000,
  );
}

test.skipIf(!isInstalled('python3'))(
  'a Python sample prints the violation of a rejected request without a traceback',
  async () => {
    const sample = sourceOf('addRightToWork', 'Python').replace('"id":', '"ID":');
    const refused = await withSampleSettings((settings) =>
      run('python3', ['-c', sample], { env: settings, timeout: RUN_LIMIT_MS }).catch((failed) => failed),
    );
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^422: \{.*"pointer":\s*"\/id"/s);
    expect(refused.stderr).not.toContain('Traceback');
  },
);

describe('A sample for a body with special characters', () => {
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
    mediaType: 'application/json',
    json: value,
  };
  const bare = { env: environment, timeout: RUN_LIMIT_MS };

  test('the curl sample sends the body unchanged', async () => {
    const script = `BASE_URL=; curl() { printf %s "\${!#}"; }\n${curlSample(call)}`;
    expect(JSON.parse((await run('bash', ['-c', script], bare)).stdout)).toEqual(value);
  });

  test('the TypeScript sample sends the body unchanged', async () => {
    const statement = /unwrap\(([\s\S]*)\);\nconsole/.exec(typescriptSample(call, figures.npm_package))?.[1];
    const script = `const client = { anOperation: ({ body }) => console.log(JSON.stringify(body)) };\n[${statement}]`;
    expect(JSON.parse((await run(process.execPath, ['-e', script], bare)).stdout)).toEqual(value);
  });

  test.skipIf(!isInstalled('python3'))('the Python sample sends the body unchanged', async () => {
    const [statement] = pythonSample(call).split('request = ');
    const script = `${statement?.replace('os.environ["BASE_URL"]', '""')}print(json.dumps(body))`;
    expect(JSON.parse((await run('python3', ['-c', script], bare)).stdout)).toEqual(value);
  });
});
