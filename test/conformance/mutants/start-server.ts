import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, transform } from 'esbuild';
import type { OperationId } from '../../../generated/operations.ts';
import type { Target } from '../../../scripts/conformance/kit-types.ts';
import { type Contract, listOperations } from '../../../scripts/contract/openapi.ts';
import { renderOperations } from '../../../scripts/generate/operations.ts';
import { renderValidators } from '../../../scripts/generate/validators.ts';
import { copyAssets, WHOLE_BUNDLE } from '../../../scripts/project/bundle.ts';
import type { CodeEdit } from './mutant.ts';
import type { AnswerChange } from './mutate-answer.ts';
import { marked, withMarks } from './program-mutants.ts';
import type { Order, ProcessInput, ProcessMessage } from './server-process.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../../..');

export interface RunningMutant {
  target: Target;
  /** True if the server has exited before a call of `stop`. */
  hasCrashed(): boolean;
  stop(): Promise<Stopped>;
}

export interface Stopped {
  /** Number of changed responses, or of executions of the changed code. */
  altered: number;
  /** Triggers that ran the marked code, by the number of the mark. */
  reached: ReadonlyMap<number, ReadonlySet<Reached>>;
}

/** Trigger that ran the mutated code: a request to an operation, the start of the server, or background work. */
export type Reached = OperationId | 'start' | 'background';

/** A change to the responses, a change to the code, or marks that tell which code is executed. */
export type ServerChange = { answer: AnswerChange } | { code: CodeEdit } | { marks: readonly (CodeEdit | null)[] };

export interface Workshop {
  /** Rejects if the server does not start. */
  start(name: string, modules: GeneratedModules, change?: ServerChange): Promise<RunningMutant>;
  close(): Promise<void>;
}

const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 5_000;

/**
 * Bundles the server once, without the modules that are generated from the contract. For each server, `start`
 * creates a folder with a bundle, and adds the generated modules of the server.
 */
export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mutants-'));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  // Each bundle reads the contract from the folder `generated` (see scripts/bundled-targets/contract.ts).
  await symlink(path.join(root, 'generated'), path.join(folder, 'generated'));
  const unchanged = path.join(folder, 'unchanged');
  await bundleServer(unchanged);
  let count = 0;
  return {
    async start(name, modules, change) {
      const place = path.join(folder, 'servers', String(++count));
      await mkdir(place, { recursive: true });
      if (change !== undefined && !('answer' in change)) await bundleServer(place, editsOf(change));
      else await cp(unchanged, place, { recursive: true });
      await copyAssets(place);
      for (const [file, text] of Object.entries(modules)) await writeFile(path.join(place, file), text);
      const answer = change && 'answer' in change ? change.answer : null;
      return startProcess(path.join(place, BUNDLE), { name, answer });
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

const BUNDLE = 'server-process.js';

async function bundleServer(folder: string, edits: Plugin[] = []): Promise<void> {
  await build({
    ...WHOLE_BUNDLE,
    entryPoints: [path.join(here, 'server-process.ts')],
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

/** Counts executions of changed code, and records the operation of the current request (see server-process.ts). */
const REACH = `
globalThis.reached ??= Object.assign(new (await import('node:async_hooks')).AsyncLocalStorage(), {
  count: 0, times: [], by: new Map(), isStarted: false,
});
globalThis.reach ??= (id) => {
  reached.count++;
  // Counts executions to record only the first 100,000: a loop over the bytes of a file runs millions of times.
  reached.times[id] = (reached.times[id] ?? 0) + 1;
  if (reached.times[id] > 100_000) return;
  const operations = reached.by.get(id) ?? new Set();
  reached.by.set(id, operations.add(reached.getStore() ?? (reached.isStarted ? 'background' : 'start')));
};`;

function editsOf(change: Exclude<ServerChange, { answer: AnswerChange }>): Plugin[] {
  if ('code' in change) return [rewriting(change.code.file, (text) => edit(text, change.code))];
  const edits = change.marks.flatMap((each, id) => (each === null ? [] : [[id, each] as const]));
  return [...new Set(edits.map(([, { file }]) => file))].map((file) => {
    const own = edits.filter(([, each]) => each.file === file);
    return rewriting(file, (text) => withMarks(text, own));
  });
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

export function edit(text: string, { file, from, to, at, kind }: CodeEdit): string {
  if (!text.startsWith(from, at)) throw new Error(`${from} is not at position ${at} of ${file}`);
  const [before, after] = marked(kind, 0);
  return text.slice(0, at) + before + to + after + text.slice(at + from.length);
}

async function startProcess(file: string, input: ProcessInput): Promise<RunningMutant> {
  const child = fork(file, {
    // The temporary files of a terminated server are in this folder, which `close` deletes.
    // The time zone differs from UTC, so that a local time in a response is wrong.
    env: { TMPDIR: path.dirname(file), TZ: 'Asia/Kolkata' },
    execArgv: ['--max-old-space-size=1024'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Without a listener, an `error` event would end the mutation run. Failed requests reveal the error anyway.
  child.on('error', () => {});
  try {
    const message = await reply(child, input, START_LIMIT_MS);
    if (typeof message === 'string' || !('target' in message)) throw new TypeError('The server stopped at its start.');
    return {
      target: { ...message.target, injectFault: (inject) => reply(child, { inject }, STOP_LIMIT_MS).catch(() => null) },
      hasCrashed: () => child.exitCode !== null || child.signalCode !== null,
      stop: () => stopProcess(child),
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

async function stopProcess(child: ChildProcess): Promise<Stopped> {
  const message = await reply(child, 'stop', STOP_LIMIT_MS).catch(() => null);
  child.kill('SIGKILL');
  const isStopped = message !== null && typeof message === 'object' && 'altered' in message;
  return isStopped ? message : { altered: 0, reached: new Map() };
}

/** Sends a message to the process, and resolves to the reply. Rejects if the process exits or the timeout expires. */
async function reply(child: ChildProcess, given: ProcessInput | Order, limitMs: number): Promise<ProcessMessage> {
  const settled = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(limitMs), settled.signal]);
  if (child.exitCode !== null || child.signalCode !== null) throw new Error('The server process exited.');
  const replied = Promise.race([
    once(child, 'message', { signal }),
    once(child, 'exit', { signal }).then(() => {
      throw new Error('The server process exited.');
    }),
  ]);
  child.send(given);
  try {
    const [message] = await replied;
    return message;
  } finally {
    settled.abort();
  }
}

export type GeneratedModules = Readonly<Record<'operations.js' | 'validators.js', string>>;

export async function generateModules(contract: Contract): Promise<GeneratedModules> {
  const { code } = await transform(renderOperations(contract), { loader: 'ts', format: 'esm' });
  return { 'operations.js': code, 'validators.js': await renderValidators(withoutAnswers(contract)) };
}

/** Removes the responses: the server needs no validators for responses, and generating validators takes time. */
function withoutAnswers(contract: Contract): Contract {
  const lean = { ...contract, paths: structuredClone(contract.paths) };
  for (const { operation } of listOperations(lean)) operation.responses = {};
  return lean;
}
