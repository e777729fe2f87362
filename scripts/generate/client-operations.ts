import {
  type Contract,
  type LocatedOperation,
  listOperations,
  type Operation,
  type Parameter,
  type Response,
  resolve,
  type Schema,
} from '../contract/openapi.ts';

const camelCase = (name: string) =>
  name
    .toLowerCase()
    .replace('[]', 's')
    .replace(/[_-](.)/g, (_whole, letter: string) => letter.toUpperCase());

/** Returns the name of a schema with a named type, or the type of a simple value. */
function typeOf(contract: Contract, schema: Schema): string {
  const { type, enum: values, items, properties, oneOf, allOf } = resolve<Schema>(contract, schema);
  const isNamed = values || properties || oneOf || allOf;
  if (schema.$ref !== undefined && isNamed) return schema.$ref.split('/').at(-1) ?? '';
  if (items !== undefined) return `${typeOf(contract, items as Schema)}[]`;
  return type === 'integer' ? 'number' : String(type);
}

const bodyOf = ({ requestBody }: Operation) => Object.values(requestBody?.content ?? {})[0];

/** Returns the type of the success response, and the types of the properties that headers add to it. */
function resultOf(contract: Contract, { operationId, responses }: Operation): string {
  const status = Object.keys(responses).find((each) => each.startsWith('2')) ?? '';
  const { content, headers = {} } = resolve<Response>(contract, responses[status] ?? {});
  const schema = content?.['application/json']?.schema;
  if (content !== undefined && schema?.$ref === undefined) throw new Error(`${operationId}: the result has no name`);
  const types = [schema === undefined ? 'void' : typeOf(contract, schema)];
  if (headers['Idempotent-Replayed'] !== undefined) types.push('Created');
  if (headers['ETag'] !== undefined) types.push('Versioned');
  return types.join(' & ');
}

/**
 * Returns the source code for an operation: an interface with the optional parameters, and the declaration and the code
 * of the method. The arguments of the method are the required parameters, the body, and the options.
 */
function renderOperation(contract: Contract, { method, path, operation }: LocatedOperation) {
  const { operationId: id, summary, parameters = [] } = operation;
  const all = parameters.map((each) => resolve<Parameter & { description?: string }>(contract, each));
  const optionsName = `${id.charAt(0).toUpperCase()}${id.slice(1)}Options`;
  const members: string[] = [];
  const declared: string[] = [];
  const names: string[] = [];
  const values: Record<string, string[]> = {};
  let comment = `${summary}: ${method.toUpperCase()} ${path}\n`;
  for (const { name, in: place, required, schema, description = '' } of all) {
    const argument = camelCase(name);
    const type = typeOf(contract, schema);
    values[place] = [...(values[place] ?? []), `'${name}': ${required === true ? '' : 'options?.'}${argument}`];
    if (required === true) {
      names.push(argument);
      declared.push(`${argument}: ${type}`);
      comment += `   * @param ${argument} ${description.split('. ')[0]}\n`;
    } else members.push(`  /** ${description.trim().replaceAll(/\s+/g, ' ')} */\n  ${argument}?: ${type};\n`);
  }
  const parts = Object.entries(values).map(([place, pairs]) => `${place}: { ${pairs.join(', ')} }`);
  const body = bodyOf(operation)?.schema;
  if (body !== undefined) {
    names.push('body');
    declared.push(`body: ${typeOf(contract, body)}`);
    parts.push('body');
  }
  declared.push(`options?: Options${members.length > 0 ? ` & ${optionsName}` : ''}`);
  return {
    options: members.length === 0 ? '' : `export interface ${optionsName} {\n${members.join('')}}\n\n`,
    declaration: `\n  /**\n   * ${comment}   */\n  ${id}(${declared.join(', ')}): Promise<${resultOf(contract, operation)}>;\n`,
    code: `    ${id}: (${[...names, 'options'].join(', ')}) => send('${id}', { ${parts.join(', ')} }, options),\n`,
  };
}

/** Returns the source code of a client with one method for each operation, except those that upload a file. */
export function renderClient(contract: Contract): string {
  const located = listOperations(contract).filter(({ operation }) => !bodyOf(operation)?.['x-asset-type']);
  const rendered = located.map((each) => renderOperation(contract, each));
  const options = rendered.map((each) => each.options).join('');
  const declarations = rendered.map(({ declaration }) => declaration).join('');
  const used = new Set([...`${options}${declarations}Warning`.matchAll(/\b[A-Z]\w+/g)].flat());
  const named = Object.keys(contract.components.schemas).filter((name) => used.has(name));
  return `import type { OperationId } from './operations.ts';
import type { ${named.join(', ')} } from './types.ts';

/** Parameters and body of a request, with the names in the contract. */
export interface OperationRequest {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  header?: Record<string, unknown>;
  body?: unknown;
}

/** Properties of the result of an operation that recognizes a repeated request. */
export interface Created {
  /** True if an earlier request with the same identifier created the resource (\`Idempotent-Replayed\`). */
  idempotentReplayed: boolean;
  /** Values in the body that look wrong; empty if there are none. */
  warnings: Warning[];
}

/** Property of a resource that has versions. */
export interface Versioned {
  /** Version of the resource, for \`ifMatch\` (\`ETag\`). */
  etag: string;
}

${options}/** The operations of the contract by operationId. \`Options\` are the options of every call. */
export interface ContractClient<Options> {${declarations}}

/** Creates the methods. \`send\` sends a request, and resolves to the result of the operation. */
export function createContractClient<Options>(
  send: <Result>(operation: OperationId, request: OperationRequest, options: Options | undefined) => Promise<Result>,
): ContractClient<Options> {
  return {
${rendered.map(({ code }) => code).join('')}  };
}
`;
}
