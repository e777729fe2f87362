import { execFile } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { service as figures, type OperationId, operations } from '../../generated/operations.ts';
import type { Contract } from '../../scripts/contract/openapi.ts';
import { sdkManifest } from '../../scripts/package/manifest.ts';
import { codeSamples } from '../../scripts/reference/code-samples.ts';
import { createPartnerClient } from '../../server/sdk/client/client.ts';
import { startChangedServer } from '../support/changed-server.ts';
import { contract, example, operationAt } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { ROOT } from '../support/process.ts';
import { sized } from '../support/size.ts';
import { environment, isInstalled } from './receivers/languages.ts';

const execute = promisify(execFile);
const RUN_LIMIT_MS = sized(60_000, 300_000);
const ids = Object.keys(operations) as OperationId[];
const isDeletion = (id: OperationId) => operations[id].method === 'DELETE';
/** Moves deletions to the end, because no sample can use a deleted resource. */
const inOrder = ids.toSorted((a, b) => Number(isDeletion(a)) - Number(isDeletion(b)));
/** The short run covers a form, a JSON body, a query, a file, and a path without a body. */
const shortRunOperations = [
  'createTokenV2',
  'addRightToWork',
  'listVerificationRequests',
  'uploadAsset',
  'deleteWebhook',
];
const tried = sized(
  inOrder.filter((id) => shortRunOperations.includes(id)),
  inOrder,
);

interface Runner {
  label: string;
  tools: readonly string[];
  extension: string;
  compile?: (files: string[]) => string[];
  command: (file: string) => string[];
  isNightly?: boolean;
}

/** `command` is shell code that runs once for each file, with the file name in the variable `$file`. */
const eachOf = (files: string[], command: string) => [
  ...['sh', '-ec', `for file in "$@"; do ${command}; done`, 'sh'],
  ...files,
];

const runners: readonly Runner[] = [
  { label: 'curl', tools: ['bash', 'curl'], extension: 'sh', command: (file) => ['bash', file] },
  {
    label: 'TypeScript',
    tools: ['node'],
    extension: 'mts',
    // Every build checks the types of the samples, so only the nightly build has to run them.
    isNightly: true,
    // Bundles the client with each sample, so that the sample starts quickly.
    compile: (files) => [
      path.join(ROOT, 'node_modules/.bin/esbuild'),
      ...[...files, '--outdir=.', '--out-extension:.js=.mjs', '--bundle', '--platform=node', '--format=esm'],
      ...['--log-level=warning', `--alias:${figures.npm_package}=${path.join(ROOT, 'server/sdk/index.ts')}`],
    ],
    command: (file) => [process.execPath, file.replace('.mts', '.mjs')],
  },
  { label: 'Python', tools: ['python3'], extension: 'py', command: (file) => ['python3', file] },
  {
    label: 'Go',
    tools: ['go'],
    extension: 'go',
    isNightly: true,
    compile: (files) => eachOf(files, 'go build -o "$file.bin" "$file"'),
    command: (file) => [`${file}.bin`],
  },
  {
    label: 'Java',
    tools: ['java', 'javac'],
    extension: 'java',
    isNightly: true,
    // These options shorten the start of the Java virtual machine.
    command: (file) => ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', file],
  },
  {
    label: 'C#',
    tools: ['mcs', 'mono'],
    extension: 'cs',
    isNightly: true,
    compile: (files) => eachOf(files, 'mcs -r:System.Net.Http -out:"$file.exe" "$file"'),
    command: (file) => ['mono', `${file}.exe`],
  },
  { label: 'PHP', tools: ['php'], extension: 'php', command: (file) => ['php', file], isNightly: true },
  { label: 'Ruby', tools: ['ruby'], extension: 'rb', command: (file) => ['ruby', file], isNightly: true },
];

const sourceOf = (id: OperationId, label: string, from: Contract = contract): string =>
  codeSamples(from, id).find((sample) => sample.label === label)?.text ?? '';
const successOf = (id: OperationId): number =>
  Number(Object.keys(operations[id].responses).find((status) => status.startsWith('2')));

/** Returns the TypeScript blocks of the guides and READMEs, but not those for Express, which is not installed. */
async function documentedCode(): Promise<string[]> {
  const files = ['README.md', 'server/README.md', 'mock/README.md', 'scripts/package/package-readme.md'];
  const texts = await Promise.all(files.map((name) => readFile(path.join(ROOT, name), 'utf8')));
  texts.push(...contract.tags.map(({ description }: { description: string }) => description));
  const blocks = texts.flatMap((text) => [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code));
  return blocks.filter((code) => !code.includes("from 'express'"));
}

let folder: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(path.join(folder, 'file.pdf'), Buffer.from(example('PdfFile')));
  const blocks = await documentedCode();
  for (const [at, code] of blocks.entries()) await writeFile(path.join(folder, `guide-${at}.mts`), code);
  // Finds the block that other blocks import as `partner-client.ts`.
  const partnerClient = blocks.find((code) => code.includes('export const client'));
  await writeFile(path.join(folder, 'partner-client.ts'), partnerClient ?? '');
  for (const id of ids) await writeFile(path.join(folder, `${id}.mts`), sourceOf(id, 'TypeScript'));
  await writeFile(path.join(folder, 'keep.ts'), 'export declare function keep(event: object): Promise<void>;');
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(partnerCompilerOptions));
});

interface Sandbox {
  env: Record<string, string>;
  seen: { operation: OperationId | undefined; status: number }[];
  /** Returns a response to send instead of the sandbox's response, or undefined to keep the sandbox's response. */
  answer: (request: Request) => Promise<Response | undefined>;
  stop: () => Promise<unknown>;
}

async function startSandbox(): Promise<Sandbox> {
  const sandbox: Sandbox = { env: {}, seen: [], answer: async () => undefined, stop: async () => {} };
  const { target, stop } = await startChangedServer('samples', (fetch) => async (request, env) => {
    const operation = operationAt(request.method, new URL(request.url).pathname);
    const response = (await sandbox.answer(request)) ?? (await fetch(request, env));
    sandbox.seen.push({ operation, status: response.status });
    const etag = response.headers.get('etag');
    if (etag !== null) sandbox.env['WEBHOOK_ETAG'] = etag;
    return response;
  });
  const { baseUrl, clientId, clientSecret } = target;
  const client = createPartnerClient({ baseUrl, clientId, clientSecret });
  const batch = example('CredentialBatchOfEveryKind');
  const { asset_uploads } = await client.addCredentialBatch(batch);
  const upload = asset_uploads.find(({ asset_id }) => asset_id === batch.education_items[0].assets[0].asset_id);
  const { id } = await client.createWebhook({ url: 'http://127.0.0.1:9/' });
  const delivery = await client.sendTestEvent(id);
  const body = { grant_type: 'client_credentials' as const, client_id: clientId, client_secret: clientSecret };
  const { access_token } = await client.createTokenV2(body);
  const variables = { BASE_URL: baseUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, TOKEN: access_token };
  const links = { UPLOAD_URL: upload?.url ?? '', WEBHOOK_ID: id, DELIVERY_ID: delivery.id };
  return Object.assign(sandbox, { env: { ...sandbox.env, ...environment, ...variables, ...links }, stop });
}

async function prepare({ extension, compile }: Runner, sources: Record<string, string>): Promise<string[]> {
  const files = Object.keys(sources).map((name) => path.join(folder, `${name}.${extension}`));
  for (const [at, source] of Object.values(sources).entries()) await writeFile(files[at] ?? '', `${source}\n`);
  const [tool, ...args] = compile?.(files) ?? [];
  if (tool !== undefined) await execute(tool, args, { cwd: folder, env: environment, timeout: 5 * RUN_LIMIT_MS });
  return files;
}

function runFile({ command }: Runner, file: string, env: Record<string, string>) {
  const [tool = '', ...args] = command(file);
  return execute(tool, args, { cwd: folder, env, timeout: RUN_LIMIT_MS });
}

const partnerCompilerOptions = {
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
      [figures.npm_package]: [path.join(ROOT, 'server/sdk/index.ts')],
      [`${figures.npm_package}/client`]: [path.join(ROOT, 'server/sdk/client/client.ts')],
      [`${figures.npm_package}/verify-webhook`]: [path.join(ROOT, 'server/sdk/verify-webhook.ts')],
      [`${figures.npm_package}-tools`]: [path.join(ROOT, 'scripts/package/entries/mock.ts')],
    },
  },
  include: ['*.mts'],
};

test('every operation has a code sample in every language', () => {
  for (const id of ids)
    expect(codeSamples(contract, id).map(({ label, text }) => [label, text !== ''])).toEqual(
      runners.map(({ label }) => [label, true]),
    );
});

test('each code sample that replaces a webhook, deletes a webhook, or rotates a secret sends the ETag of the webhook in If-Match', () => {
  for (const id of ['replaceWebhook', 'deleteWebhook', 'rotateWebhookSecret'] as const)
    for (const { label } of runners) expect(sourceOf(id, label)).toMatch(/if-?match.*WEBHOOK_ETAG/i);
});

test('the TypeScript samples import the client from a module that the SDK package exports', () => {
  const { name, exports } = sdkManifest;
  const modules = Object.keys(exports).map((subpath) => subpath.replace('.', name));
  expect(modules).toContain(figures.npm_package);
});

test(
  'the TypeScript code in samples, guides, and READMEs compiles in strict mode without changes',
  async () => {
    const tsc = path.join(ROOT, 'node_modules/typescript-7/bin/tsc');
    const checked = await execute(process.execPath, [tsc, '-p', folder], { env: environment }).catch(
      (failed) => failed,
    );
    // Ignores errors in server files, which the mock imports and which need other compiler settings.
    const errors = (checked.stdout as string).split('\n').filter((line) => /^\S+\(\d/.test(line));
    expect(errors.filter((line) => !/^server\/(?!sdk\/)/.test(line))).toEqual([]);
  },
  RUN_LIMIT_MS,
);

function contractWithBody(body: unknown): Contract {
  const changed = structuredClone(contract);
  const operation = changed.paths[operations.addRightToWork.path].post;
  operation.requestBody.content['application/json'].examples = { Body: { value: body } };
  return changed;
}

const specialBody = {
  "it's": `O'Brien said "yes" for $HOME, #{HOME} #$0, \`ls\` and \\ twice\n\ttab \b\f\u0001\u2028 é 🪪 """`,
  "''": "'",
  '{x}': [1, -0.5, true, false, null, [], {}, '', { a: [['deep']] }],
  long: Array.from({ length: 12 }, (_, i) => `a member that needs a line of its own ${i}`),
};

for (const runner of runners) {
  const { label, tools, isNightly } = runner;
  const missing = tools.filter((tool) => !isInstalled(tool));
  const reason =
    missing.length > 0 ? `no ${missing.join(' and ')} on this machine` : isNightly && sized('nightly build only', '');
  const title = `The samples in ${label}${reason ? ` (not run: ${reason})` : ''}`;
  describe.skipIf(Boolean(reason))(title, { timeout: 10 * RUN_LIMIT_MS }, () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await startSandbox();
    });
    afterAll(() => sandbox.stop());

    test('every code sample runs unchanged and gets a success response from the service', async () => {
      const files = await prepare(runner, Object.fromEntries(tried.map((id) => [id, sourceOf(id, label)])));
      for (const [at, id] of tried.entries()) {
        await runFile(runner, files[at] ?? '', sandbox.env);
        // Checks only the last request, because the TypeScript client first requests a token.
        expect([id, sandbox.seen.at(-1)]).toEqual([id, { operation: id, status: successOf(id) }]);
      }
    });

    test('a code sample sends special characters in the request body unchanged', async () => {
      const source = sourceOf('addRightToWork', label, contractWithBody(specialBody));
      const [file = ''] = await prepare(runner, { special: source });
      let body: unknown;
      sandbox.answer = async (request) => {
        if (!request.url.endsWith(operations.addRightToWork.path)) return undefined;
        body = await request.json();
        return Response.json({ redirect_uri: 'https://app.example' }, { status: 201 });
      };
      await runFile(runner, file, sandbox.env);
      sandbox.answer = async () => undefined;
      expect(body).toEqual(specialBody);
    });

    test.skipIf(label === 'curl')(
      'a code sample prints the violation and exits with code 1 if the service rejects the request',
      async () => {
        const { id: _, ...body } = example('RightToWorkSingapore');
        const source = sourceOf('addRightToWork', label, contractWithBody(body));
        const [file = ''] = await prepare(runner, { refused: source });
        const failed = await runFile(runner, file, sandbox.env).catch((error) => error);
        expect(failed).toMatchObject({ code: 1 });
        expect(failed.stderr).toMatch(
          label === 'TypeScript' ? /PartnerApiError.*\/id/s : /422: \{.*"pointer":\s*"\/id"/s,
        );
      },
    );
  });
}
