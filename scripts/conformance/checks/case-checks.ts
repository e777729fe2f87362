import { operationCases } from '../cases/operation-cases.ts';
import type { PlannedCase } from '../cases/planned-case.ts';
import { schemaCases } from '../cases/schema-cases.ts';
import { type ContractIndex, isConditional, isEnded, isLast } from '../index/contract-index.ts';
import type { CheckName, OperationId } from '../kit-types.ts';
import { type Check, forEachOf, type Run } from './kit-check.ts';

async function casesOf(checkName: CheckName, operation: OperationId, run: Run): Promise<PlannedCase[]> {
  const { contract, session, isStateless, selection } = run;
  const all = SCHEMA_CHECKS.includes(checkName)
    ? await schemaCases(contract, operation, session.target.registeredDomains)
    : [];
  return [...all, ...operationCases(contract, operation, isStateless)].filter(
    ({ check, name, needsState = false, needsOther = false }) =>
      check === checkName &&
      selection.wants(check, name) &&
      !(needsState && isStateless) &&
      !(needsOther && session.other === undefined),
  );
}

export const STATELESS = 'the target is stateless';

/** Low concurrency for resources that the kit deletes after each case, because their number can be limited. */
const FEW = 3;

/** Returns whether the requests of an operation must run one after another, because they affect the same resource. */
const isExclusive = (contract: ContractIndex, id: OperationId) => isLast(contract, id) || isConditional(contract, id);

const widthFor = ({ contract, options }: Run, operation: OperationId): number =>
  isExclusive(contract, operation) ? 1 : isEnded(contract, operation) ? FEW : options.concurrency;

const SCHEMA_CHECKS = ['keywords', 'parameters'];
const CASE_CHECKS = ['examples', ...SCHEMA_CHECKS, 'security', 'statuses'];

export async function planCases(run: Run): Promise<void> {
  for (const check of CASE_CHECKS)
    for (const operation of run.checked) run.recorder.progress.planned += (await casesOf(check, operation, run)).length;
}

const sending = (isAfter: boolean): Check[] =>
  CASE_CHECKS.map((name) => ({
    name,
    async run(run) {
      for (const operation of run.checked.filter((id) => affectsDeliveries(run.contract, id) === isAfter)) {
        const cases = await casesOf(name, operation, run);
        run.coverage.plan(cases);
        await forEachOf(cases, widthFor(run, operation), (each) => run.recorder.exercise(each));
      }
    },
  }));

/** Returns whether the cases of an operation can disturb the delivery check, for example by creating webhooks. */
const affectsDeliveries = (contract: ContractIndex, id: OperationId) =>
  isExclusive(contract, id) ||
  isEnded(contract, id) ||
  ['x-sandbox-only', 'x-ended-by'].some((keyword) => Object.hasOwn(contract.operationOf(id).operation, keyword));

export const caseChecks = sending(false);
export const lateCaseChecks = sending(true);
