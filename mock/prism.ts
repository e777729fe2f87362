import { fileURLToPath } from 'node:url';
import { configureExtensionsUserProvided } from '@stoplight/prism-cli/dist/extensions.js';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { validateOutput } from '@stoplight/prism-http/dist/validator/index.js';
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

/** Operations in the contract, cached because parsing takes half a second. */
let parsed: ReturnType<typeof getHttpOperationsFromSpec> | undefined;

export async function loadPrism(contract: URL) {
  parsed ??= getHttpOperationsFromSpec(fileURLToPath(contract));
  const operations = await parsed;
  await configureExtensionsUserProvided({}, DYNAMIC);
  // Silences Prism, which logs every request. Prism also uses the level `success`, which pino does not have.
  const logger = pino({ level: 'silent', customLevels: { success: 31 } });
  // biome-ignore lint/suspicious/noExplicitAny: Prism is typed for an older version of pino
  const prism = createInstance({ ...CONFIG, mock: { dynamic: false } }, { logger: logger as any });

  const operationOf = (id: OperationId) => {
    const operation = operations.find(({ iid }) => iid === id);
    if (operation === undefined) throw new TypeError(`The contract has no operation ${id}`);
    return operation;
  };

  return {
    /** Throws a `Refusal` if the contract lacks the response, and a `TypeError` if `body` violates the contract. */
    check(id: OperationId, choice: Choice, body: object | undefined): void {
      const operation = operationOf(id);
      const { status, mediaType } = findResponse(operation, choice);
      if (body === undefined) return;
      if (mediaType === undefined) throw new TypeError(`a response with status ${status} has no body`);
      const element = { statusCode: status, headers: { 'content-type': mediaType }, body };
      const result = validateOutput({ resource: operation, element });
      // Ignores missing headers, because the mock adds headers to the response later.
      const violations = result._tag === 'Left' ? result.left.filter(({ path }) => path?.[0] === 'body') : [];
      if (violations.length > 0) throw new TypeError(violations.map(({ message }) => message).join('; '));
    },
    async respond(id: OperationId, choice: Choice) {
      const operation = operationOf(id);
      const { status, headers } = findResponse(operation, choice);
      const { dynamic, exampleKey } = choice;
      const result = await prism.request(
        // Passes the path template as the URL: Prism only needs a URL that matches the template.
        { method: operation.method as 'get', url: { path: operation.path } },
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
    },
  };
}

/** Throws a `Refusal` if the contract does not document the response. */
function findResponse(
  { responses }: Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number],
  { code, exampleKey }: Choice,
) {
  const documented = responses
    .filter((response) => response.code !== 'default')
    .map(({ code, contents = [], headers = [] }) => ({
      status: Number(code),
      mediaType: contents[0]?.mediaType,
      examples: contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key)),
      // Omits optional headers, because the mock does not simulate cases such as an idempotent replay.
      headers: headers.filter(({ required }) => required).map(({ name }) => name),
    }));
  const chosen = documented.find(
    ({ status, examples }) =>
      (code === undefined || code === status) && (exampleKey === undefined || examples.includes(exampleKey)),
  );
  if (chosen !== undefined) return chosen;
  const list = documented.map(({ status, examples }) => `${status} ${examples.join(' or ')}`.trim()).join('; ');
  const detail = `The contract has no such response for this operation. Prefer accepts these codes and examples: ${list}.`;
  throw new Refusal({ code: 'invalid_preference', detail });
}
