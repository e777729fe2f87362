import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { bundled } from '../../bundle.js';
import type { StartedTarget, Target } from '../types.ts';
import { nothingProvoked, type Provoked, provokeBy } from './provoked.ts';

/** Input of a worker thread. */
export interface ThreadInput {
  kind: 'server' | 'mock';
  name: string;
  provoked: Provoked;
}

/** Message of a thread that serves. A function cannot pass between threads. */
export interface Serving {
  target: Omit<Target, 'provoke'>;
  canBeProvoked: boolean;
}

/** Starts the bundled server and mock in a thread each, so that the kit and its targets use several processors. */
export async function startOwn(): Promise<Promise<StartedTarget>[]> {
  const file = pathToFileURL(await bundled('scripts/conformance/own/own-thread.ts'));
  return [startThread(file, 'server', 'our server'), startThread(file, 'mock', 'our mock')];
}

async function startThread(file: URL, kind: ThreadInput['kind'], name: string): Promise<StartedTarget> {
  const provoked = nothingProvoked();
  const workerData: ThreadInput = { kind, name, provoked };
  const worker = new Worker(file, { workerData, execArgv: [] });
  // Rejects with the error that ends the thread.
  const [{ target, canBeProvoked }] = (await once(worker, 'message')) as [Serving];
  return {
    target: { ...target, ...(canBeProvoked && { provoke: provokeBy(provoked) }) },
    async stop() {
      worker.postMessage('stop');
      await once(worker, 'exit');
    },
  };
}
