// Runs the bundled server in a child process, so that a mutant that hangs or crashes does not stop the mutation run.
// Each bundle has its own folder with modules that are generated from the mutated contract (see start-server.ts).
import type { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type OperationId, operations } from '../../../generated/operations.ts';
import type { Fault, Target } from '../../../scripts/conformance/kit-types.ts';
import { startChangedServer, type WrapFetch } from '../../support/changed-server.ts';
import { type AnswerChange, mutateAnswer } from './mutate-answer.ts';
import type { Reached, Stopped } from './start-server.ts';

export interface ProcessInput {
  name: string;
  answer: AnswerChange | null;
}

/** Message to the server process: stop the server, or inject a fault (null removes the fault). */
export type Order = 'stop' | { inject: Fault };

/** Message from the server process: the target after its start, `injected` after a fault, or the final results. */
export type ProcessMessage = { target: Omit<Target, 'injectFault'> } | 'injected' | Stopped;

/** Operation of the current request, and the executions of changed or marked code (see start-server.ts). */
declare const reached: AsyncLocalStorage<OperationId | null> & {
  count: number;
  by: Map<number, Set<Reached>>;
  isStarted: boolean;
};

const [input] = (await once(process, 'message')) as [ProcessInput];
const say = (message: ProcessMessage) => process.send?.(message);

const addresses = Object.entries(operations).map(([id, { method, path }]) => ({
  id: id as OperationId,
  method: method as string,
  hasParameter: path.includes('{'),
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]*')}$`),
}));

/** Returns the operation of a request. A literal path has precedence over a path with a parameter. */
function operationOf({ method, url }: { method?: string | undefined; url?: string | undefined }): OperationId | null {
  const { pathname } = new URL(url ?? '', 'http://server');
  const found = addresses.filter((each) => each.method === method && each.pattern.test(pathname));
  return (found.find(({ hasParameter }) => !hasParameter) ?? found[0])?.id ?? null;
}

let altered = 0;

async function changed(request: Request, response: Response, change: AnswerChange): Promise<Response> {
  if (response.status !== change.status) return response;
  const { status, headers } = response;
  const body = await response.text();
  const answer = mutateAnswer(change, operationOf(request), { status, headers, body });
  if (answer !== null) altered++;
  const given = answer ?? { status, headers, body };
  return new Response(given.body === '' ? null : given.body, given);
}

subscribe('http.server.request.start', (message) =>
  reached.enterWith(operationOf((message as { request: IncomingMessage }).request)),
);

const { answer } = input;
const behave: WrapFetch | undefined =
  answer === null ? undefined : (fetch) => async (request, env) => changed(request, await fetch(request, env), answer);
const started = await startChangedServer(input.name, behave);

const { injectFault, ...target } = started.target;

process.on('disconnect', () => process.exit());
process.on('message', async (order: Order) => {
  if (order !== 'stop') {
    injectFault?.(order.inject);
    say('injected');
    return;
  }
  await started.stop();
  say({ altered: answer === null ? reached.count : altered, reached: reached.by });
  process.disconnect();
});
reached.isStarted = true;
say({ target });
