import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { service as figures, type OperationId, operations } from '../../generated/operations.ts';
import type { CodeSample } from '../../scripts/generate/contract.ts';
import { sandboxPartners } from '../../server/sandbox/partners.ts';
import { startAtItsOwnAddress } from '../browser/support.ts';
import { contract, example } from '../support/contract.ts';
import { ROOT } from '../support/process.ts';
import { sized } from '../support/size.ts';
import { environment, isInstalled, languages } from './receivers/languages.ts';
import { listen } from './receivers/listen.ts';

const run = promisify(execFile);
const LIMIT_MS = 300_000;

const ADDS = [
  'addEducation',
  'addEnglishProficiency',
  'addMicrocredential',
  'addRightToWork',
  'addMicrocredentialBatch',
  'addCredentialBatch',
] as const satisfies OperationId[];

/** The receiver of a partner who copies the example. */
const EXAMPLE_URL = 'https://hiring.acme.example/webhooks/credentials';

type Settings = Record<string, string>;
type Command = [program: string, ...args: string[]];

/** How what the reference prints is run in a language. */
interface Reader {
  language: string;
  tools: string[];
  prepare?(folder: string): Promise<unknown>;
  /** Writes what calls an operation into the folder, and gives the command. */
  command(id: OperationId, folder: string, settings: Settings): Promise<Command>;
  env?(folder: string): Settings;
}

const operationOf = (id: OperationId) =>
  contract.paths[operations[id].path][operations[id].method.toLowerCase()] as {
    'x-codeSamples': CodeSample[];
    requestBody?: { content: Record<string, { examples: Record<string, { $ref: string }> }> };
  };

/** Its own code sample, with the reader's own receiver in it. */
async function sampleIn(folder: string, id: OperationId, label: string, file: string, { RECEIVER_URL }: Settings) {
  const source = operationOf(id)['x-codeSamples'].find((sample) => sample.label === label)?.source ?? '';
  const place = path.join(folder, file);
  await writeFile(place, source.replace(EXAMPLE_URL, RECEIVER_URL ?? EXAMPLE_URL));
  return place;
}

/** The program that the guide has for any call, with the first example of the operation. */
async function callOf(id: OperationId, folder: string, settings: Settings): Promise<string[]> {
  const { method, path: template } = operations[id];
  const { requestBody } = operationOf(id);
  if (id === 'uploadAsset') return [method, settings['UPLOAD_URL'] ?? '', 'file.pdf'];
  const target = template.replace('{id}', settings[template.includes('webhooks') ? 'WEBHOOK_ID' : 'REQUEST_ID'] ?? '');
  const [first] = Object.keys(requestBody?.content['application/json']?.examples ?? {});
  if (first === undefined) return [method, target];
  const body = JSON.stringify(example(first)).replace(EXAMPLE_URL, settings['RECEIVER_URL'] ?? EXAMPLE_URL);
  await writeFile(path.join(folder, 'body.json'), body);
  return [method, target, 'body.json'];
}

const program = (name: string) => path.join(ROOT, 'spec/samples/call', name);

const readers: Reader[] = [
  {
    language: 'TypeScript',
    tools: ['node'],
    // The package has the client; here its source stands in for it.
    prepare: (folder) =>
      writeFile(
        path.join(folder, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: { paths: { [figures.npm_package]: [path.join(ROOT, 'server/partner-kit/index.ts')] } },
        }),
      ),
    command: async (id, folder, settings) => [
      process.execPath,
      '--import',
      import.meta.resolve('tsx'),
      await sampleIn(folder, id, 'TypeScript', `${id}.mts`, settings),
    ],
    env: (folder) => ({ TSX_TSCONFIG_PATH: path.join(folder, 'tsconfig.json'), NODE_NO_WARNINGS: '1' }),
  },
  {
    language: 'Python',
    tools: ['python3'],
    command: async (id, folder, settings) => ['python3', await sampleIn(folder, id, 'Python', `${id}.py`, settings)],
  },
  {
    language: 'Go',
    tools: ['go'],
    async prepare(folder) {
      await copyFile(program('go.go'), path.join(folder, 'call.go'));
      await run('go', ['build', '-o', 'call', 'call.go'], { cwd: folder, env: environment, timeout: LIMIT_MS });
    },
    command: async (id, folder, settings) => [path.join(folder, 'call'), ...(await callOf(id, folder, settings))],
  },
  {
    language: 'Java',
    tools: ['java', 'javac'],
    async prepare(folder) {
      await copyFile(program('java.java'), path.join(folder, 'Call.java'));
      await run('javac', ['-Xlint:all', '-Werror', 'Call.java'], { cwd: folder, timeout: LIMIT_MS });
    },
    command: async (id, folder, settings) => ['java', '-cp', folder, 'Call', ...(await callOf(id, folder, settings))],
  },
];

/** A member of what a sample prints, which is written as its language writes it. */
function told(printed: string, member: string): string {
  const [, value] = new RegExp(`["']?\\b${member}["']?: ?["']([^"']+)["']`).exec(printed) ?? [];
  if (value === undefined) throw new Error(`There is no ${member} in ${printed}`);
  return value;
}

// One language by day.
for (const reader of sized(readers.slice(0, 1), readers)) {
  const missing = reader.tools.filter((tool) => !isInstalled(tool));
  const title = `from a token to a verified webhook in ${reader.language}, with what the reference prints alone`;
  test.skipIf(missing.length > 0)(
    missing.length > 0 ? `${title} (not run: no ${missing.join(' and ')} on this machine)` : title,
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'first-hour-'));
      const service = await startAtItsOwnAddress();
      const [partner] = sandboxPartners;
      const settings: Settings = {
        BASE_URL: service.publicUrl,
        CLIENT_ID: partner?.clientId ?? '',
        CLIENT_SECRET: partner?.secret ?? '',
        REQUEST_ID: example('VerificationOfAcme').request_id,
      };
      const env = () => ({ ...environment, ...reader.env?.(folder), ...settings });
      const call = async (id: OperationId) => {
        const [command, ...args] = await reader.command(id, folder, settings);
        return (await run(command, args, { cwd: folder, env: env(), timeout: 60_000 })).stdout;
      };
      const receiver = languages.find(({ name }) => name === reader.language);
      if (receiver === undefined) throw new Error(`There is no receiver in ${reader.language}`);
      let listening: Awaited<ReturnType<typeof listen>> | undefined;
      try {
        // Its receiver looks at the time.
        service.clock.advance(Date.now() * 1000 - service.clock.now());
        service.services.dispatcher.start();
        await writeFile(path.join(folder, 'file.pdf'), example('PdfFile'));
        await reader.prepare?.(folder);

        // Go and Java get it within each call.
        if (reader.language === 'Python') settings['TOKEN'] = told(await call('createTokenV2'), 'access_token');
        let printed = '';
        for (const add of ADDS) {
          printed = await call(add);
          expect(told(printed, 'redirect_uri'), add).toContain('/partner/add/');
        }
        settings['UPLOAD_URL'] = told(printed, 'url');
        expect(told(await call('uploadAsset'), 'asset_id')).toBeTruthy();

        const webhook = await call('createWebhook');
        settings['WEBHOOK_ID'] = told(webhook, 'id');
        const secret = told(webhook, 'secret');
        const built = await mkdtemp(path.join(folder, 'receiver-'));
        const build = await receiver.build?.(built);
        const environmentOfReceiver = { ...environment, ...receiver.env?.(built, secret) };
        if (build !== undefined)
          await run(build[0], build.slice(1), { cwd: built, env: environmentOfReceiver, timeout: LIMIT_MS });
        listening = await listen(receiver.serve(built, secret), environmentOfReceiver, '/');
        settings['RECEIVER_URL'] = listening.url;
        await call('replaceWebhook');

        expect(told(await call('createVerificationRequest'), 'request_id')).toBe(settings['REQUEST_ID']);
        await call('decideVerificationRequest');
        expect(told(await call('getVerificationRequest'), 'status')).toBe('verified');
        // One that the user has opened it, and one that it is verified.
        await expect.poll(() => listening?.events().length, { timeout: 15_000 }).toBe(2);
      } finally {
        await listening?.stop();
        await service.stop();
        await rm(folder, { recursive: true, force: true });
      }
    },
    LIMIT_MS,
  );
}
