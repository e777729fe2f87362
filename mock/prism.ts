import { fileURLToPath } from 'node:url';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { pino } from 'pino';
import type { OperationId } from '../generated/operations.ts';
import { Refusal } from '../server/contract/problem.ts';

/** Which documented response of an operation to return; by default the first success with its first example. */
export interface Choice {
  status?: number | undefined;
  /** The name of an example. */
  example?: string | undefined;
  /** Generates the body from the schema instead of taking it from an example. */
  dynamic?: boolean | undefined;
}

/** A response made from the contract. */
export interface MockedResponse {
  status: number;
  /** Undefined when the response has no content. */
  body: unknown;
  /** The headers that the contract requires for this status. */
  headers: Record<string, string>;
}

/** Resolves to the chosen response of an operation. Rejects with a `Refusal` when the contract has no such response. */
export type Prism = (id: OperationId, choice: Choice) => Promise<MockedResponse>;

/** Prism checks nothing: the server's contract layer, which is stricter, has checked every request before. */
const CONFIG = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

let loaded: Promise<Prism> | undefined;

/** Loads the contract into Prism, once per process, since it does not change. */
export function loadPrism(contract: URL): Promise<Prism> {
  loaded ??= load(fileURLToPath(contract));
  return loaded;
}

async function load(contract: string): Promise<Prism> {
  const operations = new Map(
    (await getHttpOperationsFromSpec(contract)).map((operation) => [operation.iid, operation]),
  );
  // Prism logs every step, at custom levels.
  const logger = pino({ level: 'silent', customLevels: { success: 31 } });
  // biome-ignore lint/suspicious/noExplicitAny: Prism is typed for an older version of pino
  const prism = createInstance({ ...CONFIG, mock: { dynamic: false } }, { logger: logger as any });

  async function respond(id: OperationId, { status, example, dynamic = false }: Choice): Promise<MockedResponse> {
    const operation = operations.get(id);
    if (operation === undefined) throw new TypeError(`The contract has no operation ${id}`);
    const documented = operation.responses
      .filter(({ code }) => code !== 'default')
      .map(({ code, contents = [], headers = [] }) => ({
        status: Number(code),
        examples: contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key)),
        // An optional header has a special meaning (`Idempotent-Replayed`) that does not apply here.
        headers: headers.filter(({ required }) => required).map(({ name }) => name),
      }));
    // Prism looks for an example only in the first success. A partner names it alone, whatever its status.
    const code = status ?? (example && documented.find(({ examples }) => examples.includes(example))?.status);
    const result = await prism.request(
      // Only one operation is passed for routing, and its path template matches itself.
      { method: operation.method as 'get', url: { path: operation.path } },
      [operation],
      { ...CONFIG, mock: { dynamic, ...(code && { code }), ...(example !== undefined && { exampleKey: example }) } },
    )();
    const output = result._tag === 'Right' ? result.right.output : undefined;
    const found = documented.find(({ status }) => status === output?.statusCode);
    // Prism returns the first success when the response with the status has no such example.
    if (output === undefined || found === undefined || (status !== undefined && status !== found.status))
      throw notDocumented(documented);
    const headers = Object.fromEntries(found.headers.map((name) => [name, String(output.headers?.[name])]));
    return { status: found.status, body: output.body, headers };
  }

  const responses = new Map<string, Promise<MockedResponse>>();
  return (id, choice) => {
    if (choice.dynamic) return respond(id, choice);
    // Prism returns the same each time, and takes longer for it than all the rest.
    const key = `${id} ${choice.status} ${choice.example}`;
    const response = responses.get(key) ?? respond(id, choice);
    // Names that do not exist are without number.
    response.then(() => responses.set(key, response)).catch(() => {});
    return response;
  };
}

function notDocumented(documented: readonly { status: number; examples: readonly string[] }[]): Refusal {
  const list = documented.map(({ status, examples }) => [status, examples.join(' or ')].join(' ').trim());
  const detail = `The contract has no such response of this operation. Prefer takes the code and the example of: ${list.join('; ')}.`;
  return new Refusal({ code: 'not_found', detail });
}
