import { checkTarget } from './check.ts';
import { compare } from './judge/differential.ts';
import { preflight } from './preflight.ts';
import { together } from './together.ts';
import type { CheckOptions, ConformanceReport, Outcome, StartedTarget } from './types.ts';

export interface RunOptions extends Omit<CheckOptions, 'onOutcome'> {
  /** Starts the targets. Each target is checked as soon as it has started, and then stopped. */
  start(): Promise<readonly Promise<StartedTarget>[]>;
}

/** Number of violations that are kept of one response. */
const MAX_POINTERS = 100;

/**
 * Checks one target, or several at the same time. The first two are then compared. Rejects with `NotReady` when a
 * target is not ready, and with the error of a start that fails.
 */
export async function runConformance({ start, ...options }: RunOptions): Promise<ConformanceReport> {
  const startedAt = new Date();
  const only = options.only ?? options.operations;
  const started = await start();
  const checked = await together(started.map((starting) => checkStarted(starting, options)));
  const [one, other] = checked;
  return {
    contractVersion: options.contract.info.version,
    startedAt: startedAt.toISOString(),
    seed: options.seed,
    ...(only !== undefined && { only }),
    fuzzCases: options.cases,
    targets: checked.map(({ report }) => report),
    differential: one === undefined || other === undefined ? null : compare(one, other),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
  };
}

async function checkStarted(starting: Promise<StartedTarget>, options: Omit<CheckOptions, 'onOutcome'>) {
  const { target, stop } = await starting;
  const outcomes = new Map<string, Outcome>();
  try {
    // A server that was started for the run is ready.
    if (target.isOwn !== true) await preflight(target, options);
    const report = await checkTarget(target, {
      ...options,
      onOutcome: (name, { pointers, ...outcome }) =>
        outcomes.set(name, { ...outcome, ...(pointers && { pointers: pointers.slice(0, MAX_POINTERS) }) }),
    });
    return { name: target.name, report, outcomes };
  } finally {
    await stop();
  }
}
