import { checkTarget } from './check.ts';
import { settleAll } from './checks/check.ts';
import { preflight } from './preflight.ts';
import type { CheckOptions, ConformanceReport, Differential, Finding, Outcome, StartedTarget } from './types.ts';

export interface RunOptions extends Omit<CheckOptions, 'onOutcome'> {
  /** Starts the targets. Each target is checked as soon as it has started, and is then stopped. */
  start(): Promise<readonly Promise<StartedTarget>[]>;
}

/**
 * Checks all targets concurrently, and compares the responses of the first two targets. Rejects with `NotReady` if a
 * target is not ready, and with the original error if a target does not start.
 */
export async function runConformance({ start, ...options }: RunOptions): Promise<ConformanceReport> {
  const startedAt = new Date();
  const only = options.only ?? options.operations;
  const started = await start();
  const checked = await settleAll(started.map((starting) => checkStarted(starting, options)));
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
  const outcomes = new Map<string, string>();
  try {
    // A target that the kit started is ready.
    if (target.isOwn !== true) await preflight(target, options);
    const onOutcome = (name: string, outcome: Outcome) => outcomes.set(name, essence(outcome));
    return { name: target.name, outcomes, report: await checkTarget(target, { ...options, onOutcome }) };
  } finally {
    await stop();
  }
}

/** Formats an outcome for comparison. Success statuses are equal: the mock does not know whether a resource is new. */
export const essence = ({ status, code, pointers = [] }: Outcome) =>
  [status < 300 ? 'success' : status, ...(code === undefined ? [] : [code]), ...pointers].join(' ');

/** A target, and the comparable parts of its responses, keyed by case name. */
interface Answered {
  name: string;
  outcomes: ReadonlyMap<string, string>;
}

/** Compares the responses of two targets to the same cases, except cases that need state. */
export function compare(one: Answered, other: Answered): Differential {
  const common = [...one.outcomes.keys()].filter((name) => other.outcomes.has(name));
  const findings = common.flatMap((name): Finding[] => {
    const [first, second] = [one.outcomes.get(name), other.outcomes.get(name)];
    const mismatches = [`${one.name} responds with ${first}, but ${other.name} responds with ${second}.`];
    const target = `${one.name} and ${other.name}`;
    return first === second ? [] : [{ target, check: 'differential', operation: null, case: name, mismatches }];
  });
  const only = (target: Answered, without: Answered) => ({
    target: target.name,
    cases: [...target.outcomes.keys()].filter((name) => !without.outcomes.has(name)),
  });
  const sentToOne = [only(one, other), only(other, one)].filter(({ cases }) => cases.length > 0);
  const leftOut = sentToOne.flatMap(({ cases }) => cases).length;
  return { compared: common.length, leftOut, sentToOne, findings };
}
