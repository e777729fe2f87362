// The kit's own server in a thread of its own, so that one that hangs can be ended. It is bundled, and finds the modules that
// are generated from a mutated contract beside the bundle: see start-server.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { type OperationId, operations } from '../../../generated/operations.ts';
import { startOwnServer } from '../../../scripts/conformance/own/own-server.ts';
import type { Target } from '../../../scripts/conformance/types.ts';
import { type AnswerChange, mutateAnswer } from './mutate-answer.ts';

/** What the thread is started with. */
export interface WorkerInput {
  name: string;
  answer: AnswerChange | null;
  publicUrl: string | undefined;
  provoked: Int32Array;
}

/** What the thread says: what it serves; when it was told to stop, in how many answers there was something to change. */
export type WorkerMessage = { target: Omit<Target, 'provoke'> } | { altered: number };

const input = workerData as WorkerInput;
const say = (message: WorkerMessage) => parentPort?.postMessage(message);

const addresses = Object.entries(operations).map(([id, { method, path }]) => ({
  id: id as OperationId,
  method: method as string,
  hasParameter: path.includes('{'),
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]*')}$`),
}));

/** The operation that the contract has for a request; where one path has a name and another a parameter, that of the name. */
function operationOf({ method, url }: Request): OperationId | null {
  const { pathname } = new URL(url);
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

const { answer } = input;
const behave: Parameters<typeof startOwnServer>[1] =
  answer === null ? undefined : (fetch) => async (request, env) => changed(request, await fetch(request, env), answer);
const started = await startOwnServer(input.name, behave, input.publicUrl, input.provoked);

parentPort?.once('message', async () => {
  await started.stop();
  say({ altered });
  parentPort?.close();
});
const { provoke: _, ...target } = started.target;
say({ target });
