import {
  type Contract,
  isObject,
  type MediaType,
  type Operation,
  type Parameter,
  type Reference,
  resolve,
  type Schema,
} from '../../generate/contract.ts';

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** What OpenAPI lets stand once for several operations, or be left out, stands in each operation of the result. */
export function complete(given: Partial<Contract>): Contract {
  const document = {
    ...given,
    servers: given.servers ?? [],
    components: { ...given.components, schemas: given.components?.schemas ?? {} },
  } as Contract & { security?: Operation['security'] };
  const paths = Object.entries(given.paths ?? {}).map(([path, reference]) => {
    const item: Record<string, unknown> = resolve(document, reference);
    const shared = (item['parameters'] ?? []) as (Parameter | Reference)[];
    const operations = Object.entries(item).filter(([method]) => METHODS.has(method));
    return [
      path,
      Object.fromEntries(operations.map(([method, each]) => [method, operationOf(method, path, each, shared)])),
    ];
  });
  return { ...document, paths: Object.fromEntries(paths) };

  function operationOf(method: string, path: string, each: unknown, shared: readonly (Parameter | Reference)[]) {
    const operation = each as Partial<Operation>;
    const keyOf = (parameter: Parameter | Reference) => {
      const { name, in: place } = resolve<Parameter>(document, parameter);
      return `${place} ${name}`;
    };
    const parameters = new Map(
      [...shared, ...(operation.parameters ?? [])].map((one) => [keyOf(one), withSchema(one)]),
    );
    const body = resolve(document, operation.requestBody as Operation['requestBody'] | Reference | undefined);
    return {
      ...operation,
      operationId: operation.operationId ?? `${method} ${path}`.replace(/\W+/g, '_'),
      security: operation.security ?? document.security ?? [],
      ...(parameters.size > 0 && { parameters: [...parameters.values()] }),
      ...(body !== undefined && { requestBody: body }),
      responses: Object.fromEntries(
        Object.entries(operation.responses ?? {}).filter(([status]) => !status.startsWith('x-')),
      ),
    };
  }

  function withSchema(given: Parameter | Reference): Parameter | Reference {
    const parameter: Omit<Parameter, 'schema'> & { schema?: Schema; content?: Record<string, MediaType> } =
      resolve<Parameter>(document, given);
    if (isObject(parameter.schema)) return given;
    return { ...parameter, schema: Object.values(parameter.content ?? {})[0]?.schema ?? {} };
  }
}
