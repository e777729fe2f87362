import { setTimeout as sleep } from 'node:timers/promises';
import { type OperationId, operations } from '../generated/operations.ts';
import type { Handlers, ProblemStatement, RequestOf, ResponseOf } from '../generated/server.ts';
import type { Clock } from '../server/domain/clock.ts';
import type { Answer } from '../server/http/answer-operation.ts';
import type { Call } from '../server/http/operation-request.ts';
import { createTurns, readPrefer } from './prefer.ts';
import type { Prism } from './prism.ts';

/** The body of an operation's successful response. */
export type SuccessOf<Id extends OperationId> = Extract<
  ResponseOf<Id>,
  { status: 200 | 201 | 202; body: unknown }
>['body'];

type MaybePromise<T> = T | Promise<T>;

/** What operations do besides returning the response that Prism makes. */
export interface Adaptations {
  /** Returns the response that refuses a request, whatever `Prefer` says; null for a valid request. */
  refuse: {
    [Id in OperationId]?: (request: RequestOf<Id>, call: Call) => MaybePromise<ResponseOf<Id> | null>;
  };
  /** Adapts the body of a success to the request. */
  adapt: {
    [Id in OperationId]?: (body: SuccessOf<Id>, request: RequestOf<Id>, call: Call) => MaybePromise<SuccessOf<Id>>;
  };
  /** Returns the headers that depend on the adapted body. */
  headers: { [Id in OperationId]?: (body: SuccessOf<Id>) => Record<string, string> };
}

/**
 * Returns a handler for every operation, which returns the response that `Prefer` asks for, or the first success.
 * Successes are adapted to the request.
 */
export function createMockHandlers(prism: Prism, adaptations: Adaptations, clock: Clock): Handlers<Call> {
  const nextTurn = createTurns(clock);
  const handlerOf = (id: OperationId) => {
    const { refuse, adapt, headers: headersOf } = adaptations;
    const mediaTypes: Readonly<Record<string, string | null>> = operations[id].responses;
    return async (request: { path: object }, call: Call): Promise<Answer> => {
      const refusal = await refuse[id]?.(request as never, call);
      if (refusal) return refusal;
      const prefer = call.header('Prefer');
      const { choices, delaySeconds, applied } = readPrefer(prefer);
      // All of a sequence, so that a name that does not exist is refused at the first turn.
      const responses = await Promise.all(choices.map((choice) => prism(id, choice)));
      const turn = responses.length > 1 ? nextTurn(JSON.stringify([clientOf(call), id, request.path, prefer])) : 0;
      const response = responses[Math.min(turn, responses.length - 1)];
      if (response === undefined) throw new RangeError('There is no choice');
      // Does not keep the process from ending.
      if (delaySeconds > 0) await sleep(delaySeconds * 1000, undefined, { ref: false });
      const { status } = response;
      const headers = {
        ...response.headers,
        // A cache must not return the response to one preference for another (RFC 7240, section 2).
        Vary: 'Prefer',
        ...(applied !== undefined && { 'Preference-Applied': applied }),
      };
      if (mediaTypes[status] === 'application/problem+json')
        return { status, problem: statementOf(response.body as ProblemStatement), headers };
      if (status >= 300 || response.body === undefined) return { status, body: response.body, headers };
      const body = (await adapt[id]?.(response.body as never, request as never, call)) ?? response.body;
      return { status, body, headers: { ...headers, ...headersOf[id]?.(body as never) } };
    };
  };
  return Object.fromEntries(
    (Object.keys(operations) as OperationId[]).map((id) => [id, handlerOf(id)]),
  ) as unknown as Handlers<Call>;
}

const clientOf = ({ principal }: Call) => (principal.kind === 'partner' ? principal.partner.clientId : null);

/** The properties of an example problem that are its own; the rest is the same for every problem with its code. */
function statementOf({ code, detail, errors }: ProblemStatement): ProblemStatement {
  return { code, detail, ...(errors !== undefined && { errors }) };
}
