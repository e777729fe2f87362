import { fileURLToPath } from 'node:url';
import { configureExtensionsUserProvided } from '@stoplight/prism-cli/dist/extensions.js';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { pino } from 'pino';
import type { OperationId } from '../generated/operations.ts';
import { Refusal } from '../server/api/request-checks.ts';

/** Selects a response that the contract documents. Default: the first example of the first 2xx response. */
export interface Choice {
  code?: number | undefined;
  exampleKey?: string | undefined;
  /** Generates the body from the schema instead of returning an example. */
  dynamic: boolean;
}

export type Prism = Awaited<ReturnType<typeof loadPrism>>;

/** Disables Prism's checks, because the server's stricter request checks run first. */
const CONFIG = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

/** Keeps generated bodies readable: short lists, and no properties that the schema does not declare. */
const DYNAMIC = { maxItems: 3, fillProperties: false };

/** Parsed operations of the contract. They are cached, because parsing takes half a second. */
let parsed: ReturnType<typeof getHttpOperationsFromSpec> | undefined;

/** Loads the contract. The returned function rejects with a `Refusal` if the contract lacks the requested response. */
export async function loadPrism(contract: URL) {
  parsed ??= getHttpOperationsFromSpec(fileURLToPath(contract));
  const operations = await parsed;
  await configureExtensionsUserProvided({}, DYNAMIC);
  // Prism logs every request, and requires this custom log level.
  const logger = pino({ level: 'silent', customLevels: { success: 31 } });
  // biome-ignore lint/suspicious/noExplicitAny: Prism is typed for an older version of pino
  const prism = createInstance({ ...CONFIG, mock: { dynamic: false } }, { logger: logger as any });

  return async (id: OperationId, { code, exampleKey, dynamic }: Choice = { dynamic: false }) => {
    const operation = operations.find(({ iid }) => iid === id);
    if (operation === undefined) throw new TypeError(`The contract has no operation ${id}`);
    const { method, path } = operation;
    const documented = operation.responses
      .filter((response) => response.code !== 'default')
      .map(({ code, contents = [], headers = [] }) => ({
        status: Number(code),
        examples: contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key)),
        // Optional headers (`Idempotent-Replayed`) describe special cases, which the mock does not simulate.
        headers: headers.filter(({ required }) => required).map(({ name }) => name),
      }));
    const chosen = documented.find(
      ({ status, examples }) =>
        (code === undefined || code === status) && (exampleKey === undefined || examples.includes(exampleKey)),
    );
    if (chosen === undefined) {
      const list = documented.map(({ status, examples }) => `${status} ${examples.join(' or ')}`.trim()).join('; ');
      const detail = `The contract has no such response for this operation. Prefer accepts these codes and examples: ${list}.`;
      throw new Refusal({ code: 'invalid_preference', detail });
    }
    const { status, headers } = chosen;
    const result = await prism.request(
      // Prism searches only the given operation, and a path template matches itself.
      { method: method as 'get', url: { path } },
      [operation],
      { ...CONFIG, mock: { dynamic, code: status, ...(exampleKey !== undefined && { exampleKey }) } },
    )();
    if (result._tag === 'Left') throw result.left;
    const { output } = result.right;
    return {
      status,
      body: output.body,
      headers: Object.fromEntries(headers.map((name) => [name, String(output.headers?.[name])])),
    };
  };
}
