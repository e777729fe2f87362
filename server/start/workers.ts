import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../platform/log.ts';
import type { Config } from './settings.ts';

const RESTART_MS = 1_000;

const READY = 'ready';
const { WORKER_NUMBER = '1' } = process.env;

/** Number of this process among the WORKERS, from 1. Only the first one sweeps. */
export const workerNumber = Number(WORKER_NUMBER);

/** Tells the process that started this worker, if any, that the worker is ready. */
export const reportReady = (): void => void process.send?.(READY);

export const startsWorkers = ({ workers }: Pick<Config, 'workers'>): boolean => workers > 1 && cluster.isPrimary;

/**
 * Runs WORKERS processes until `stop` resolves or a process cannot start. The others start when the first one is ready.
 * A process that ends later is started again. Each process serves its metrics at the port after that of the previous
 * one. `env` contains the settings, also those of the command line. Resolves to whether all processes started.
 */
export async function runWorkers(
  env: NodeJS.ProcessEnv,
  { workers, metricsPort }: Pick<Config, 'workers' | 'metricsPort'>,
  log: Logger,
  stop: Promise<string>,
): Promise<boolean> {
  // Each worker accepts its own connections. Otherwise, this process would accept every connection and pass it to a
  // worker. If the worker had just been killed, the client would never get a response.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ args: [] });
  const running = new Set<Worker>();
  const isFirstReady = once(cluster, 'message').then(() => READY);
  let isStopping = false;

  /** Runs a worker and its successors until the service stops. Resolves to false if the first one cannot start. */
  async function run(number: number): Promise<boolean> {
    for (let wasReady = false; !isStopping; ) {
      const port = metricsPort && { METRICS_PORT: String(metricsPort + number - 1) };
      const worker = cluster.fork({ ...env, WORKER_NUMBER: String(number), ...port });
      running.add(worker);
      worker.once('message', () => {
        wasReady = true;
      });
      const [code, signal] = await once(worker, 'exit');
      running.delete(worker);
      if (isStopping) break;
      if (!wasReady) return false;
      log.error({ worker: number, code, signal }, 'a worker ended and is started again');
      await Promise.race([sleep(RESTART_MS), stop]);
    }
    return true;
  }

  const runs = [run(1)];
  const state = await Promise.race([isFirstReady, stop, ...runs]);
  if (state === READY) for (let number = 2; number <= workers; number++) runs.push(run(number));
  // A run ends before `stop` only if its worker could not start.
  await Promise.race([stop, ...runs]);
  isStopping = true;
  for (const worker of running) worker.kill('SIGTERM');
  return (await Promise.all(runs)).every(Boolean);
}
