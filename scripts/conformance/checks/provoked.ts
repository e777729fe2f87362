import type { Prepared, Session } from '../target/session.ts';
import type { Answer, OperationId } from '../types.ts';
import type { Recorder } from './recorder.ts';

/** Twice what the contract's limits let through at once. */
const MOST = 400;
const AT_ONCE = 50;
const TRIES = 10;

/**
 * Answers that no single request causes: rate limits, by as many requests as they allow, and faults where the target
 * can be told.
 */
export async function provoke(
  checked: readonly OperationId[],
  session: Session,
  recorder: Recorder,
  /** Why a status was not seen, by operation and status. */
  reasons: Map<string, string>,
): Promise<void> {
  const { contract, target } = session;
  /** What is sent to exhaust them. */
  const unlimited = new Set<string>();
  for (const status of [429, 500, 503] as const) {
    if (status !== 429 && target.provoke === undefined) continue;
    for (const operation of checked.filter((id) => contract.statusesOf(id).includes(String(status)))) {
      const name = `${operation}: ${status === 429 ? 'too many requests' : `a fault answered ${status}`}`;
      await recorder.guarded('statuses', operation, name, async () => {
        // Before: what the request needs cannot be made any more afterwards.
        const prepared = await session.prepare(operation, {});
        const exhausted = status === 429 ? await cheapest(operation, prepared, session) : null;
        target.provoke?.(status);
        try {
          const answer =
            exhausted === null ? await session.wire.sendOnce(prepared.wire) : await until429(prepared, exhausted);
          // How many it takes is the operator's to say; ours is told to have a limit.
          if (status === 429 && answer?.status !== 429 && target.provoke === undefined)
            reasons.set(`${operation} 429`, 'the target has no limit, or a higher one');
          else if (answer !== null)
            recorder.note({ name, group: 'statuses', operation, expects: { status }, covers: [] }, prepared, answer);
        } finally {
          target.provoke?.(null);
        }
      });
    }
  }

  function saysNoLimit({ sent }: Prepared, { status, headers }: Answer): boolean {
    const documented = contract.headersOf(sent.operation, status);
    return status < 300 && documented.includes('ratelimit') && !headers.has('ratelimit');
  }

  /** Null when it is known that there is no limit to be found. */
  async function until429(prepared: Prepared, exhausting: Prepared): Promise<Answer | null> {
    const { sendOnce } = session.wire;
    let answer: Answer | null = null;
    for (let tries = 0; tries < TRIES && !unlimited.has(exhausting.wire.target); tries++) {
      let isOver = false;
      for (let sent = 0; sent < MOST && !isOver; sent += AT_ONCE) {
        const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => sendOnce(exhausting.wire)));
        isOver = answers.some(({ status }) => status === 429);
        // Where there is a limit, the header says how much of it is left.
        if (answers.some((each) => saysNoLimit(exhausting, each))) break;
      }
      answer = await sendOnce(prepared.wire);
      if (answer.status === 429) break;
      if (answer.status < 300) await session.resources.settle({ sent: prepared.sent, answer });
      // It is not asked for one again and again.
      if (!isOver) unlimited.add(exhausting.wire.target);
    }
    return answer;
  }
}

/**
 * A request that counts against the limit and changes nothing: a read by the same partner; the token endpoint has its
 * own limit.
 */
async function cheapest(operation: OperationId, prepared: Prepared, session: Session): Promise<Prepared> {
  const { operationIds, proofOf, shapeOf } = session.contract;
  const read = operationIds.find(
    (id) => shapeOf(id).method === 'GET' && proofOf(id) !== null && !shapeOf(id).path.includes('{'),
  );
  return proofOf(operation) !== null && read !== undefined ? session.prepare(read, {}) : prepared;
}
