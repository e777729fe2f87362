import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { bundled } from '../bundle.js';
import type { StartedTarget, Target } from '../conformance/types.ts';

/** Input of a worker thread. `injected` is shared memory, so that the main thread can inject a fault at any time. */
export interface ThreadInput {
  kind: 'server' | 'mock';
  name: string;
  injected: Int32Array;
}

/** Starts the bundled server and mock in separate threads, so that the kit and its targets use several processors. */
export async function startTargets(): Promise<Promise<StartedTarget>[]> {
  const file = pathToFileURL(await bundled('scripts/bundled-targets/thread.ts'));
  return [startThread(file, 'server', 'our server'), startThread(file, 'mock', 'our mock')];
}

async function startThread(file: URL, kind: ThreadInput['kind'], name: string): Promise<StartedTarget> {
  const injected = new Int32Array(new SharedArrayBuffer(4));
  const workerData: ThreadInput = { kind, name, injected };
  const worker = new Worker(file, { workerData, execArgv: [] });
  // Rejects if the thread stops with an error.
  const [target] = (await once(worker, 'message')) as [Omit<Target, 'injectFault'>];
  const injectFault: Target['injectFault'] = (status) => Atomics.store(injected, 0, status ?? 0);
  return {
    target: { ...target, ...(kind === 'server' && { injectFault }) },
    async stop() {
      worker.postMessage('stop');
      await once(worker, 'exit');
    },
  };
}
