import { type Contract, listOperations } from './contract.ts';

const FORM = 'application/x-www-form-urlencoded';

/** A typed fetch client with one function for each operation. */
export function renderClient(contract: Contract): string {
  const operations = listOperations(contract);
  const types = operations.map(
    ({ method, path, operation: { operationId, summary } }) =>
      `  /** ${summary}: ${method.toUpperCase()} ${path} */\n  ${operationId}: Call<operations['${operationId}'], PerCall>;\n`,
  );
  const functions = operations.map(({ method, path, operation: { operationId, requestBody } }) => {
    const isForm = requestBody?.content[FORM] !== undefined;
    return `    ${operationId}: call('${operationId}', '${method}', '${path}'${isForm ? ', FORM' : ''}),\n`;
  });
  return `import createFetchClient, { type Client, type ClientOptions, type FetchOptions, type FetchResponse } from 'openapi-fetch';
import type { operations, paths } from './types.ts';

/**
 * The body as in the contract: openapi-fetch drops members that can only be null
 * (openapi-ts/openapi-typescript#2717).
 */
type BodyOption<Op> = Op extends { requestBody: { content: infer Content } }
  ? { body: Content[keyof Content] }
  : { body?: never };
type Options<Op, PerCall> = Omit<FetchOptions<Op>, 'body'> & BodyOption<Op> & PerCall;
type Init<Given> = {} extends Given ? [init?: Given] : [init: Given];
type Call<Op extends object, PerCall> = (
  ...init: Init<Options<Op, PerCall>>
) => Promise<FetchResponse<Op, unknown, \`\${string}/\${string}\`>>;

/** Every operation by its operationId. \`PerCall\` is what a call takes besides. */
export interface ContractClient<PerCall = unknown> {
  /** openapi-fetch's own methods, by path. */
  http: Client<paths>;
${types.join('')}}

/** openapi-fetch writes a body as JSON unless the header says that it is a form. */
const FORM = { headers: { 'Content-Type': '${FORM}' } };

/** A client of the API on openapi-fetch. \`prepare\` makes what openapi-fetch takes of what a call was given. */
export function createContractClient<PerCall = unknown>(
  options: ClientOptions,
  prepare: (operation: Exclude<keyof ContractClient, 'http'>, init: object) => object = (_, init) => init,
): ContractClient<PerCall> {
  const http = createFetchClient<paths>(options);
  const call = (operation: Exclude<keyof ContractClient, 'http'>, method: string, path: string, preset?: object) => (init?: object) =>
    http.request(method as 'get', path as never, { ...preset, ...prepare(operation, init ?? {}) } as never);
  const client = {
    http,
${functions.join('')}  } satisfies Record<keyof ContractClient, unknown>;
  return client as unknown as ContractClient<PerCall>;
}
`;
}
