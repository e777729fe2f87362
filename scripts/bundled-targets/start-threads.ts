import { on, once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { CheckOptions, StartedTarget, Target } from '../conformance/kit-types.ts';
import { bundled } from '../project/bundle.js';

/** Input of a worker thread. */
export interface ThreadInput {
  kind: 'server' | 'mock';
  name: string;
}

/** Later message to a worker thread: check the target, or stop. */
export type Order = Omit<CheckOptions, 'onProgress'> | 'stop';

/** Starts the bundled server and mock. Each runs in its own thread with its checks, to use two processors. */
export async function startTargets(): Promise<Promise<StartedTarget>[]> {
  const file = pathToFileURL(await bundled('scripts/bundled-targets/thread.ts'));
  return [
    startThread(file, { kind: 'server', name: 'our server' }),
    startThread(file, { kind: 'mock', name: 'our mock' }),
  ];
}

async function startThread(file: URL, workerData: ThreadInput): Promise<StartedTarget> {
  const worker = new Worker(file, { workerData, execArgv: [] });
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  const send = (order: Order) => worker.postMessage(order);
  // If the thread fails, `once` and `on` throw its error.
  const [target] = (await once(worker, 'message')) as [Target];
  return {
    target,
    async check({ onProgress, ...options }) {
      const messages = on(worker, 'message');
      send(options);
      for await (const [message] of messages) {
        if (typeof message !== 'string') return message;
        onProgress?.(message);
      }
      throw new Error('The thread stopped before the end of the check');
    },
    async stop() {
      send('stop');
      await exited;
    },
  };
}
