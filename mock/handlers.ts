import { setTimeout as sleep } from 'node:timers/promises';
import { type OperationId, operations } from '../generated/operations.ts';
import type { Handlers, ProblemStatement } from '../generated/server.ts';
import type { Answer } from '../server/http/answer-operation.ts';
import type { Call } from '../server/http/caller.ts';
import type { Adaptations } from './adapt.ts';
import type { Answers } from './answers.ts';
import { chooseAnswer } from './prefer.ts';
import type { Turns } from './turns.ts';

type Adapt = (
  request: unknown,
  call: Call,
) => Promise<
  { refusal: Answer } | { adapt(example: unknown): unknown; headers?(body: unknown): Record<string, string> }
>;

/**
 * A handler for every operation: returns the documented response that `Prefer` asks for, or the first success adapted
 * to the request. What the server would refuse is refused before, whatever `Prefer` says.
 */
export function createMockHandlers(answers: Answers, adaptations: Adaptations, turns: Turns): Handlers<Call> {
  const handlerOf = (id: OperationId) => {
    const adapt = adaptations[id] as unknown as Adapt | undefined;
    const mediaTypes: Readonly<Record<string, string | null>> = operations[id].responses;
    const documented = answers.documented(id);
    const usual = chooseAnswer(undefined, documented);
    return async (request: unknown, call: Call): Promise<Answer> => {
      const adapted = await adapt?.(request, call);
      if (adapted !== undefined && 'refusal' in adapted) return adapted.refusal;
      const prefer = call.header('Prefer');
      const key = () => JSON.stringify([clientOf(call), id, (request as { path: object }).path, prefer]);
      const choice = prefer === undefined ? usual : chooseAnswer(prefer, documented, () => turns.next(key()));
      const { status, example, delaySeconds, applied } = choice;
      // Keeps no process that is about to end.
      if (delaySeconds > 0) await sleep(delaySeconds * 1000, undefined, { ref: false });
      const answer = await answers.answer(id, status, example);
      const headers = {
        ...answer.headers,
        // A cache must not return the response to one preference for another (RFC 7240, section 2).
        Vary: 'Prefer',
        ...(applied !== undefined && { 'Preference-Applied': applied }),
      };
      if (mediaTypes[status] === 'application/problem+json')
        return { status, problem: statementOf(answer.body as ProblemStatement), headers };
      if (status >= 300 || answer.body === undefined) return { status, body: answer.body, headers };
      if (adapted === undefined) return { status, body: answer.body, headers };
      const body = await adapted.adapt(answer.body);
      return { status, body, headers: { ...headers, ...adapted.headers?.(body) } };
    };
  };
  return Object.fromEntries(
    (Object.keys(operations) as OperationId[]).map((id) => [id, handlerOf(id)]),
  ) as unknown as Handlers<Call>;
}

const clientOf = ({ principal }: Call) => (principal.kind === 'partner' ? principal.partner.clientId : null);

/** The members of an example problem that are its own; the rest is the same for every problem of its code. */
function statementOf({ code, detail, errors }: ProblemStatement): ProblemStatement {
  return { code, detail, ...(errors !== undefined && { errors }) };
}
