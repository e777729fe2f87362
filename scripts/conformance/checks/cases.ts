import { onDemandCases } from '../cases/on-demand.ts';
import type { PlannedCase } from '../cases/scenarios/scenario.ts';
import { scenariosOf } from '../cases/scenarios.ts';
import { schemaCases } from '../cases/schema-cases.ts';
import { isEnded, isLast } from '../contract/contract-index.ts';
import type { OperationId } from '../types.ts';
import { type Check, forEachOf, type Run } from './check.ts';

/** Creates the cases of a run, except cases that need a stateful target or a second partner if the run has none. */
export async function casesOf(run: Omit<Run, 'cases' | 'signal'>): Promise<PlannedCase[]> {
  const { contract, session, checked, coverage, isStateless, selection } = run;
  const isWanted = ({ group, name }: PlannedCase) => selection.wants(group, name);
  const hasSchemaCases = (['keywords', 'parameters', 'statuses'] as const).some((group) => selection.wants(group, ''));
  const cases: PlannedCase[] = [];
  for (const operation of checked) {
    for (const scenario of scenariosOf(contract, operation).filter(isWanted)) {
      const reason = whyImpossible(scenario, run);
      coverage.planned(scenario.name);
      if (reason === undefined) cases.push(scenario);
      else run.leaveOut(scenario.name, reason);
    }
    if (!hasSchemaCases) continue;
    const made = await schemaCases(contract, operation, session.target.registeredDomains);
    const onDemand = isStateless && contract.problems !== undefined ? onDemandCases(contract, operation) : [];
    cases.push(...[...made, ...onDemand].filter(isWanted));
  }
  return cases;
}

export const STATELESS = 'the target is stateless';
export const ANY_DOMAIN = 'the partner can use any domain';

function whyImpossible(
  { needsState, needsOther }: PlannedCase,
  { session, isStateless }: Pick<Run, 'session' | 'isStateless'>,
): string | undefined {
  if (needsState === true && isStateless) return STATELESS;
  if (needsOther === true && session.other === undefined) return 'there is no second partner';
  return undefined;
}

/** Low concurrency, so that a resource with a maximum number of instances does not reach the maximum. */
const FEW = 3;

/** Returns an operation's concurrency limit, which is lower if its requests affect the same resources. */
const widthFor = ({ contract, options }: Run, operation: OperationId): number =>
  isLast(contract, operation) ? 1 : isEnded(contract, operation) ? FEW : options.concurrency;

/** Creates a check for decisions or for all other cases. Decisions must not run while deliveries are checked. */
const sending = (name: string, areDecisions: boolean): Check => {
  const casesIn = ({ cases, contract }: Run) =>
    cases.filter(
      (each) => (contract.operationOf(each.operation).operation['x-sandbox-only'] === true) === areDecisions,
    );
  return {
    name,
    applies: (run) => casesIn(run).length > 0,
    async run(run) {
      for (const operation of new Set(casesIn(run).map((each) => each.operation))) {
        const some = casesIn(run).filter((each) => each.operation === operation);
        await forEachOf(some, widthFor(run, operation), run.recorder.exercise);
      }
    },
  };
};

export const concurrentCases = sending('cases', false);
export const decisionCases = sending('decisions', true);
