import { setTimeout as sleep } from 'node:timers/promises';
import { type OperationId, operations } from '../generated/operations.ts';
import type { Handlers, ProblemStatement } from '../generated/server.ts';
import type { Call, HandlerResponse } from '../server/api/request-checks.ts';
import type { Clock } from '../server/domain/clock.ts';
import type { createAdaptations } from './adaptations.ts';
import { createSequenceCounter, readPrefer } from './prefer.ts';
import type { Prism } from './prism.ts';
import type { Scenario } from './running-mock.ts';
import type { SampleEvents } from './sample-events.ts';
import { eventTypeAfter } from './scenario.ts';

type Ids = Partial<Record<'request_id' | 'credential_id' | 'id', string>>;

interface Parts {
  prism: Prism;
  clock: Clock;
  adaptations: ReturnType<typeof createAdaptations>;
  /** The responses and events that the mock adds to the examples. */
  scenario: Scenario;
  events: SampleEvents;
}

/** Returns a handler for each operation. It returns the response that `Prefer` selects, adapted to the request. */
export function createMockHandlers({ prism, clock, adaptations, scenario, events }: Parts): Handlers<Call> {
  const { answer, adapt, headers: headersOf } = adaptations;
  const nextPosition = createSequenceCounter(clock);
  const handlerOf = (id: OperationId) => async (request: { path: object }, call: Call) => {
    const own: HandlerResponse | null = (await answer[id]?.(request as never, call)) ?? null;
    if (own !== null && own.status >= 400) return own;
    const { prefer: scripted, event, delay = 0 } = scenario[id] ?? {};
    const prefer = call.header('Prefer') ?? scripted;
    const { choices, delaySeconds, applied } = readPrefer(prefer);
    // Creates all responses in the sequence, so that the first request fails if an example name is unknown.
    const responses = await Promise.all(choices.map((choice) => prism(id, choice)));
    const { principal } = call;
    const client = principal.kind === 'partner' ? principal.partner.clientId : null;
    const position = responses.length > 1 ? nextPosition(JSON.stringify([client, id, request.path, prefer])) : 0;
    const response = responses[Math.min(position, responses.length - 1)];
    if (response === undefined) throw new RangeError('The operation has no response with this status');
    // The timer does not keep the process alive.
    if (delaySeconds > 0) await sleep(delaySeconds * 1000, undefined, { ref: false });
    const { status } = response;
    const headers = {
      ...response.headers,
      // A cache must not use the response for one preference for a request with a different one (RFC 7240, section 2).
      Vary: 'Prefer',
      ...(applied !== '' && { 'Preference-Applied': applied }),
    };
    const mediaTypes: Readonly<Record<string, string | null>> = operations[id].responses;
    if (mediaTypes[status] === 'application/problem+json')
      return { status, problem: response.body as ProblemStatement, headers };
    if (status >= 300) return { status, body: response.body, headers };
    const type = eventTypeAfter(id);
    const body = own?.body ?? adapt[id]?.(response.body as never, request as never, call) ?? response.body;
    if (client !== null && type !== undefined && event !== undefined) {
      const { request_id, id, credential_id } = { ...(request as { body?: object }).body, ...(body as object) } as Ids;
      const resourceId = request_id ?? credential_id ?? id ?? '';
      setTimeout(() => events.send(client, { type, resourceId, status: event }), delay * 1000).unref();
    }
    return { status, body, headers: { ...headers, ...headersOf[id]?.(body as never, request as never) } };
  };
  return Object.fromEntries(
    (Object.keys(operations) as OperationId[]).map((id) => [id, handlerOf(id)]),
  ) as unknown as Handlers<Call>;
}
