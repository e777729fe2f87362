// Entry point of the worker threads that start-threads.ts creates.
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadInput } from './start-threads.ts';
import { startMockTarget, startServerTarget } from './targets.ts';

const { kind, name, injected } = workerData as ThreadInput;
const started =
  kind === 'mock' ? await startMockTarget(name) : await startServerTarget(name, undefined, undefined, injected);

parentPort?.once('message', async () => {
  await started.stop();
  process.exit();
});
// Functions cannot be sent to another thread.
parentPort?.postMessage({ ...started.target, injectFault: undefined });
