import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build, type Plugin, transform } from 'esbuild';
import { WHOLE_BUNDLE } from '../../../scripts/bundle.js';
import type { Target } from '../../../scripts/conformance/types.ts';
import { type Contract, listOperations } from '../../../scripts/generate/contract.ts';
import { renderOperations } from '../../../scripts/generate/operations.ts';
import { renderValidators } from '../../../scripts/generate/validators.ts';
import type { CodeEdit } from './mutant.ts';
import type { AnswerChange } from './mutate-answer.ts';
import type { WorkerInput, WorkerMessage } from './server-worker.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../../..');

export interface RunningMutant {
  target: Target;
  /** Stops the server. Resolves to the number of changed responses. */
  stop(): Promise<number>;
}

export type ServerChange = { answer: AnswerChange } | { code: CodeEdit };

export interface Workshop {
  /**
   * Starts a server with the given generated modules, and with a change to its responses or its code. Clients reach the
   * server at `publicUrl`. Rejects if the server does not start.
   */
  start(name: string, modules: GeneratedModules, change?: ServerChange, publicUrl?: string): Promise<RunningMutant>;
  /** Deletes the bundles. */
  close(): Promise<void>;
}

const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 5_000;

/**
 * Bundles the server once, without the modules that are generated from the contract. Each server that `start` starts
 * loads its own generated modules from the folder of its bundle.
 */
export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mutants-'));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  // Each copy of the bundle reads the contract from this path (see server/generated-files.ts).
  await mkdir(path.join(folder, 'servers'));
  await symlink(path.join(root, 'generated'), path.join(folder, 'servers/generated'));
  const unchanged = path.join(folder, 'unchanged');
  await bundleServer(unchanged);
  let count = 0;
  return {
    async start(name, modules, change, publicUrl) {
      const place = path.join(folder, 'servers', String(++count));
      await mkdir(place, { recursive: true });
      if (change !== undefined && 'code' in change) await bundleServer(place, [withEdit(change.code)]);
      else await cp(unchanged, place, { recursive: true });
      await symlink(path.join(root, 'server/user-app/assets'), path.join(place, 'assets'));
      for (const [file, text] of Object.entries(modules)) await writeFile(path.join(place, file), text);
      const answer = change && 'answer' in change ? change.answer : null;
      return startWorker(path.join(place, BUNDLE), { name, answer, publicUrl });
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

const BUNDLE = 'server-worker.js';

async function bundleServer(folder: string, edits: Plugin[] = []): Promise<void> {
  await build({
    ...WHOLE_BUNDLE,
    entryPoints: [path.join(here, 'server-worker.ts')],
    outdir: folder,
    external: ['libsql'],
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    plugins: [
      ...edits,
      {
        name: 'external generated modules',
        setup(bundle) {
          bundle.onResolve({ filter: /\/generated\/(operations|validators)\.[jt]s$/ }, ({ path: file }) => ({
            path: `./${path.basename(file).replace(/ts$/, 'js')}`,
            external: true,
          }));
        },
      },
    ],
  });
}

/** Returns a plugin that applies a code edit. The build fails unless the text to replace occurs exactly once. */
const withEdit = ({ file, from, to }: CodeEdit): Plugin => ({
  name: 'edited code',
  setup(bundle) {
    bundle.onLoad({ filter: new RegExp(`/${file}$`) }, async ({ path: found }) => {
      const [before = '', after, ...more] = (await readFile(found, 'utf8')).split(from);
      if (after === undefined || more.length > 0) throw new Error(`${from} does not occur exactly once in ${file}`);
      return { contents: before + to + after, loader: 'ts' };
    });
  },
});

async function startWorker(file: string, given: Omit<WorkerInput, 'injected'>): Promise<RunningMutant> {
  const injected = new Int32Array(new SharedArrayBuffer(4));
  const input: WorkerInput = { ...given, injected };
  const worker = new Worker(pathToFileURL(file), {
    workerData: input,
    // The temporary files of a terminated server are in this folder, which `close` deletes.
    env: { TMPDIR: path.dirname(file) },
    execArgv: [],
  });
  try {
    const message = await firstMessage(worker, START_LIMIT_MS);
    if (!('target' in message)) throw new TypeError('The server thread stopped before the server started.');
    // After the start, errors become visible as failed requests.
    worker.on('error', () => {});
    return {
      target: { ...message.target, injectFault: (status) => Atomics.store(injected, 0, status ?? 0) },
      stop: () => stopWorker(worker),
    };
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

async function stopWorker(worker: Worker): Promise<number> {
  const reply = firstMessage(worker, STOP_LIMIT_MS);
  worker.postMessage('stop');
  const message = await reply.catch(() => ({ altered: 0 }));
  await worker.terminate();
  return 'altered' in message ? message.altered : 0;
}

/** Resolves to the next message. Rejects if the thread exits or the timeout expires. */
async function firstMessage(worker: Worker, limitMs: number): Promise<WorkerMessage> {
  const signal = AbortSignal.timeout(limitMs);
  const [message] = await Promise.race([
    once(worker, 'message', { signal }),
    once(worker, 'exit', { signal }).then(() => {
      throw new Error('The server thread exited.');
    }),
  ]);
  return message;
}

/** Source code of the generated modules, by file name. */
export type GeneratedModules = Readonly<Record<'operations.js' | 'validators.js', string>>;

/** Generates the modules for a contract. Rejects if the generation fails. */
export async function generateModules(contract: Contract): Promise<GeneratedModules> {
  const { code } = await transform(renderOperations(contract), { loader: 'ts', format: 'esm' });
  return { 'operations.js': code, 'validators.js': await renderValidators(withoutAnswers(contract)) };
}

/** Removes the responses, whose validators the server does not use. This halves the time of the generation. */
function withoutAnswers(contract: Contract): Contract {
  const lean = { ...contract, paths: structuredClone(contract.paths) };
  for (const { operation } of listOperations(lean)) operation.responses = {};
  return lean;
}
