import fc from 'fast-check';
import { fuzzRequests } from '../cases/fuzz-requests.ts';
import { credentialFields } from '../contract/bodies.ts';
import { type ContractIndex, isSigned } from '../contract/contract-index.ts';
import { missingResourceResponse } from '../contract/refusals.ts';
import type { CaseRequest, JustifiedResponse, OperationId } from '../types.ts';
import { type Check, forEachOf, type Run } from './check.ts';

/** Weight of an operation with a body, which has more to test. */
const WEIGHT_OF_BODY = 5;

/**
 * Sends seeded valid and mutated requests, and shrinks each request with a wrong response. Operations run concurrently,
 * and the requests of an operation in sequence.
 */
export const fuzzCheck: Check = {
  name: 'fuzz',
  applies: ({ selection }) => selection.wants('fuzz', ''),
  async run(run) {
    const { checked, contract, options } = run;
    const weightOf = (id: OperationId) => (contract.bodyTypeOf(id) === undefined ? 1 : WEIGHT_OF_BODY);
    const sum = checked.reduce((all, id) => all + weightOf(id), 0);
    await forEachOf(checked, options.concurrency, (id) =>
      fuzz(id, Math.ceil((options.cases * weightOf(id)) / sum), run),
    );
  },
};

async function fuzz(operation: OperationId, numRuns: number, run: Run): Promise<void> {
  const { session, contract, recorder, options } = run;
  const name = `${operation}: fuzz ${options.seed}`;
  // Independent of other operations, so that a finding can be reproduced with only its operation.
  const seed = options.seed * 1_000_003 + contract.operationIds.indexOf(operation) * 10_007;
  const arbitrary = fuzzRequests(contract, operation, {
    registeredDomains: session.target.registeredDomains,
    ...(contract.givesTokens(operation) && { formFields: credentialFields(session.credentials) }),
  });
  const send = async (request: CaseRequest) => {
    const { wire, sent } = await session.prepare(operation, request);
    const undecided = [...(sent.undecided ?? []), ...undecidedOf(contract, operation, request)];
    return session.send({ wire, sent: { ...sent, undecided } });
  };
  const planned = { group: 'fuzz' as const, operation, covers: [] };
  let sent = 0;
  let hasFailed = false;
  const isRight = async (request: CaseRequest) => {
    const made = await send(request);
    await session.resources.settle(made);
    const isRight = recorder.isRight(made);
    // Requests of the shrinking are not cases. Only the smallest one is recorded.
    if (isRight && !hasFailed) recorder.note({ ...planned, name: `${name}.${sent}` }, made);
    sent++;
    hasFailed ||= !isRight;
    return isRight;
  };
  await recorder.guarded('fuzz', operation, name, async () => {
    const { failed, counterexample } = await fc.check(fc.asyncProperty(arbitrary, isRight), { seed, numRuns });
    if (!failed || counterexample === null) return;
    recorder.note({ ...planned, name: `${name}, made smaller` }, await send(counterexample[0]));
  });
}

/** A made-up URL can lead to no resource, and a made-up identifier to another one. */
function undecidedOf(
  contract: ContractIndex,
  operation: OperationId,
  { path, query }: CaseRequest,
): JustifiedResponse[] {
  const isMadeUp = path !== undefined || (query !== undefined && isSigned(contract, operation));
  const mayBeUsed = contract.problemCodes(operation, '409').includes('id_conflict');
  return [
    ...(isMadeUp ? [missingResourceResponse(contract, operation)] : []),
    ...(mayBeUsed ? [{ status: 409, code: 'id_conflict' }] : []),
  ];
}
