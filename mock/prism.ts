import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { OperationId } from '../generated/operations.ts';
import type { Answers, ExampleAnswer } from './answers.ts';

/** Prism checks nothing: the server's contract layer, which is stricter, has checked every request before. */
const CONFIG = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

let loaded: Promise<Answers> | undefined;

/**
 * Loads the contract into Prism, once per process, since it does not change. Every answer is made once: Prism makes the
 * same of an example each time, and takes longer for it than all the rest.
 */
export function loadPrism(contract: URL): Promise<Answers> {
  loaded ??= load(fileURLToPath(contract));
  return loaded;
}

async function load(contract: string): Promise<Answers> {
  // Takes two seconds, which nobody must wait for who gave a setting that cannot be used.
  const { createInstance, getHttpOperationsFromSpec } = await import('@stoplight/prism-http');
  const operations = new Map(
    (await getHttpOperationsFromSpec(contract)).map((operation) => [operation.iid, operation]),
  );
  // Prism logs every step, at custom levels.
  const logger = pino({ level: 'silent', customLevels: { success: 31 } });
  // biome-ignore lint/suspicious/noExplicitAny: Prism is typed for an older version of pino
  const prism = createInstance({ ...CONFIG, mock: { dynamic: false } }, { logger: logger as any });

  const operationOf = (id: OperationId) => {
    const operation = operations.get(id);
    if (operation === undefined) throw new TypeError(`The contract has no operation ${id}`);
    return operation;
  };

  async function make(id: OperationId, status: number, example: string | undefined): Promise<ExampleAnswer> {
    const operation = operationOf(id);
    const result = await prism.request(
      // Only one operation is passed for routing, and its path template matches itself.
      { method: operation.method as 'get', url: { path: operation.path } },
      [operation],
      {
        ...CONFIG,
        mock: { dynamic: false, code: status, ...(example !== undefined && { exampleKey: example }) },
      },
    )();
    if (result._tag === 'Left') throw result.left;
    const { statusCode, headers = {}, body } = result.right.output;
    if (statusCode !== status) throw new Error(`Prism answers ${statusCode} to ${id}, asked for ${status}`);
    // An optional header has a special meaning (`Idempotent-Replayed`) that does not hold here.
    const always = operation.responses
      .find(({ code }) => Number(code) === status)
      ?.headers?.filter(({ required }) => required)
      .map(({ name }) => name);
    return {
      body,
      headers: Object.fromEntries((always ?? []).map((name) => [name, String(headers[name])])),
    };
  }

  const documented = new Map(
    [...operations].map(([id, { responses }]) => [
      id,
      responses
        .filter(({ code }) => code !== 'default')
        .map(({ code, contents = [] }) => ({
          status: Number(code),
          examples: contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key)),
        })),
    ]),
  );
  const made = new Map<string, Promise<ExampleAnswer>>();

  return {
    documented: (id) => documented.get(id) ?? [],

    answer(id, status, example) {
      const key = `${id} ${status} ${example}`;
      const answer = made.get(key) ?? make(id, status, example);
      made.set(key, answer);
      return answer;
    },
  };
}
