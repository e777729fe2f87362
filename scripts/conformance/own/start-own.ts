import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { bundled } from '../../bundle.js';
import type { StartedTarget, Target } from '../types.ts';
import { nothingProvoked, type Provoked, provokeBy } from './provoked.ts';

/** What a thread is started with. */
export interface ThreadInput {
  kind: 'server' | 'mock';
  name: string;
  provoked: Provoked;
}

/** What it says when it serves. A function does not pass from one thread to another. */
export interface Serving {
  target: Omit<Target, 'provoke'>;
  canBeProvoked: boolean;
}

/** Starts our server and our mock, each in a thread: the kit and what it checks then take a processor each. */
export async function startOwn(): Promise<Promise<StartedTarget>[]> {
  const file = pathToFileURL(await bundled('scripts/conformance/own/own-thread.ts'));
  return [startThread(file, 'server', 'our server'), startThread(file, 'mock', 'our mock')];
}

async function startThread(file: URL, kind: ThreadInput['kind'], name: string): Promise<StartedTarget> {
  const provoked = nothingProvoked();
  const workerData: ThreadInput = { kind, name, provoked };
  const worker = new Worker(file, { workerData, execArgv: [] });
  // Rejects with what the thread dies of.
  const [{ target, canBeProvoked }] = (await once(worker, 'message')) as [Serving];
  return {
    target: { ...target, ...(canBeProvoked && { provoke: provokeBy(provoked) }) },
    async stop() {
      worker.postMessage('stop');
      await once(worker, 'exit');
    },
  };
}
