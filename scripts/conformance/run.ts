import { checkTarget } from './check.ts';
import { indexContract } from './contract/contract-index.ts';
import { compare } from './judge/differential.ts';
import type { CheckOptions, ConformanceReport, Outcome, StartedTarget, TargetReport } from './types.ts';

export interface RunOptions extends Omit<CheckOptions, 'onOutcome'> {
  /** Starts what is checked. All of it is stopped at the end. */
  start(): Promise<readonly StartedTarget[]>;
}

/** Checks one target, or several, of which the first two are then compared. */
export async function runConformance({ start, ...options }: RunOptions): Promise<ConformanceReport> {
  const startedAt = new Date();
  const contract = indexContract(options.contract);
  const given = await start();
  const targets: TargetReport[] = [];
  const answered: { name: string; outcomes: Map<string, Outcome> }[] = [];
  try {
    for (const { target } of given) {
      const outcomes = new Map<string, Outcome>();
      targets.push(
        await checkTarget(target, {
          ...options,
          onOutcome: (name, outcome) => outcomes.set(name, outcome),
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
    ...(options.operations !== undefined && { operations: options.operations }),
    fuzzCases: options.cases,
    targets,
    differential: one === undefined || other === undefined ? null : compare(one, other),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
  };
}
