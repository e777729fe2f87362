import { memberOf } from '../../contract/json.ts';
import { simpleReads } from '../index/contract-index.ts';
import { deliveredEvent } from '../judge/delivery.ts';
import { EVENT_LIMIT, type Made, type OperationId, type Prepared } from '../kit-types.ts';
import type { Check } from './kit-check.ts';

/** Maximum number of requests in a burst: twice the burst that the contract's rate limits permit. */
const MAX_REQUESTS = 400;
const CONCURRENCY = 50;
const MAX_ROUNDS = 10;
const STATUSES = [429, 500, 503] as const;

export const faultCheck: Check = {
  name: 'faults',
  doc: 'Triggers the documented 429 responses with many requests, and 500 and 503 on a server that the kit starts.',
  rule: 'the documented responses 429, 500, and 503',
  applies: ({ checked, contract, isStateless }) =>
    !isStateless && checked.some((id) => STATUSES.some((status) => contract.statusesOf(id).includes(`${status}`))),
  async run({ checked, contract, coverage, session, recorder }) {
    const { target } = session;
    const read = simpleReads(contract).find((id) => contract.proofOf(id) !== null);
    const unlimited = new Set<string>();
    const { test, redeliver } = deliveredEvent(contract.document)?.policy.operations ?? {};
    for (const status of STATUSES) {
      if (status !== 429 && target.injectFault === undefined) continue;
      for (const operation of checked.filter((id) => contract.statusesOf(id).includes(String(status)))) {
        // The limit on test events and redeliveries is lower than the limit on all requests.
        const hasTwoLimits = status === 429 && [test, redeliver].includes(operation);
        for (const limited of hasTwoLimits ? ['requests', 'events'] : ['requests'])
          await trigger(status, operation, limited);
      }
    }

    async function trigger(status: (typeof STATUSES)[number], operation: OperationId, limited: string): Promise<void> {
      const name = `${operation}: ${status === 429 ? `too many ${limited}` : `an injected ${status}`}`;
      const isOfEvents = limited === 'events';
      await recorder.guarded('faults', operation, name, async () => {
        // The request is prepared first, because its resources cannot be created once the fault is active.
        const prepared = await session.prepare(operation, {});
        // A read request counts towards the same rate limit. The token endpoint has its own rate limit.
        const isRead = status === 429 && !isOfEvents && contract.proofOf(operation) !== null;
        const exhausting = isRead && read !== undefined ? await session.prepare(read, {}) : prepared;
        await target.injectFault?.(isOfEvents ? EVENT_LIMIT : status);
        try {
          const made = status === 429 ? await until429(prepared, exhausting) : await session.send(prepared, true);
          if (status === 429 && made?.answer.status !== 429 && target.injectFault === undefined)
            coverage.leaveOut(`${operation} 429`, 'the target has no rate limit, or a higher rate limit');
          else if (made !== null) {
            // The examples of a token endpoint contain one error for each of these statuses.
            const [[, example] = []] = contract.answerExamples(operation, String(status));
            const error = contract.givesTokens(operation) ? memberOf(example, 'error') : undefined;
            const expects = { status, ...(error !== undefined && { code: String(error) }) };
            recorder.note({ name, check: 'faults', operation, expects, covers: [] }, made);
          }
        } finally {
          await target.injectFault?.(null);
        }
      });
    }

    /** Sends requests until one gets 429. Resolves to null if the target is known to have no rate limit. */
    async function until429(prepared: Prepared, exhausting: Prepared): Promise<Made | null> {
      let made: Made | null = null;
      for (let round = 0; round < MAX_ROUNDS && !unlimited.has(exhausting.wire.target); round++) {
        let isReached = false;
        for (let sent = 0; sent < MAX_REQUESTS && !isReached; sent += CONCURRENCY) {
          const all = await Promise.all(Array.from({ length: CONCURRENCY }, () => session.send(exhausting, true)));
          isReached = all.some(({ answer }) => answer.status === 429);
          if (all.some(showsNoLimit)) break;
        }
        made = await session.send(prepared, true);
        if (made.answer.status === 429) break;
        await session.resources.settle(made);
        if (!isReached) unlimited.add(exhausting.wire.target);
      }
      return made;
    }

    /** Returns whether a success lacks the documented `RateLimit` header, which shows that the target has no limit. */
    function showsNoLimit({ sent, answer: { status, headers } }: Made): boolean {
      const { ratelimit } = contract.headersOf(sent.operation, status);
      return status < 300 && ratelimit !== undefined && !headers.has('ratelimit');
    }
  },
};
