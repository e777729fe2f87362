import { operationCases } from '../cases/operation-cases.ts';
import { schemaCases } from '../cases/schema-cases.ts';
import { type ContractIndex, deletionLink, endsResource, isConditional } from '../index/contract-index.ts';
import type { OperationId } from '../kit-types.ts';
import { forEachOf, type Run } from './kit-check.ts';

/** Returns the selected cases of an operation, without the cases that the target does not support. */
async function casesOf(operation: OperationId, { contract, session, isStateless, selection }: Run) {
  const isSelected = selection.wants('keywords', '') || selection.wants('parameters', '');
  // The bundled mock and the bundled server share the code that validates requests. Only the server gets all values.
  const amount = isStateless && session.target.isBundled === true ? 'few' : 'all';
  const ofSchemas = isSelected ? await schemaCases(contract, operation, session.target.registeredDomains, amount) : [];
  return [...operationCases(contract, operation, isStateless), ...ofSchemas].filter(
    ({ check, name, needsState = false, needsOther = false }) =>
      selection.wants(check, name) && !(needsState && isStateless) && !(needsOther && session.other === undefined),
  );
}

export const STATELESS = 'the target is stateless';

/** Returns whether the requests of an operation must run one after another, because they affect the same resource. */
const isExclusive = (contract: ContractIndex, id: OperationId) =>
  endsResource(contract, id) || isConditional(contract, id);

function widthFor({ contract, options }: Run, operation: OperationId): number {
  if (isExclusive(contract, operation)) return 1;
  // Each case creates a resource, which is then deleted. Servers can limit how many resources exist.
  return deletionLink(contract, operation) === undefined ? options.concurrency : 3;
}

export async function planCases(run: Run): Promise<void> {
  for (const operation of run.checked) run.recorder.progress.planned += (await casesOf(operation, run)).length;
}

async function sendCases(run: Run, isAfter: boolean): Promise<void> {
  for (const operation of run.checked.filter((id) => affectsDeliveries(run.contract, id) === isAfter)) {
    const cases = await casesOf(operation, run);
    run.coverage.plan(cases);
    await forEachOf(cases, widthFor(run, operation), (each) => run.recorder.exercise(each));
  }
}

/** Returns whether the cases of an operation can disturb the delivery check, for example by creating webhooks. */
const affectsDeliveries = (contract: ContractIndex, id: OperationId) =>
  isExclusive(contract, id) ||
  deletionLink(contract, id) !== undefined ||
  ['x-sandbox-only', 'x-ended-by'].some((keyword) => Object.hasOwn(contract.operationOf(id).operation, keyword));

export const checkCases = (run: Run) => sendCases(run, false);
export const checkLateCases = (run: Run) => sendCases(run, true);
