import fc from 'fast-check';
import { memberOf } from '../../contract/json.ts';
import { fuzzRequests } from '../cases/fuzz-requests.ts';
import { type ContractIndex, isSigned } from '../index/contract-index.ts';
import { missingResourceResponse } from '../index/refusals.ts';
import { judge } from '../judge/check-response.ts';
import type { CaseRequest, OperationId } from '../kit-types.ts';
import { type Check, forEachOf, type Run } from './kit-check.ts';

const WEIGHT_OF_BODY = 5;

/** Operations run concurrently. The requests of an operation run in sequence. */
export const fuzzCheck: Check = {
  name: 'fuzz',
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
  // The seed does not depend on other operations, so that a finding can be reproduced with its operation alone.
  const seed = options.seed * 1_000_003 + contract.operationIds.indexOf(operation) * 10_007;
  const arbitrary = fuzzRequests(session, operation);
  const send = async (request: CaseRequest) => {
    const { wire, sent } = await session.prepare(operation, request);
    const undecided = [...(sent.undecided ?? []), ...undecidedOf(contract, operation, request)];
    return session.send({ wire, sent: { ...sent, undecided } });
  };
  const planned = { check: 'fuzz' as const, operation, covers: [] };
  let sent = 0;
  let hasFailed = false;
  const isRight = async (request: CaseRequest) => {
    const made = await send(request);
    await session.resources.settle(made);
    const isRight = judge(session, made).mismatches.length === 0;
    // Requests sent while shrinking do not count as cases. Only the smallest failing request is recorded.
    if (isRight && !hasFailed) recorder.note({ ...planned, name: `${name}.${sent}` }, made);
    sent++;
    hasFailed ||= !isRight;
    return isRight;
  };
  await recorder.check('fuzz', operation, name, async () => {
    const { failed, counterexample } = await fc.check(fc.asyncProperty(arbitrary, isRight), { seed, numRuns });
    if (!failed || counterexample === null) return;
    recorder.note({ ...planned, name: `${name}, shrunk` }, await send(counterexample[0]));
  });
}

/** Returns further correct responses to a fuzz request: 404 for a random URL, 409 for an identifier in use. */
function undecidedOf(contract: ContractIndex, operation: OperationId, { path, query }: CaseRequest) {
  const isMadeUp = path !== undefined || (query !== undefined && isSigned(contract, operation));
  const conflicts = contract.answerExamples(operation, '409').map(([, example]) => memberOf(example, 'code'));
  return [
    ...(isMadeUp ? [missingResourceResponse(contract, operation)] : []),
    ...(conflicts.includes('id_conflict') ? [{ status: 409, code: 'id_conflict' }] : []),
  ];
}
