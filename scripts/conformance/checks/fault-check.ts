import { setTimeout as sleep } from 'node:timers/promises';
import { memberOf } from '../../contract/json.ts';
import { policiesOf, rateLimitsOf } from '../../contract/operation-shape.ts';
import { type ContractIndex, simpleReads } from '../index/contract-index.ts';
import { mustBe } from '../judge/check-response.ts';
import { limitsIn } from '../judge/response-rules.ts';
import type { OperationId, Prepared } from '../kit-types.ts';
import { Session } from '../target/target-session.ts';
import type { Run } from './kit-check.ts';

/** Concurrent requests in a round, if the kit cannot inject the fault. All rounds exceed every documented burst. */
const CONCURRENCY = 50;
const MAX_ROUNDS = 8;

type Policy = { name: string; counts: string } | undefined;

/** Triggers the documented 429 responses with many requests, and 500 and 503 on a server that the kit starts. */
export async function checkFaults(run: Run): Promise<void> {
  const { checked, contract, session } = run;
  if (run.isStateless) return;
  const unlimited = new Set<string>();
  for (const status of [429, 500, 503]) {
    if (status !== 429 && session.target.injectFault === undefined) continue;
    for (const operation of checked.filter((id) => contract.statusesOf(id).includes(String(status))))
      for (const policy of status === 429 ? requestPolicies(contract, operation) : [undefined])
        await trigger(run, status, operation, policy, unlimited);
  }
}

/** Returns an operation's rate-limit policies that count requests; a list with `undefined` if there are none. */
function requestPolicies(contract: ContractIndex, operation: OperationId): Policy[] {
  const policies = policiesOf(contract.document, contract.operationOf(operation).operation);
  const named = [...policies].flatMap(([name, { counts, burst }]) => (burst === undefined ? [] : { name, counts }));
  return named.length > 0 ? named : [undefined];
}

/** Sends twice as many requests as a burst permits. The server must accept as many of them as the contract says. */
export async function checkLimits({ checked, contract, session: { target, wire }, recorder }: Run): Promise<void> {
  if (target.limited === undefined) return;
  const limited = new Session(contract, { ...target, ...target.limited, other: undefined }, wire);
  const limits = rateLimitsOf(contract.document);
  const within = Number(limits['burst_within_seconds']);
  for (const [name, { counts, burst, per_second = 0 }] of Object.entries(limits)) {
    if (burst === undefined) continue;
    // Skips an operation that also has a lower limit.
    const isLimited = (id: OperationId) => {
      const names = contract.operationOf(id).operation['x-rate-limit'] ?? [];
      return names.includes(name) && names.every((each) => (limits[each]?.burst ?? burst) >= burst);
    };
    const [operation] = [...simpleReads(contract), ...checked].filter((id) => checked.includes(id) && isLimited(id));
    if (operation === undefined) continue;
    await recorder.check('limits', operation, `${operation}: a burst of ${counts}`, async () => {
      const prepared = await limited.prepare(operation, {});
      // Requests that created resources for this request count too, until their second ends.
      await sleep(1000);
      const startedAt = performance.now();
      const made = await Promise.all(Array.from({ length: 2 * burst }, () => limited.send(prepared, true)));
      const most = burst + per_second * Math.floor((performance.now() - startedAt) / 1000);
      for (const each of made) await limited.resources.settle(each);
      const accepted = made.filter(({ answer }) => answer.status !== 429).length;
      const stated = new Map(made.flatMap(({ answer }) => limitsIn(answer.headers.get('ratelimit-policy'))));
      const left = made.flatMap(({ answer }) => limitsIn(answer.headers.get('ratelimit')));
      const longest = Math.max(0, ...left.map(([limit, { t = 0 }]) => (limit === name ? t : 0))) || within;
      const wait = Math.max(...made.map(({ answer }) => Number(answer.headers.get('retry-after') ?? 0)));
      const mismatches = [
        ...mustBe('Retry-After: the longest wait', Math.min(longest, wait), wait),
        ...mustBe(`RateLimit: the number of accepted ${counts}`, Math.max(burst, Math.min(accepted, most)), accepted),
        ...mustBe(`RateLimit-Policy: the quota of ${name}`, per_second, stated.get(name)?.['q'] ?? per_second),
      ];
      return { mismatches, exchanges: made.slice(-1) };
    });
  }
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
  const length = session.target.injectFault === undefined ? CONCURRENCY : 1;
  let isReached = false;
  for (let round = 0; round < MAX_ROUNDS && !unlimited.has(target); round++) {
    const burst = Array.from({ length }, () => session.send(exhausting, true));
    isReached ||= (await Promise.all(burst)).some(({ answer }) => answer.status === 429);
    if (!isReached) continue;
    const made = await session.send(prepared, true);
    if (made.answer.status === 429) return made;
    await session.resources.settle(made);
  }
  if (!isReached) unlimited.add(target);
  return null;
}
