import { setTimeout as sleep } from 'node:timers/promises';
import { rateLimitsOf } from '../../contract/operation-shape.ts';
import { type ContractIndex, simpleReads } from '../index/contract-index.ts';
import { codeOf, mustBe } from '../judge/check-response.ts';
import { limitsIn } from '../judge/response-rules.ts';
import type { OperationId, Prepared } from '../kit-types.ts';
import { Session } from '../target/target-session.ts';
import type { Run } from './kit-check.ts';

/** Number of concurrent requests in a round. All rounds together have more requests than the largest burst. */
const CONCURRENCY = 50;
const MAX_ROUNDS = 8;

/** Triggers the documented 429 responses with many requests, and 500 and 503 on a server that the kit starts. */
export async function checkFaults(run: Run): Promise<void> {
  const { checked, contract, session } = run;
  if (run.isStateless) return;
  const unlimited = new Set<string>();
  for (const status of session.target.injectFault === undefined ? [429] : [429, 500, 503])
    for (const operation of checked.filter((id) => contract.statusesOf(id).includes(String(status))))
      for (const limit of status === 429 ? requestLimits(contract, operation) : [undefined])
        await trigger(run, unlimited, status, operation, limit);
}

/** Returns the names of an operation's rate limits that count requests; a list with `undefined` if there are none. */
function requestLimits({ document, operationOf }: ContractIndex, id: OperationId): (string | undefined)[] {
  const { 'x-rate-limit': names = [] } = operationOf(id).operation;
  const counting = names.filter((name) => rateLimitsOf(document)[name]?.burst !== undefined);
  return counting.length > 0 ? counting : [undefined];
}

/** Sends two bursts of twice the permitted size, a second apart, and counts the requests that the server accepts. */
export async function checkLimits({ checked, contract, session: { target, wire }, recorder }: Run): Promise<void> {
  if (target.limited === undefined) return;
  const limited = new Session(contract, { ...target, ...target.limited, other: undefined }, wire);
  const limits = rateLimitsOf(contract.document);
  const within = Number(limits['burst_within_seconds']);
  for (const [name, { counts, burst = 0, per_second = 0 }] of Object.entries(limits)) {
    // Skips an operation that also has a lower limit.
    const isLimited = (id: OperationId) => {
      const names = contract.operationOf(id).operation['x-rate-limit'] ?? [];
      return names.includes(name) && names.every((each) => (limits[each]?.burst ?? burst) >= burst);
    };
    const operation = [...simpleReads(contract), ...checked].find((id) => checked.includes(id) && isLimited(id));
    if (burst === 0 || operation === undefined) continue;
    await recorder.check('limits', operation, `${operation}: a burst of ${counts}`, async () => {
      const prepared = await limited.prepare(operation, {});
      // Requests that created resources for this request count too, until their second ends.
      await sleep(1000);
      const startedAt = performance.now();
      const sendAll = () => Promise.all(Array.from({ length: 2 * burst }, () => limited.send(prepared, true)));
      const made = [...(await sendAll()), ...(await sleep(1000).then(sendAll))];
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

async function trigger(run: Run, unlimited: Set<string>, status: number, operation: OperationId, limit?: string) {
  const { contract, coverage, session, recorder } = run;
  const { counts = 'requests' } = rateLimitsOf(contract.document)[limit ?? ''] ?? {};
  const name = `${operation}: ${status === 429 ? `too many ${counts}` : `an injected ${status}`}`;
  await recorder.check('faults', operation, name, async () => {
    // The request is prepared first, because its resources cannot be created once the fault is active.
    const prepared = await session.prepare(operation, {});
    await session.target.injectFault?.(limit ?? status);
    try {
      const made =
        session.target.injectFault === undefined
          ? await exceedLimit(session, unlimited, prepared, limit)
          : await session.send(prepared, true);
      if (made === null) {
        coverage.leaveOut(`${operation} 429`, 'the target has no rate limit, or a higher rate limit');
        return undefined;
      }
      // For a token endpoint, expects the error code in the documented example of the status.
      const [[, example] = []] = contract.answerExamples(operation, String(status));
      const code = contract.givesTokens(operation) ? codeOf({ json: example }) : undefined;
      return recorder.judged(made, { expects: { status, code } });
    } finally {
      await session.target.injectFault?.(null);
    }
  });
}

/** Sends requests until the target rejects one with 429. Resolves to null if the target has no rate limit. */
async function exceedLimit(session: Session, unlimited: Set<string>, prepared: Prepared, limit?: string) {
  const { contract } = session;
  // Prefers a read request that counts towards the same limit, because other requests can create resources.
  const read = simpleReads(contract).find((id) => contract.proofOf(id) !== null);
  const isLimited = contract.proofOf(prepared.sent.operation) !== null;
  const countsToo = read !== undefined && requestLimits(contract, read).includes(limit);
  const exhausting = isLimited && countsToo ? await session.prepare(read, {}) : prepared;
  const { target } = exhausting.wire;
  let isReached = false;
  for (let round = 0; round < MAX_ROUNDS && !unlimited.has(target); round++) {
    const burst = await Promise.all(Array.from({ length: CONCURRENCY }, () => session.send(exhausting, true)));
    isReached ||= burst.some(({ answer }) => answer.status === 429);
    if (!isReached) continue;
    const made = await session.send(prepared, true);
    if (made.answer.status === 429) return made;
    await session.resources.settle(made);
  }
  if (!isReached) unlimited.add(target);
  return null;
}
