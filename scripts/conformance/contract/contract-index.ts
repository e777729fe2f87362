import { type OperationId, operations } from '../../../generated/operations.ts';
import {
  type Contract,
  type LocatedOperation,
  listOperations,
  type MediaType,
  type Parameter,
  type Reference,
  type Response,
  resolve,
  type Schema,
} from '../../generate/contract.ts';
import { type Json, memberOf } from '../json.ts';

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

/** What the kit looks up in a contract. */
export interface ContractIndex {
  document: Contract;
  /** Every operation, in the order of the contract. */
  operationIds: readonly OperationId[];
  /** Every link of the contract, in its order. */
  links: readonly ContractLink[];
  /** An operation with its method (lower case) and its path. */
  operationOf(id: OperationId): LocatedOperation;
  parametersOf(id: OperationId): Parameter[];
  /** The examples of the body of an operation in one media type, by their names; copies, to be changed at will. */
  bodyExamples(id: OperationId, mediaType: string): [string, Json][];
  /** The top-level members of a JSON body that hold the partner's own identifier: a new value makes a new request. */
  identifiersOf(id: OperationId): string[];
  /** The examples of an answer, by their names. */
  answerExamples(id: OperationId, status: string): [string, Json][];
  /** The problem codes that an operation documents for a status: those of its examples. */
  problemCodes(id: OperationId, status: string): string[];
  /** The contract with these operations alone. */
  partOf(ids: readonly OperationId[]): Contract;
  /** The hosts of all URLs in examples of request bodies. A partner with these domains may send each example. */
  hostsInExamples(): string[];
}

export function indexContract(contract: Contract): ContractIndex {
  const located = new Map(listOperations(contract).map((each) => [each.operation.operationId, each]));
  const operationIds = [...located.keys()] as OperationId[];

  function operationOf(id: OperationId): LocatedOperation {
    const found = located.get(id);
    if (found === undefined) throw new TypeError(`The contract has no operation ${id}`);
    return found;
  }

  const examplesIn = (content: MediaType | undefined): [string, Json][] =>
    Object.entries(content?.examples ?? {}).map(([name, example]) => [
      name,
      structuredClone(resolve<{ value: Json }>(contract, example as Reference).value),
    ]);

  const bodyExamples = (id: OperationId, mediaType: string) =>
    examplesIn(operationOf(id).operation.requestBody?.content[mediaType]);

  function answerExamples(id: OperationId, status: string): [string, Json][] {
    const reference = operationOf(id).operation.responses[status];
    if (reference === undefined) return [];
    const [content] = Object.values(resolve<Response>(contract, reference).content ?? {});
    return examplesIn(content);
  }

  return {
    document: contract,
    operationIds,
    links: linksOf(contract),
    operationOf,
    parametersOf: (id) =>
      (operationOf(id).operation.parameters ?? []).map((each) => resolve<Parameter>(contract, each)),
    bodyExamples,
    identifiersOf(id) {
      const { schema = {} } = operationOf(id).operation.requestBody?.content['application/json'] ?? {};
      const { oneOf = [], properties = {} } = resolve<Schema>(contract, schema);
      const members = (oneOf as Schema[]).map((variant) => resolve<Schema>(contract, variant).properties ?? {});
      const named = [properties, ...members].flatMap((each) =>
        Object.keys(each).filter((name) => each[name]?.$ref?.endsWith('/Identifier')),
      );
      return [...new Set(named)];
    },
    answerExamples,
    problemCodes(id, status) {
      const codes = answerExamples(id, status).map(([, example]) => memberOf(example, 'code'));
      return [...new Set(codes.filter((code) => typeof code === 'string'))];
    },
    partOf(ids) {
      const paths: Contract['paths'] = {};
      for (const id of ids) {
        const { path, method, operation } = operationOf(id);
        paths[path] = { ...paths[path], [method]: operation };
      }
      return { ...contract, paths };
    },
    hostsInExamples() {
      const texts = operationIds.flatMap((id) => bodyExamples(id, 'application/json')).flatMap(textsIn);
      const urls = texts.filter((text) => /^https?:/.test(text));
      return [...new Set(urls.map((url) => new URL(url).hostname))];
    },
  };
}

function linksOf(contract: Contract): ContractLink[] {
  return listOperations(contract).flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap((response) => {
      const { links = {} } = resolve<Response & { links?: Record<string, LinkObject | Reference> }>(contract, response);
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
}

/** The source of a regular expression for the addresses of a path; its groups are the path parameters in order. */
export const addressPattern = (path: string) => path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)');

/** Whether the operation ends what it is sent to. */
export const isEnd = (id: OperationId) => operations[id].method === 'DELETE';

/** Whether what an operation makes can be ended by another. */
export const isEnded = ({ links }: ContractIndex, id: OperationId) =>
  links.some(({ from, to }) => from === id && isEnd(to));

/** Whether the address of the operation is a signed link, the service's own in every part. */
export const isSigned = (id: OperationId) =>
  (operations[id].security as readonly { scheme: string }[]).some(({ scheme }) => scheme === 'uploadLink');

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
