import { type Contract, listOperations } from './contract.ts';

const FORM = 'application/x-www-form-urlencoded';

/** A typed fetch client with one function for each operation. */
export function renderClient(contract: Contract): string {
  const functions = listOperations(contract).map(({ method, path, operation }) => {
    const address = `${JSON.stringify(path)}, '${method}'`;
    // openapi-fetch writes a body as JSON unless the header says that it is a form.
    const isForm = operation.requestBody?.content[FORM] !== undefined;
    const [parameters, passed] = isForm
      ? [`...[init]`, `{ headers: { 'Content-Type': '${FORM}' }, ...init }`]
      : ['...init', '...init'];
    return (
      `    /** ${operation.summary}: ${method.toUpperCase()} ${path} */\n` +
      `    ${operation.operationId}: (${parameters}: Init<${address}>) => client.${method.toUpperCase()}(${JSON.stringify(path)}, ${passed}),\n`
    );
  });
  return `import createFetchClient, { type ClientOptions, type MaybeOptionalInit } from 'openapi-fetch';
import type { paths } from './types.ts';

type Init<Path extends keyof paths, Method extends keyof paths[Path]> = InitArguments<
  MaybeOptionalInit<paths[Path] & Record<Method, {}>, Method>
>;
type InitArguments<Options> = undefined extends Options ? [init?: Options] : [init: Options];

/** A client of the API: every operation by its operationId, on openapi-fetch, whose own methods are \`client.http\`. */
export function createContractClient(options: ClientOptions) {
  const client = createFetchClient<paths>(options);
  return {
    http: client,
${functions.join('')}  };
}
`;
}
