import { readFileSync } from 'node:fs';
import type { OperationId } from '../../../generated/operations.ts';
import {
  type Contract,
  type LocatedOperation,
  listOperations,
  type Parameter,
  type Reference,
  type Response,
  resolve,
  type Schema,
} from '../../generate/contract.ts';
import type { Json } from '../types.ts';

/** The contract that targets are held to. */
export const contract = JSON.parse(
  readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'),
) as Contract;

const located = new Map(listOperations(contract).map((each) => [each.operation.operationId, each]));

/** Every operation, in the order of the contract. */
export const operationIds = [...located.keys()] as OperationId[];

/** An operation with its method (lower case) and its path. */
export function operationOf(id: OperationId): LocatedOperation {
  const found = located.get(id);
  if (found === undefined) throw new TypeError(`The contract has no operation ${id}`);
  return found;
}

/** What the addresses of a path look like, as the source of a regular expression; its groups are the path parameters in order. */
export const addressPattern = (path: string) => path.replaceAll('..', '\\.').replace(/\{\w+\}/g, '([^/]+)');

/** The parameters of an operation. */
export function parametersOf(id: OperationId): Parameter[] {
  return (operationOf(id).operation.parameters ?? []).map((each) => resolve<Parameter>(contract, each));
}

/** The examples of the body of an operation in one media type, by their names; copies, to be changed at will. */
export function bodyExamples(id: OperationId, mediaType: string): [string, Json][] {
  const examples = operationOf(id).operation.requestBody?.content[mediaType]?.examples ?? {};
  return Object.entries(examples).map(([name, example]) => [
    name,
    structuredClone(resolve<{ value: unknown }>(contract, example as Reference).value),
  ]);
}

/** How a link of the contract leads from the answer of one operation to the request of another. */
export interface ContractLink {
  from: OperationId;
  to: OperationId;
  /** Runtime expressions by parameter (OpenAPI 3.1, "Runtime Expressions"). */
  parameters: Readonly<Record<string, string>>;
  /** A runtime expression that gives the whole address, where the service hands one out. */
  url?: string;
}

interface LinkObject {
  operationId: OperationId;
  parameters?: Record<string, string>;
  'x-url'?: string;
}

/** Every link of the contract, in its order. */
export const links: readonly ContractLink[] = listOperations(contract).flatMap(({ operation }) =>
  Object.values(operation.responses).flatMap((response) => {
    const { links = {} } = resolve<Response & { links?: Record<string, LinkObject | Reference> }>(
      contract,
      response,
    );
    return Object.values(links).map((reference): ContractLink => {
      const { operationId: to, parameters = {}, 'x-url': url } = resolve<LinkObject>(contract, reference);
      return {
        from: operation.operationId as OperationId,
        to,
        parameters,
        ...(url !== undefined && { url }),
      };
    });
  }),
);

/** The members at the top of a JSON body that hold an identifier of the partner's own: what makes a request a new one. */
export function identifiersOf(id: OperationId): string[] {
  const { schema = {} } = operationOf(id).operation.requestBody?.content['application/json'] ?? {};
  const { properties = {} } = resolve<Schema>(contract, schema);
  return Object.keys(properties).filter((name) => properties[name]?.$ref?.endsWith('/Identifier'));
}

function namedAnswers(id: OperationId, status: string): [string, Json][] {
  const reference = operationOf(id).operation.responses[status];
  if (reference === undefined) return [];
  const [content] = Object.values(resolve<Response>(contract, reference).content ?? {});
  return Object.entries(content?.examples ?? {}).map(([name, example]) => [
    name,
    resolve<{ value: Json }>(contract, example as Reference).value,
  ]);
}

/** The examples of an answer. */
export const answerExamples = (id: OperationId, status: string) =>
  namedAnswers(id, status).map(([, example]) => example);

/** The names of the examples of an answer. */
export const namesOfAnswers = (id: OperationId, status: string) =>
  namedAnswers(id, status).map(([name]) => name);

/** The problem codes that an operation documents for a status: those of its examples. */
export function problemCodes(id: OperationId, status: string): string[] {
  const codes = answerExamples(id, status).map(({ code }) => code);
  return [...new Set<string>(codes.filter((code) => typeof code === 'string'))];
}

/** The contract with these operations alone. */
export function partOf(ids: readonly OperationId[]): Contract {
  const paths: Contract['paths'] = {};
  for (const id of ids) {
    const { path, method, operation } = operationOf(id);
    paths[path] = { ...paths[path], [method]: operation };
  }
  return { ...contract, paths };
}

/** The hosts of all URLs in the examples of request bodies: with them registered for a partner, it may send each example. */
export function hostsInExamples(): string[] {
  const texts = operationIds.flatMap((id) => bodyExamples(id, 'application/json')).flatMap(textsIn);
  return [...new Set(texts.filter((text) => /^https?:/.test(text)).map((text) => new URL(text).hostname))];
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
