import { checkTarget } from './check.ts';
import { indexContract } from './contract/contract-index.ts';
import { compare } from './judge/differential.ts';
import { preflight } from './preflight.ts';
import { together } from './together.ts';
import type { CheckOptions, ConformanceReport, Outcome, StartedTarget } from './types.ts';

export interface RunOptions extends Omit<CheckOptions, 'onOutcome'> {
  /** Starts what is checked. Each target is checked as soon as it has started, and then stopped. */
  start(): Promise<readonly Promise<StartedTarget>[]>;
}

/** Of one outcome: a target can list as many violations as it likes. */
const MAX_POINTERS = 100;

/**
 * Checks one target, or several at the same time, of which the first two are then compared. Rejects with `NotReady`
 * where a target cannot be checked, and with what a start fails of.
 */
export async function runConformance({ start, ...options }: RunOptions): Promise<ConformanceReport> {
  const startedAt = new Date();
  const contract = indexContract(options.contract);
  const started = await start();
  const checked = await together(
    started.map(async (starting) => {
      const { target, stop } = await starting;
      const outcomes = new Map<string, Outcome>();
      try {
        // What was started for the run answers, and how it does is what is checked.
        if (target.isOwn !== true) await preflight(target, options);
        const report = await checkTarget(target, {
          ...options,
          onOutcome(name, { pointers, ...outcome }) {
            if (started.length > 1)
              outcomes.set(name, { ...outcome, ...(pointers && { pointers: pointers.slice(0, MAX_POINTERS) }) });
          },
        });
        return { name: target.name, report, outcomes };
      } finally {
        await stop();
      }
    }),
  );
  const [one, other] = checked;
  return {
    contractVersion: options.contract.info.version,
    documented: Object.fromEntries(contract.operationIds.map((id) => [id, contract.statusesOf(id)])),
    startedAt: startedAt.toISOString(),
    seed: options.seed,
    ...((options.only ?? options.operations) && { only: options.only ?? options.operations }),
    fuzzCases: options.cases,
    targets: checked.map(({ report }) => report),
    differential: one === undefined || other === undefined ? null : compare(one, other),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
  };
}
