import { checkTarget } from './check.ts';
import { indexContract } from './contract/contract-index.ts';
import { compare } from './judge/differential.ts';
import { preflight } from './preflight.ts';
import type { CheckOptions, ConformanceReport, Outcome, StartedTarget, TargetReport } from './types.ts';

export interface RunOptions extends Omit<CheckOptions, 'onOutcome'> {
  /** Starts what is checked. All of it is stopped at the end. */
  start(): Promise<readonly StartedTarget[]>;
}

/** Of one outcome: a target can list as many violations as it likes. */
const MAX_POINTERS = 100;

/** Checks one target, or several, of which the first two are then compared. Throws `NotReady` before anything is. */
export async function runConformance({ start, ...options }: RunOptions): Promise<ConformanceReport> {
  const startedAt = new Date();
  const contract = indexContract(options.contract);
  const given = await start();
  const targets: TargetReport[] = [];
  const answered: { name: string; outcomes: Map<string, Outcome> }[] = [];
  try {
    // What was started for the run answers, and how it does is what is checked.
    for (const { target } of given) if (target.isOwn !== true) await preflight(target, options);
    for (const { target } of given) {
      const outcomes = new Map<string, Outcome>();
      targets.push(
        await checkTarget(target, {
          ...options,
          onOutcome(name, { pointers, ...outcome }) {
            if (given.length > 1)
              outcomes.set(name, { ...outcome, ...(pointers && { pointers: pointers.slice(0, MAX_POINTERS) }) });
          },
        }),
      );
      answered.push({ name: target.name, outcomes });
    }
  } finally {
    await Promise.all(given.map((each) => each.stop()));
  }
  const [one, other] = answered;
  return {
    contractVersion: options.contract.info.version,
    documented: Object.fromEntries(contract.operationIds.map((id) => [id, contract.statusesOf(id)])),
    startedAt: startedAt.toISOString(),
    seed: options.seed,
    ...((options.only ?? options.operations) && { only: options.only ?? options.operations }),
    fuzzCases: options.cases,
    targets,
    differential: one === undefined || other === undefined ? null : compare(one, other),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
  };
}
