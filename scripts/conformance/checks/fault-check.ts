import { memberOf } from '../../contract/json.ts';
import { policiesOf } from '../../contract/operation-shape.ts';
import { type ContractIndex, simpleReads } from '../index/contract-index.ts';
import type { OperationId, Prepared } from '../kit-types.ts';
import type { Session } from '../target/target-session.ts';
import type { Check, Run } from './kit-check.ts';

/** Concurrent requests in a round. All rounds together exceed every documented burst. */
const CONCURRENCY = 50;
const MAX_ROUNDS = 8;
const STATUSES = [429, 500, 503];

type Policy = { name: string; counts: string } | undefined;

/** Triggers the documented 429 responses with many requests, and 500 and 503 on a server that the kit starts. */
export const faultCheck: Check = {
  names: ['faults'],
  async run(run) {
    const { checked, contract, session } = run;
    if (run.isStateless) return;
    const unlimited = new Set<string>();
    for (const status of STATUSES) {
      if (status !== 429 && session.target.injectFault === undefined) continue;
      for (const operation of checked.filter((id) => contract.statusesOf(id).includes(String(status))))
        for (const policy of status === 429 ? requestPolicies(contract, operation) : [undefined])
          await trigger(run, status, operation, policy, unlimited);
    }
  },
};

/** Returns the rate-limit policies of an operation, or a list with `undefined` if the contract has none. */
function requestPolicies(contract: ContractIndex, operation: OperationId): Policy[] {
  const policies = policiesOf(contract.document, contract.operationOf(operation).operation);
  const named = [...policies].flatMap(([name, { counts, burst }]) => (burst === undefined ? [] : { name, counts }));
  return named.length > 0 ? named : [undefined];
}

async function trigger(run: Run, status: number, operation: OperationId, policy: Policy, unlimited: Set<string>) {
  const { contract, coverage, session, recorder } = run;
  const { target } = session;
  const name = `${operation}: ${status === 429 ? `too many ${policy?.counts ?? 'requests'}` : `an injected ${status}`}`;
  await recorder.check('faults', operation, name, async () => {
    // The request is prepared first, because its resources cannot be created once the fault is active.
    const prepared = await session.prepare(operation, {});
    const exhausting = status === 429 ? await exhaustingRequest(session, prepared, policy) : prepared;
    await target.injectFault?.(policy?.name ?? status);
    try {
      const exceeded = status === 429 ? await exceedLimit(session, prepared, exhausting, unlimited) : null;
      if (status === 429 && exceeded === null && target.injectFault === undefined) {
        coverage.leaveOut(`${operation} 429`, 'the target has no rate limit, or a higher rate limit');
        return undefined;
      }
      const made = exceeded ?? (await session.send(prepared, true));
      // For a token endpoint, expects the error code in the documented example of the status.
      const [[, example] = []] = contract.answerExamples(operation, String(status));
      const error = contract.givesTokens(operation) ? memberOf(example, 'error') : undefined;
      const expects = { status, ...(error !== undefined && { code: String(error) }) };
      return recorder.judged(made, { expects });
    } finally {
      await target.injectFault?.(null);
    }
  });
}

/** Returns a read request that counts towards the given policy; `prepared` if no read request does. */
async function exhaustingRequest(session: Session, prepared: Prepared, policy: Policy): Promise<Prepared> {
  const { contract } = session;
  const read = simpleReads(contract).find((id) => contract.proofOf(id) !== null);
  const isLimited = contract.proofOf(prepared.sent.operation) !== null;
  const countsToo = read !== undefined && requestPolicies(contract, read).some((each) => each?.name === policy?.name);
  return isLimited && countsToo ? session.prepare(read, {}) : prepared;
}

/** Sends requests until the target rejects one with 429. Resolves to null if the target has no rate limit. */
async function exceedLimit(session: Session, prepared: Prepared, exhausting: Prepared, unlimited: Set<string>) {
  const { target } = exhausting.wire;
  let isReached = false;
  for (let round = 0; round < MAX_ROUNDS && !unlimited.has(target); round++) {
    const burst = Array.from({ length: CONCURRENCY }, () => session.send(exhausting, true));
    isReached ||= (await Promise.all(burst)).some(({ answer }) => answer.status === 429);
    const made = isReached ? await session.send(prepared, true) : null;
    if (made?.answer.status === 429) return made;
    if (made !== null) await session.resources.settle(made);
  }
  if (!isReached) unlimited.add(target);
  return null;
}
