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
import { clientCredentialsOf, shapeOf } from '../contract/operation-shape.ts';

function camelCase(name: string): string {
  const words = name.toLowerCase().replace('[]', 's');
  return words.replace(/[_-](.)/g, (_whole, letter: string) => letter.toUpperCase());
}

function typeOf(contract: Contract, schema: Schema): string {
  const { type, enum: values, items, properties, oneOf, allOf } = resolve<Schema>(contract, schema);
  const isNamed = values || properties || oneOf || allOf;
  if (schema.$ref !== undefined && isNamed) return schema.$ref.split('/').at(-1) ?? '';
  if (items !== undefined) return `${typeOf(contract, items as Schema)}[]`;
  return type === 'integer' ? 'number' : String(type);
}

const bodyOf = ({ requestBody }: Operation) => Object.values(requestBody?.content ?? {})[0];

function resultTypeOf(contract: Contract, { operationId, responses }: Operation): string {
  const status = Object.keys(responses).find((each) => each.startsWith('2')) ?? '';
  const { content, headers = {} } = resolve<Response>(contract, responses[status] ?? {});
  const schema = content?.['application/json']?.schema;
  if (content !== undefined && schema?.$ref === undefined) throw new Error(`${operationId}: the result has no name`);
  const types = [schema === undefined ? 'void' : typeOf(contract, schema)];
  if (headers['Idempotent-Replayed'] !== undefined) types.push('Created');
  if (headers['ETag'] !== undefined) types.push('Versioned');
  return types.join(' & ');
}

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
    declaration: `\n  /**\n   * ${comment}   */\n  ${id}(${declared.join(', ')}): Promise<${resultTypeOf(contract, operation)}>;\n`,
    code: `    ${id}: (${[...names, 'options'].join(', ')}) => send('${id}', { ${parts.join(', ')} }, options),\n`,
  };
}

function callOf(contract: Contract, located: LocatedOperation) {
  const { method, path, security, requestTypes, idempotent, responses } = shapeOf(contract, located);
  return {
    method,
    path,
    contentType: requestTypes[0],
    needsToken: security.some(({ scheme }) => scheme === 'oauth2'),
    isIdempotent: idempotent !== false,
    hasIdentifier: typeof idempotent === 'object',
    hasEmptyResult: responses['204'] !== undefined,
  };
}

const TYPES = `/** Properties of an operation that the client needs. */
export interface Call {
  method: string;
  path: string;
  contentType?: string;
  needsToken: boolean;
  isIdempotent: boolean;
  /** True if the body identifies the resource, so that the service recognizes a repeated request. */
  hasIdentifier: boolean;
  hasEmptyResult: boolean;
}

/** Parameters and body of a request, with the names in the contract. */
export type OperationRequest = { path?: object; query?: object; header?: object; body?: unknown };

/** Properties that a method of an idempotent operation returns in addition to the body. */
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
`;

export function renderClient(contract: Contract): string {
  const located = listOperations(contract);
  const calls = located.map((each) => `  ${each.operation.operationId}: ${JSON.stringify(callOf(contract, each))},\n`);
  const scopes = clientCredentialsOf(contract)?.scopes.map((scope) => `'${scope}'`) ?? [];
  const events = Object.values(contract.webhooks).map(({ post }) => `'${post.operationId}'`);
  const methods = located.filter(({ operation }) => !bodyOf(operation)?.['x-asset-type']);
  const rendered = methods.map((each) => renderOperation(contract, each));
  const options = rendered.map((each) => each.options).join('');
  const declarations = rendered.map(({ declaration }) => declaration).join('');
  const used = new Set([...`${options}${declarations}Warning`.matchAll(/\b[A-Z]\w+/g)].flat());
  const named = Object.keys(contract.components.schemas).filter((name) => used.has(name));
  return `import type { operations, ${named.join(', ')} } from './types.ts';

/** Permission that a partner can have. */
export type Scope = ${scopes.join(' | ')};

/** Name of an operation. */
export type OperationId = Exclude<keyof operations, ${events.join(' | ')}>;

${TYPES}
export const calls: Readonly<Record<OperationId, Call>> = {
${calls.join('')}};

${options}/** The operations of the contract by operationId. \`Options\` are the options of every call. */
export interface ContractClient<Options> {${declarations}}

export function createContractClient<Options>(
  send: <Result>(operation: OperationId, request: OperationRequest, options: Options | undefined) => Promise<Result>,
): ContractClient<Options> {
  return {
${rendered.map(({ code }) => code).join('')}  };
}
`;
}
