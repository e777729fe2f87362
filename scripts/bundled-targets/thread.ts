// Entry point of the worker threads that start-threads.ts creates.
import { parentPort, workerData } from 'node:worker_threads';
import { checkTarget } from '../conformance/check-target.ts';
import type { TargetReport } from '../conformance/kit-types.ts';
import type { Order, ThreadInput } from './start-threads.ts';
import { startMockTarget, startServerTarget } from './targets.ts';

const { kind, name } = workerData as ThreadInput;
const { target, stop } = await (kind === 'mock' ? startMockTarget(name) : startServerTarget(name));
const send = (message: string | TargetReport) => parentPort?.postMessage(message);

parentPort?.on('message', async (order: Order) => {
  if (order !== 'stop') return send(await checkTarget(target, { ...order, onProgress: send }));
  await stop();
  process.exit();
});
// Functions cannot be sent to another thread.
parentPort?.postMessage({ ...target, injectFault: undefined });
