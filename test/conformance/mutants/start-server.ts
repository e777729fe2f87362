import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build, type Plugin, transform } from 'esbuild';
import type { OperationId } from '../../../generated/operations.ts';
import { WHOLE_BUNDLE } from '../../../scripts/bundle.js';
import type { Target } from '../../../scripts/conformance/types.ts';
import { type Contract, listOperations } from '../../../scripts/generate/contract.ts';
import { renderOperations } from '../../../scripts/generate/operations.ts';
import { renderValidators } from '../../../scripts/generate/validators.ts';
import type { CodeEdit } from './mutant.ts';
import type { AnswerChange } from './mutate-answer.ts';
import { marked, withMarks } from './program-mutants.ts';
import type { WorkerInput, WorkerMessage } from './server-worker.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../../..');

export interface RunningMutant {
  target: Target;
  /** Returns whether the server has ended by itself. */
  hasCrashed(): boolean;
  stop(): Promise<Stopped>;
}

export interface Stopped {
  /** Number of changed responses, or of executions of the changed code. */
  altered: number;
  /** Causes of the executions of marked code, by the number of the mark. */
  reached: ReadonlyMap<number, ReadonlySet<Reached>>;
}

/** A cause of an execution: a request to an operation, the start of the server, or its work in the background. */
export type Reached = OperationId | 'start' | 'background';

/** A change to the responses, a change to the code, or marks that tell which code is executed. */
export type ServerChange = { answer: AnswerChange } | { code: CodeEdit } | { marks: readonly (CodeEdit | null)[] };

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
      if (change !== undefined && !('answer' in change)) await bundleServer(place, editsOf(change));
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
    banner: { js: `${WHOLE_BUNDLE.banner?.['js']} ${REACH}` },
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

/** Counts executions of changed code. `reached` contains the operation of the current request (see server-worker.ts). */
const REACH = `
globalThis.reached ??= Object.assign(new (await import('node:async_hooks')).AsyncLocalStorage(), {
  count: 0, by: new Map(), isStarted: false,
});
globalThis.reach ??= (id) => {
  reached.count++;
  const operations = reached.by.get(id) ?? new Set();
  reached.by.set(id, operations.add(reached.getStore() ?? (reached.isStarted ? 'background' : 'start')));
};`;

type CodeChange = Exclude<ServerChange, { answer: AnswerChange }>;

function editsOf(change: CodeChange): Plugin[] {
  if ('code' in change) return [rewriting(change.code.file, (text) => edit(text, change.code))];
  const edits = change.marks.flatMap((each, id) => (each === null ? [] : [[id, each] as const]));
  const files = [...new Set(edits.map(([, { file }]) => file))];
  return files.map((file) =>
    rewriting(file, (text) =>
      withMarks(
        text,
        edits.filter(([, each]) => each.file === file),
      ),
    ),
  );
}

const rewriting = (file: string, rewrite: (text: string) => string): Plugin => ({
  name: 'edited code',
  setup(bundle) {
    bundle.onLoad({ filter: new RegExp(`/${file}$`) }, async ({ path: found }) => ({
      contents: rewrite(await readFile(found, 'utf8')),
      loader: 'ts',
    }));
  },
});

/** Applies an edit. Throws unless the text to replace is at its position or, without a position, occurs exactly once. */
export function edit(text: string, { file, from, to, at, kind }: CodeEdit): string {
  if (at === undefined) {
    const [before = '', after, ...more] = text.split(from);
    if (after === undefined || more.length > 0) throw new Error(`${from} does not occur exactly once in ${file}`);
    return before + to + after;
  }
  if (!text.startsWith(from, at)) throw new Error(`${from} is not at position ${at} of ${file}`);
  const [before, after] = marked(kind, 0);
  return text.slice(0, at) + before + to + after + text.slice(at + from.length);
}

async function startWorker(file: string, given: Omit<WorkerInput, 'injected'>): Promise<RunningMutant> {
  const injected = new Int32Array(new SharedArrayBuffer(4));
  const input: WorkerInput = { ...given, injected };
  const worker = new Worker(pathToFileURL(file), {
    workerData: input,
    // The temporary files of a terminated server are in this folder, which `close` deletes.
    env: { TMPDIR: path.dirname(file) },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  let hasCrashed = false;
  try {
    const message = await firstMessage(worker, START_LIMIT_MS);
    if (!('target' in message)) throw new TypeError('The server thread stopped before the server started.');
    // After the start, errors become visible as failed requests.
    worker.on('error', () => {
      hasCrashed = true;
    });
    return {
      target: { ...message.target, injectFault: (status) => Atomics.store(injected, 0, status ?? 0) },
      hasCrashed: () => hasCrashed,
      stop: () => stopWorker(worker),
    };
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

async function stopWorker(worker: Worker): Promise<Stopped> {
  const reply = firstMessage(worker, STOP_LIMIT_MS);
  worker.postMessage('stop');
  const message = await reply.catch(() => null);
  await worker.terminate();
  return message !== null && 'altered' in message ? message : { altered: 0, reached: new Map() };
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
