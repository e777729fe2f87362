import { operationCases } from '../cases/operation-cases.ts';
import type { PlannedCase } from '../cases/planned-case.ts';
import { schemaCases } from '../cases/schema-cases.ts';
import { type ContractIndex, isConditional, isEnded, isLast } from '../index/contract-index.ts';
import type { OperationId } from '../kit-types.ts';
import { type Check, forEachOf, type Run } from './kit-check.ts';

export async function casesOf(run: Omit<Run, 'cases'>): Promise<PlannedCase[]> {
  const { contract, session, checked, isStateless, selection } = run;
  const isWanted = ({ check, name, needsState = false, needsOther = false }: PlannedCase) =>
    selection.wants(check, name) && !(needsState && isStateless) && !(needsOther && session.other === undefined);
  const hasSchemaCases = ['keywords', 'parameters', 'statuses'].some((check) => selection.wants(check, ''));
  const cases: PlannedCase[] = [];
  for (const operation of checked) {
    cases.push(...operationCases(contract, operation, isStateless).filter(isWanted));
    if (!hasSchemaCases) continue;
    const made = await schemaCases(contract, operation, session.target.registeredDomains);
    cases.push(...made.filter(isWanted));
  }
  return cases;
}

export const STATELESS = 'the target is stateless';
export const ANY_DOMAIN = 'the partner can use any domain';

/** Low concurrency, so that a resource with a maximum number of instances does not reach the maximum. */
const FEW = 3;

/** Returns whether the requests of an operation must run one after another, because they affect the same resource. */
const isExclusive = (contract: ContractIndex, id: OperationId) => isLast(contract, id) || isConditional(contract, id);

const widthFor = ({ contract, options }: Run, operation: OperationId): number =>
  isExclusive(contract, operation) ? 1 : isEnded(contract, operation) ? FEW : options.concurrency;

const CASE_CHECKS = ['examples', 'keywords', 'parameters', 'security', 'statuses'];

const sending = (isAfter: boolean): Check[] =>
  CASE_CHECKS.map((name) => ({
    name,
    async run(run) {
      const all = run.cases.filter((each) => each.check === name);
      for (const operation of run.checked.filter((id) => affectsDeliveries(run.contract, id) === isAfter)) {
        const some = all.filter((each) => each.operation === operation);
        await forEachOf(some, widthFor(run, operation), (each) => run.recorder.exercise(each));
      }
    },
  }));

/** Returns whether the cases of an operation decide in place of a user, or create webhooks. */
const affectsDeliveries = (contract: ContractIndex, id: OperationId) =>
  isExclusive(contract, id) ||
  isEnded(contract, id) ||
  ['x-sandbox-only', 'x-ended-by'].some((keyword) => Object.hasOwn(contract.operationOf(id).operation, keyword));

export const caseChecks = sending(false);
export const lateCaseChecks = sending(true);
