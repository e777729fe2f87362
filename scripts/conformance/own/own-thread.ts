// Entry point of the worker threads that start-own.ts creates.
import { parentPort, workerData } from 'node:worker_threads';
import { startOwnMock, startOwnServer } from './own-server.ts';
import type { ThreadInput } from './start-own.ts';

const { kind, name, injected } = workerData as ThreadInput;
const started = kind === 'mock' ? await startOwnMock(name) : await startOwnServer(name, undefined, undefined, injected);

parentPort?.once('message', async () => {
  await started.stop();
  process.exit();
});
// Functions cannot be sent to another thread.
parentPort?.postMessage({ ...started.target, injectFault: undefined });
