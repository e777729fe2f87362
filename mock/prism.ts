import { fileURLToPath } from 'node:url';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { pino } from 'pino';
import type { OperationId } from '../generated/operations.ts';
import type { DocumentedAnswer } from './prefer.ts';

/** An answer as the contract's examples have it. */
export interface ExampleAnswer {
  /** Undefined when the answer has no content. */
  body: unknown;
  /** Those that every such answer has. */
  headers: Record<string, string>;
}

/** The answers that the contract documents, each made from its examples. */
export interface Prism {
  documented(id: OperationId): readonly DocumentedAnswer[];
  /** The answer with this status: of its examples the named one, or the first. */
  answer(id: OperationId, status: number, example: string | undefined): Promise<ExampleAnswer>;
}

/** Prism checks nothing here: what reaches it has passed the contract layer of the server, which checks more. */
const CONFIG = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

let loaded: Promise<Prism> | undefined;

/** Reads the contract into Prism, once a process: it does not change while one runs. */
export function loadPrism(contract: URL): Promise<Prism> {
  loaded ??= load(fileURLToPath(contract));
  return loaded;
}

async function load(contract: string): Promise<Prism> {
  const operations = new Map(
    (await getHttpOperationsFromSpec(contract)).map((operation) => [operation.iid, operation]),
  );
  // Prism logs every step at levels of its own.
  const logger = pino({ level: 'silent', customLevels: { success: 31 } });
  // biome-ignore lint/suspicious/noExplicitAny: Prism is typed for an older version of pino
  const prism = createInstance({ ...CONFIG, mock: { dynamic: false } }, { logger: logger as any });

  const operationOf = (id: OperationId) => {
    const operation = operations.get(id);
    if (operation === undefined) throw new TypeError(`The contract has no operation ${id}`);
    return operation;
  };

  return {
    documented: (id) =>
      operationOf(id).responses.map(({ code, contents = [] }) => ({
        status: Number(code),
        examples: contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key)),
      })),

    async answer(id, status, example) {
      const operation = operationOf(id);
      const result = await prism.request(
        // One operation alone is routed to; its template is an address of it.
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
      // A header that only some answers have says something special (`Idempotent-Replayed`), which is not so here.
      const always = operation.responses
        .find(({ code }) => Number(code) === status)
        ?.headers?.filter(({ required }) => required)
        .map(({ name }) => name);
      return {
        body,
        headers: Object.fromEntries((always ?? []).map((name) => [name, String(headers[name])])),
      };
    },
  };
}
