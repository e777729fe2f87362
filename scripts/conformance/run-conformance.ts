import { checkTarget } from './check-target.ts';
import { settleAll } from './checks/kit-check.ts';
import type { CheckOptions, ConformanceReport, StartedTarget, TargetReport } from './kit-types.ts';
import { preflight } from './preflight.ts';

interface RunOptions extends CheckOptions {
  /** Starts the targets. Each target is checked as soon as it has started, and is then stopped. */
  start(): Promise<readonly Promise<StartedTarget>[]>;
}

/**
 * Checks all targets concurrently. Rejects with `NotReady` if a target is not ready, and with the original error if a
 * target does not start.
 */
export async function runConformance({ start, ...options }: RunOptions): Promise<ConformanceReport> {
  const startedAt = new Date();
  const started = await start();
  return {
    contractVersion: options.contract.info.version,
    startedAt: startedAt.toISOString(),
    seed: options.seed,
    only: options.only,
    fuzzCases: options.cases,
    targets: await settleAll(started.map((starting) => checkStarted(starting, options))),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
  };
}

async function checkStarted(starting: Promise<StartedTarget>, options: CheckOptions): Promise<TargetReport> {
  const { target, stop } = await starting;
  try {
    // A target that the kit started is ready.
    if (target.isBundled !== true) await preflight(target, options);
    return await checkTarget(target, options);
  } finally {
    await stop();
  }
}
