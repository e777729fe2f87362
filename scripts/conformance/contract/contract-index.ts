import {
  type Contract,
  type LocatedOperation,
  listOperations,
  type MediaType,
  maxViolations,
  type Parameter,
  type Reference,
  type Response,
  resolve,
  type Schema,
} from '../../generate/contract.ts';
import { clientCredentialsOf, problemsOf, type Shape, shapeOf } from '../../generate/operations.ts';
import { type Json, memberOf } from '../json.ts';
import type { OperationId } from '../types.ts';
import { bodyOf, FORM, isJson, JSON_TYPE } from './bodies.ts';
import { complete } from './complete.ts';
import { relationsOf } from './relations.ts';
import { sampleOf } from './samples.ts';
import { type ContractValidator, compileValidators, type DocumentedAnswer } from './validators.ts';

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
  'x-link-url'?: string;
}

/** What the kit looks up in a contract. */
export interface ContractIndex {
  /** Complete: what may stand once for several operations stands in each. */
  document: Contract;
  /** Every operation, in the order of the contract. */
  operationIds: readonly OperationId[];
  /** Every link of the contract, in its order. */
  links: readonly ContractLink[];
  /** Every scope of the client credentials flow. */
  scopes: readonly string[];
  /** The path that its tokens are had at; undefined where the contract has no such flow. */
  tokenPath: string | undefined;
  /** Every problem code with its status and title; undefined where the contract has no catalogue of them. */
  problems: ReturnType<typeof problemsOf>;
  /** An operation with its method (lower case) and its path. */
  operationOf(id: OperationId): LocatedOperation;
  shapeOf(id: OperationId): Shape;
  /** What a request must have to prove itself: a token of these scopes, a signed link, or what the target is given. */
  proofOf(id: OperationId): { by: 'token' | 'link' | 'header'; scopes: readonly string[] } | null;
  /** Whether the operation gives out tokens. */
  givesTokens(id: OperationId): boolean;
  /** Of a part of a request: `path`, `query`, `json`, `form`, or the body in a media type. */
  validatorOf(id: OperationId, part: string): ContractValidator | undefined;
  /** The media type of the body, JSON or a form where it may be; undefined where there is none. */
  bodyTypeOf(id: OperationId): string | undefined;
  /** What is documented for a status, if anything is. */
  answerOf(id: OperationId, status: number): DocumentedAnswer | undefined;
  /** The names of the headers that an answer may have, in small letters. */
  headersOf(id: OperationId, status: number): readonly string[];
  /** What tells of success; anything of 2xx where the contract has only a default. */
  successesOf(id: OperationId): readonly { status: number }[];
  /** Every status that is documented, as the contract has it. */
  statusesOf(id: OperationId): string[];
  /** Whether the answer to an invalid request lists what breaks the contract, each with pointer and code. */
  listsViolations(id: OperationId): boolean;
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

const indexes = new WeakMap<Contract, ContractIndex>();

/** Made once for a contract. */
export function indexContract(given: Contract): ContractIndex {
  const known = indexes.get(given);
  if (known !== undefined) return known;
  const made = newIndex(complete(given));
  indexes.set(given, made).set(made.document, made);
  return made;
}

/** More errors than this are never told, where the contract does not say how many are. */
const MOST_ERRORS = 1000;

function newIndex(contract: Contract): ContractIndex {
  const located = new Map(listOperations(contract).map((each) => [each.operation.operationId, each]));
  const operationIds = [...located.keys()];
  const shapes = new Map([...located].map(([id, each]) => [id, shapeOf(contract, each)]));
  const validators = compileValidators(contract, 2 * (maxViolations(contract) || MOST_ERRORS));
  const flow = clientCredentialsOf(contract);
  const links = [...linksOf(contract), ...inferredLinks(contract)];
  const problems = problemsOf(contract);

  function operationOf(id: OperationId): LocatedOperation {
    const found = located.get(id);
    if (found === undefined) throw new RangeError(`The contract has no operation ${id}`);
    return found;
  }

  const shape = (id: OperationId) => shapes.get(id) ?? shapeOf(contract, operationOf(id));

  const bodies = new Map([...located].map(([id, { operation }]) => [id, bodyOf(operation)]));

  function validatorOf(id: OperationId, part: string): ContractValidator | undefined {
    const body = bodies.get(id);
    return validators.request(id, body?.part === part ? body.mediaType : part);
  }

  const givesTokens = once((id: OperationId) => {
    const schema = operationOf(id).operation.requestBody?.content[FORM]?.schema;
    return resolve<Schema>(contract, schema ?? {}).properties?.['grant_type'] !== undefined;
  });

  const proofOf = once((id: OperationId): ReturnType<ContractIndex['proofOf']> => {
    const [first] = shape(id).security;
    const isOptional = operationOf(id).operation.security.some((each) => Object.keys(each).length === 0);
    if (first === undefined || isOptional) return null;
    const { scheme, scopes } = first;
    const { flows } = (contract.components['securitySchemes']?.[scheme] ?? {}) as { flows?: object };
    if (memberOf(flows, 'clientCredentials') !== undefined) return { by: 'token', scopes };
    return { by: links.some(({ to, url }) => to === id && url !== undefined) ? 'link' : 'header', scopes };
  });

  function answerOf(id: OperationId, status: number): DocumentedAnswer | undefined {
    const answers = validators.answers(id);
    // In a contract with a catalogue of problems it is what was refused before it was a request of the operation.
    const others = problems === undefined ? answers.get('default') : undefined;
    return answers.get(String(status)) ?? answers.get(`${Math.floor(status / 100)}XX`) ?? others;
  }

  const listsViolations = once((id: OperationId) => {
    const [content] = Object.values(contentOf(id, '422'));
    const parts = partsOf(contract, content?.schema);
    const items = parts.flatMap((part) => resolve<Schema>(contract, part.properties?.['errors'] ?? {})['items'] ?? []);
    return items.some((each) => {
      const { properties = {} } = resolve<Schema>(contract, each as Schema);
      return properties['pointer'] !== undefined && properties['code'] !== undefined;
    });
  });

  const contentOf = (id: OperationId, status: string): Record<string, MediaType> =>
    resolve<Response>(contract, operationOf(id).operation.responses[status] ?? {}).content ?? {};

  const examplesIn = (content: MediaType | undefined): [string, Json][] =>
    Object.entries(content?.examples ?? single(content)).map(([name, example]) => [
      name,
      structuredClone(resolve<{ value: Json }>(contract, example as Reference).value),
    ]);

  function bodyExamples(id: OperationId, mediaType: string): [string, Json][] {
    const content = operationOf(id).operation.requestBody?.content[mediaType];
    const examples = examplesIn(content);
    if (examples.length > 0 || content?.schema === undefined || !isJson(mediaType)) return examples;
    const sample = sampleOf(contract, content.schema);
    return validatorOf(id, mediaType)?.call({}, sample) === true ? [['made from the schema', sample]] : [];
  }

  const answerExamples = (id: OperationId, status: string) => examplesIn(Object.values(contentOf(id, status))[0]);

  return {
    document: contract,
    operationIds,
    links,
    scopes: flow?.scopes ?? [],
    tokenPath: flow && new URL(flow.tokenUrl, 'http://target').pathname,
    problems,
    operationOf,
    shapeOf: shape,
    proofOf,
    givesTokens,
    validatorOf,
    bodyTypeOf: (id) => bodies.get(id)?.mediaType ?? shape(id).requestTypes[0],
    answerOf,
    headersOf: once((id: OperationId, status: number) => {
      const response = operationOf(id).operation.responses[answerOf(id, status)?.status ?? ''] ?? {};
      const { headers = {} } = resolve<Response>(contract, response);
      return Object.keys(headers).map((name) => name.toLowerCase());
    }),
    successesOf: once((id: OperationId) => {
      const all = Array.from({ length: 100 }, (_, i) => ({ status: 200 + i }));
      const keyOf = ({ status }: { status: number }) => answerOf(id, status)?.status;
      const told = all.filter((one) => keyOf(one)?.startsWith('2'));
      return told.length > 0 ? told : all.filter((one) => keyOf(one) !== undefined);
    }),
    statusesOf: (id) =>
      [...validators.answers(id).keys()].filter((status) => status !== 'default' || problems === undefined),
    listsViolations,
    parametersOf: (id) =>
      (operationOf(id).operation.parameters ?? []).map((each) => resolve<Parameter>(contract, each)),
    bodyExamples,
    identifiersOf(id) {
      const { schema = {} } = operationOf(id).operation.requestBody?.content[JSON_TYPE] ?? {};
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
      const texts = operationIds.flatMap((id) => bodyExamples(id, JSON_TYPE)).flatMap(textsIn);
      const urls = texts.filter((text) => /^https?:/.test(text));
      return [...new Set(urls.map((url) => new URL(url).hostname))];
    },
  };
}

/** The same for an operation each time. */
function once<Key extends readonly (string | number)[], T>(make: (...key: Key) => T): (...key: Key) => T {
  const known = new Map<string, T>();
  return (...key) => {
    const name = key.join(' ');
    if (!known.has(name)) known.set(name, make(...key));
    return known.get(name) as T;
  };
}

function linksOf(contract: Contract): ContractLink[] {
  return listOperations(contract).flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap((response) => {
      const { links = {} } = resolve<Response & { links?: Record<string, LinkObject | Reference> }>(contract, response);
      return Object.values(links).map((reference): ContractLink => {
        const { operationId: to, parameters = {}, 'x-link-url': url } = resolve<LinkObject>(contract, reference);
        return {
          from: operation.operationId,
          to,
          parameters,
          ...(url !== undefined && { url }),
        };
      });
    }),
  );
}

/** From what creates something to what is done to it, where a contract says neither. */
function inferredLinks(contract: Contract): ContractLink[] {
  const relations = relationsOf(contract).filter(({ isInferred }) => isInferred);
  return relations.flatMap(({ operation: to, resource, id = '' }) => {
    const creating = relations.find((each) => each.act === 'creates' && each.resource === resource);
    const [, name] = /^\$request\.path\.(.+)$/.exec(id) ?? [];
    if (creating?.id === undefined || name === undefined) return [];
    return [{ from: creating.operation, to, parameters: { [name]: creating.id } }];
  });
}

/** The source of a regular expression for the addresses of a path; its groups are the path parameters in order. */
export const addressPattern = (path: string) => path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)');

/** Whether the operation ends what it is sent to. */
export const isEnd = ({ shapeOf }: ContractIndex, id: OperationId) => shapeOf(id).method === 'DELETE';

/** Whether nothing can be sent twice to the same thing: the operation ends it, or changes it once. */
export const isLast = (contract: ContractIndex, id: OperationId) =>
  isEnd(contract, id) || contract.operationOf(id).operation['x-resource']?.repeatConflictCode !== undefined;

/** Whether what an operation makes can be ended by another. */
export const isEnded = (contract: ContractIndex, id: OperationId) =>
  contract.links.some(({ from, to }) => from === id && isEnd(contract, to));

/** Whether the address of the operation is a signed link, the service's own in every part. */
export const isSigned = ({ proofOf }: ContractIndex, id: OperationId) => proofOf(id)?.by === 'link';

const single = (content: MediaType | undefined): Record<string, { value: Json }> => {
  const example = memberOf(content, 'example');
  return example === undefined ? {} : { example: { value: example } };
};

/** A schema with all that it is put together of. */
function partsOf(contract: Contract, schema: Schema | undefined): Schema[] {
  const whole = resolve<Schema>(contract, schema ?? {});
  return [whole, ...((whole['allOf'] as Schema[] | undefined) ?? []).flatMap((part) => partsOf(contract, part))];
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** What every operation does where HTTP and OpenAPI leave the choice (`x-conventions`). */
export interface Conventions {
  accept?: 'ignored';
  unknown_query_parameters?: 'ignored';
  values_in_problems?: 'never';
}

export const conventionsOf = ({ document }: Pick<ContractIndex, 'document'>) =>
  (memberOf(document, 'x-conventions') ?? {}) as Conventions;
