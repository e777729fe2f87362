import { operationCases } from '../cases/operation-cases.ts';
import { schemaCases } from '../cases/schema-cases.ts';
import { deletionLink, endsResource, isConditional } from '../index/contract-index.ts';
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

export async function planCases(run: Run): Promise<void> {
  for (const operation of run.checked) run.recorder.progress.planned += (await casesOf(operation, run)).length;
}

async function sendCases(run: Run, isAfterDeliveries: boolean): Promise<void> {
  const { contract, options } = run;
  for (const id of run.checked) {
    const { operation } = contract.operationOf(id);
    const hasDeletion = deletionLink(contract, id) !== undefined;
    // The requests must run one after another, because they affect the same resource.
    const isExclusive = endsResource(contract, id) || isConditional(contract, id);
    // The cases can disturb the delivery check, for example by creating webhooks.
    const isLate = hasDeletion || isExclusive || 'x-sandbox-only' in operation || 'x-ended-by' in operation;
    if (isLate !== isAfterDeliveries) continue;
    const cases = await casesOf(id, run);
    run.coverage.plan(cases);
    // Each case creates a resource, which is then deleted. Servers can limit how many resources exist.
    const width = hasDeletion ? 3 : options.concurrency;
    await forEachOf(cases, isExclusive ? 1 : width, (each) => run.recorder.exercise(each));
  }
}

export const checkCases = (run: Run) => sendCases(run, false);
export const checkLateCases = (run: Run) => sendCases(run, true);
