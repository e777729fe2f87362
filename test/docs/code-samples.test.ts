import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations, service } from '../../generated/operations.ts';
import { startMock } from '../../mock/create-mock.ts';
import type { RunningMock } from '../../mock/running-mock.ts';
import { curlSample } from '../../scripts/generate/code-samples/curl.ts';
import { pythonSample } from '../../scripts/generate/code-samples/python.ts';
import type { SampleCall } from '../../scripts/generate/code-samples/sample-call.ts';
import { typescriptSample } from '../../scripts/generate/code-samples/typescript.ts';
import type { CodeSample } from '../../scripts/generate/contract.ts';
import { packageManifest } from '../../scripts/package/manifest.ts';
import { createPartnerClient, unwrap } from '../../server/partner-kit/client/client.ts';
import { sandboxPartners } from '../../server/sandbox/partners.ts';
import { contract, example, operationAt } from '../support/contract.ts';
import { ROOT } from '../support/process.ts';
import { environment, isInstalled } from './receivers/languages.ts';

const run = promisify(execFile);
const RUN_LIMIT_MS = 60_000;
const ids = Object.keys(operations) as OperationId[];

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

let folder: string;
let mock: RunningMock;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'samples-'));
  mock = await startMock({ port: 0, host: '127.0.0.1' });
  const [partner] = sandboxPartners;
  if (partner === undefined) throw new Error('The sandbox has no partner');
  const client = createPartnerClient({
    baseUrl: mock.url,
    clientId: partner.clientId,
    clientSecret: partner.secret,
  });
  const body = {
    grant_type: 'client_credentials' as const,
    client_id: partner.clientId,
    client_secret: partner.secret,
  };
  const { access_token } = await unwrap(client.createTokenV2({ body }));
  const batch = example('CredentialBatchOfEveryKind');
  const { asset_uploads } = await unwrap(client.addCredentialBatch({ body: batch }));
  const [pdf] = batch.education_items[0].assets;
  expect(pdf.asset_type).toBe('pdf');
  const upload = asset_uploads.find(({ asset_id }) => asset_id === pdf.asset_id);
  await writeFile(path.join(folder, 'file.pdf'), Buffer.from(example('PdfFile')));
  const tsconfig = path.join(folder, 'tsconfig.json');
  await writeFile(tsconfig, JSON.stringify(partnersSettings));
  env = {
    ...environment,
    BASE_URL: mock.url,
    CLIENT_ID: partner.clientId,
    CLIENT_SECRET: partner.secret,
    TOKEN: access_token,
    UPLOAD_URL: upload?.url ?? '',
    TSX_TSCONFIG_PATH: tsconfig,
    NODE_NO_WARNINGS: '1',
  };
  for (const [label, { extension }] of Object.entries(runners))
    for (const id of ids) await writeFile(path.join(folder, `${id}.${extension}`), `${sourceOf(id, label)}\n`);
});

afterAll(async () => {
  await mock?.stop();
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
    paths: { [service.npm_package]: [path.join(ROOT, 'server/partner-kit/index.ts')] },
  },
  include: ['*.mts'],
};

test('every operation has a sample in every language', () => {
  for (const id of ids) expect(samplesOf(id).map(({ label }) => label)).toEqual(Object.keys(runners));
});

test('the samples import the client from where the package has it', () => {
  const { name, exports } = packageManifest(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));
  const modules = Object.keys(exports as object).map((subpath) => subpath.replace('.', String(name)));
  expect(modules).toContain(service.npm_package);
});

test(
  'the TypeScript samples pass the type check of a strict project',
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
  const title = `every ${label} sample calls its operation, which succeeds`;
  test.skipIf(!isHere)(
    isHere ? title : `${title} (not run: no ${tool} on this machine)`,
    async () => {
      const [program = '', ...args] = command;
      const files = ids.map((id) => path.join(folder, `${id}.${extension}`));
      const { stdout } = await run(program, [...args, ...files], { cwd: folder, env, timeout: RUN_LIMIT_MS });
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
      expect(seen).toEqual(ids.map((id) => ({ sample: id, operation: id, status: successOf(id), failure: null })));
    },
    RUN_LIMIT_MS,
  );
}

test.skipIf(!isInstalled('python3'))(
  'a Python sample that is refused ends with the violation, and no traceback',
  async () => {
    const sample = sourceOf('addRightToWork', 'Python').replace('"id":', '"ID":');
    const refused = await run('python3', ['-c', sample], { env, timeout: RUN_LIMIT_MS }).catch((failed) => failed);
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
    const statement = /unwrap\(([\s\S]*)\);\nconsole/.exec(typescriptSample(call, service.npm_package))?.[1];
    const script = `const client = { anOperation: ({ body }) => console.log(JSON.stringify(body)) };\n[${statement}]`;
    expect(JSON.parse((await run(process.execPath, ['-e', script], bare)).stdout)).toEqual(value);
  });

  test.skipIf(!isInstalled('python3'))('in Python', async () => {
    const [statement] = pythonSample(call).split('request = ');
    const script = `${statement?.replace('os.environ["BASE_URL"]', '""')}print(json.dumps(body))`;
    expect(JSON.parse((await run('python3', ['-c', script], bare)).stdout)).toEqual(value);
  });
});
