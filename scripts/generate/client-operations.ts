import { type Contract, listOperations } from '../contract/openapi.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Returns the source code of a typed fetch client with one function for each operation. */
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
  return `import createFetchClient, { type ClientOptions, type FetchOptions, type FetchResponse } from 'openapi-fetch';
import type { operations, paths } from './types.ts';

/** Type of the request body. openapi-fetch omits properties that are null (openapi-ts/openapi-typescript#2717). */
type BodyOption<Op> = Op extends { requestBody: { content: infer Content } }
  ? { body: Content[keyof Content] }
  : { body?: never };
type Options<Op, PerCall> = Omit<FetchOptions<Op>, 'body'> & BodyOption<Op> & PerCall;
type Init<Given> = {} extends Given ? [init?: Given] : [init: Given];
type Call<Op extends object, PerCall> = (
  ...init: Init<Options<Op, PerCall>>
) => Promise<FetchResponse<Op, unknown, \`\${string}/\${string}\`>>;

/** All operations by operationId. \`PerCall\` has the additional options of a call. */
export interface ContractClient<PerCall = unknown> {
${types.join('')}}

/** openapi-fetch sends JSON unless the Content-Type header selects a form. */
const FORM = { headers: { 'Content-Type': '${FORM}' } };

/** Creates a client of the API, based on openapi-fetch. \`prepare\` converts the options of a call. */
export function createContractClient<PerCall = unknown>(
  options: ClientOptions,
  prepare: (operation: keyof ContractClient, init: object) => object = (_, init) => init,
): ContractClient<PerCall> {
  const http = createFetchClient<paths>(options);
  const call = (operation: keyof ContractClient, method: string, path: string, preset?: object) => (init?: object) =>
    http.request(method as 'get', path as never, { ...preset, ...prepare(operation, init ?? {}) } as never);
  const client = {
${functions.join('')}  } satisfies Record<keyof ContractClient, unknown>;
  return client as unknown as ContractClient<PerCall>;
}
`;
}
