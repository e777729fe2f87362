import { bodyOf, FORM, partsOf } from '../../contract/bodies.ts';
import { type Json, memberOf } from '../../contract/json.ts';
import {
  type Contract,
  listOperations,
  type MediaType,
  type Parameter,
  type Reference,
  type Response,
  resolve,
  type Schema,
} from '../../contract/openapi.ts';
import { clientCredentialsOf, problemsOf, shapeOf } from '../../contract/operation-shape.ts';
import { fieldsOf, propertiesOf } from '../../contract/parameters.ts';
import { relationsOf } from '../../contract/relations.ts';
import type { OperationId } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import { ANYONE } from '../validators/kit-keywords.ts';
import type { Validate } from '../validators/schema-validator.ts';
import { type DocumentedResponse, documentedResponses, requestValidators } from './documented-messages.ts';
import { sampleOf } from './samples.ts';

/** A link in the contract, from the response of one operation to the request of another operation. */
export interface ContractLink {
  from: OperationId;
  to: OperationId;
  /** Runtime expressions, keyed by parameter name (OpenAPI 3.1, "Runtime Expressions"). */
  parameters: Readonly<Record<string, string>>;
  /** Runtime expression for the complete URL, if the response contains the URL. */
  url?: string | undefined;
}

interface LinkObject {
  operationId: OperationId;
  parameters?: Record<string, string>;
  'x-link-url'?: string;
}

export type ContractIndex = ReturnType<typeof newIndex>;
/** Returns the cached index of a contract. The contract must be complete (see `complete` in read-contract.ts). */
export const indexContract = remembered(newIndex);

/** Statuses for errors that a server can reject before the request reaches an operation (RFC 9110, section 15.5). */
const PROTOCOL_ERRORS = [405, 406, 408, 411, 413, 414, 415, 421, 426, 429, 431];

function newIndex(contract: Contract) {
  const located = listOperations(contract).map((each) => {
    const { operation } = each;
    return [operation.operationId, { ...each, body: bodyOf(operation), shape: shapeOf(contract, each) }] as const;
  });
  const operations = new Map(located);
  const requests = new Map(located.map(([id, { operation }]) => [id, requestValidators(contract, operation)]));
  const responses = new Map(located.map(([id, { operation }]) => [id, documentedResponses(contract, operation)]));
  const operationIds = [...operations.keys()];
  const flow = clientCredentialsOf(contract);
  const links = [...linksOf(contract), ...inferredLinks(contract)].filter(({ to }) => operations.has(to));
  const problems = problemsOf(contract);
  const tokenPath = flow && new URL(flow.tokenUrl, 'http://target').pathname;

  function operationOf(id: OperationId) {
    const operation = operations.get(id);
    if (operation === undefined) throw new RangeError(`The contract has no operation ${id}`);
    return operation;
  }
  const shape = (id: OperationId) => operationOf(id).shape;
  const answersOf = (id: OperationId) => responses.get(id) ?? new Map<string, DocumentedResponse>();
  function firstContent(id: OperationId, status: string): MediaType {
    const { content = {} } = resolve<Response>(contract, operationOf(id).operation.responses[status] ?? {});
    return Object.values(content)[0] ?? {};
  }

  /** Returns the validator for a part of a request: `path`, `query`, `json`, `form`, or the media type of the body. */
  function validatorOf(id: OperationId, part: string): Validate | undefined {
    const { body } = operationOf(id);
    return requests.get(id)?.get(body?.part === part ? body.mediaType : part);
  }

  const parametersOf = (id: OperationId): Parameter[] =>
    (operationOf(id).operation.parameters ?? []).map((each) => resolve<Parameter>(contract, each));

  type Located = ReturnType<typeof operationOf>;
  const fieldsIn = remembered(({ operation, body }: Located, part: 'path' | 'query' | 'form') => {
    const properties = part === 'form' ? propertiesOf(contract, body?.schema ?? {}) : {};
    const inForm = Object.entries(properties).map(([name, schema]) => ({ name, schema }));
    return fieldsOf(contract, [...parametersOf(operation.operationId).filter((one) => one.in === part), ...inForm]);
  });

  /** Returns whether the operation is a token endpoint for client credentials. */
  function givesTokens(id: OperationId): boolean {
    if (problems === undefined && shape(id).path !== tokenPath) return false;
    const schema = operationOf(id).operation.requestBody?.content[FORM]?.schema;
    return resolve<Schema>(contract, schema ?? {}).properties?.['grant_type'] !== undefined;
  }

  /** Returns the required authentication: a token with scopes, a signed link, or the target's headers; null if none. */
  function proofOf(id: OperationId): { by: 'token' | 'link' | 'header'; scopes: readonly string[] } | null {
    const [first] = shape(id).security;
    const isOptional = operationOf(id).operation.security.some((each) => Object.keys(each).length === 0);
    if (first === undefined || isOptional) return null;
    const { scheme, scopes } = first;
    const { flows } = (contract.components['securitySchemes']?.[scheme] ?? {}) as { flows?: object };
    if (memberOf(flows, 'clientCredentials') !== undefined) return { by: 'token', scopes };
    return { by: links.some(({ to, url }) => to === id && url !== undefined) ? 'link' : 'header', scopes };
  }

  /** Returns the documented response for a status. */
  function answerOf(id: OperationId, status: number): DocumentedResponse | undefined {
    const answers = answersOf(id);
    // If there is a problem catalog, `default` is only for requests that are rejected before they reach the operation.
    const others = problems === undefined ? answers.get('default') : undefined;
    return answers.get(String(status)) ?? answers.get(`${Math.floor(status / 100)}XX`) ?? others;
  }

  /** Returns whether the contract does not specify a response, which the kit then does not check. */
  function isUnspecified(id: OperationId, status: number): boolean {
    if (problems !== undefined || answersOf(id).has(String(status))) return false;
    const isNone = ![...answersOf(id).keys()].some((one) => one[0] === String(status)[0] || one === 'default');
    return status < 300 ? isNone : status >= 400 && status < 500 && (isNone || PROTOCOL_ERRORS.includes(status));
  }

  /** Returns every documented status, as written in the contract (such as `200` or `2XX`). */
  const statusesOf = (id: OperationId) =>
    [...answersOf(id).keys()].filter((status) => status !== 'default' || problems === undefined);

  /** Returns the success statuses. If the contract documents none, these are all 2xx statuses. */
  function successesOf(id: OperationId): readonly { status: number }[] {
    const statuses = statusesOf(id);
    const successes = statuses.filter((status) => status.startsWith('2'));
    // A contract without any success status does not specify when a request fails.
    return (successes.length > 0 ? successes : ['default', ...statuses]).flatMap((status) =>
      /^\d+$/.test(status) ? { status: Number(status) } : Array.from({ length: 100 }, (_, i) => ({ status: 200 + i })),
    );
  }

  /** Returns whether the response to an invalid request lists the violations, each with a pointer and a code. */
  function listsViolations(id: OperationId): boolean {
    return partsOf(contract, firstContent(id, '422').schema).some(({ properties = {} }) => {
      const { items = {} } = resolve<Schema>(contract, properties['errors'] ?? {});
      const item = resolve<Schema>(contract, items as Schema).properties;
      return item?.['pointer'] !== undefined && item['code'] !== undefined;
    });
  }

  function examplesIn(content: MediaType = {}): [string, Json][] {
    const single = memberOf(content, 'example');
    const examples = content.examples ?? (single === undefined ? {} : { example: { value: single } });
    return Object.entries(examples)
      .map(([name, example]) => [name, structuredClone(resolve<{ value: Json }>(contract, example as Reference).value)])
      .filter((named): named is [string, Json] => named[1] !== undefined);
  }

  /** Returns copies of a request body's named examples. Without examples, generates a body from the schema. */
  function bodyExamples(id: OperationId, mediaType: string): [string, Json][] {
    const content = operationOf(id).operation.requestBody?.content[mediaType];
    const isXml = /\bxml\b/.test(mediaType);
    const examples = examplesIn(content).filter(([, value]) => !isXml || typeof value === 'string');
    if (examples.length > 0 || content?.schema === undefined || isXml) return examples;
    const samples = [true, false].map((mayUseExamples) => sampleOf(contract, content.schema, mayUseExamples));
    const valid = samples.find((sample) => requests.get(id)?.get(mediaType)?.(sample, ANYONE).length === 0);
    return valid === undefined ? [] : [['generated from the schema', valid]];
  }

  /** Returns a value for each parameter, from the examples and schemas of the contract. */
  function samplesOf(id: OperationId): [Parameter, Json][] {
    return parametersOf(id).map((parameter) => {
      const [named] = Object.values((memberOf(parameter, 'examples') ?? {}) as Record<string, { value: Json }>);
      return [parameter, parameter.example ?? named?.value ?? sampleOf(contract, parameter.schema)];
    });
  }

  const answerExamples = (id: OperationId, status: string) => examplesIn(firstContent(id, status));

  return {
    document: contract,
    operationIds,
    links,
    scopes: (flow?.scopes ?? []) as readonly string[],
    /** Path of the token endpoint; undefined without a client credentials flow. */
    tokenPath,
    /** URL of a token endpoint that is not an operation of the contract. It can be relative to the base URL. */
    tokenUrl: contract.paths[tokenPath ?? ''] === undefined ? flow?.tokenUrl : undefined,
    /** Problem codes with status and title; undefined without a problem catalog. */
    problems,
    operationOf,
    shapeOf: shape,
    proofOf,
    givesTokens,
    validatorOf,
    /** Returns the media type for a request body, preferably JSON or a form. */
    bodyTypeOf: (id: OperationId) => operationOf(id).body?.mediaType ?? shape(id).requestTypes[0],
    answerOf,
    isUnspecified,
    /** Returns the schemas of the documented response headers, by their names in lower case. */
    headersOf: (id: OperationId, status: number) => answerOf(id, status)?.headerSchemas ?? {},
    /** Returns the schema of a response body in its first media type. `status` must be a result of `statusesOf`. */
    schemaOf: (id: OperationId, status: string): Schema => firstContent(id, status).schema ?? {},
    successesOf,
    statusesOf,
    listsViolations,
    parametersOf,
    /** Returns functions that write and read the parameters in `path` or `query`, or the fields of a form. */
    fieldsFor: (id: OperationId, part: 'path' | 'query' | 'form') => fieldsIn(operationOf(id), part),
    bodyExamples,
    samplesOf,
    /** Returns the JSON property whose value the partner chooses to identify a new resource (`x-idempotent`). */
    identifierOf: (id: OperationId) => memberOf(shape(id).idempotent, 'member') as string | undefined,
    answerExamples,
  };
}

function linksOf(contract: Contract): ContractLink[] {
  return listOperations(contract).flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap((response) => {
      const { links = {} } = resolve<Response & { links?: Record<string, LinkObject | Reference> }>(contract, response);
      return Object.values(links).map((reference): ContractLink => {
        const { operationId: to, parameters = {}, 'x-link-url': url } = resolve<LinkObject>(contract, reference);
        return { from: operation.operationId, to, parameters, url };
      });
    }),
  );
}

/** Returns links from the operation that creates a resource to its other operations, based on inferred relations. */
function inferredLinks(contract: Contract): ContractLink[] {
  const relations = relationsOf(contract).filter(({ resource }) => resource.isInferred);
  return relations.flatMap(({ operation: to, resource, id = '' }) => {
    const creating = relations.find((each) => each.act === 'creates' && each.resource === resource);
    const [, name] = /^\$request\.path\.(.+)$/.exec(id) ?? [];
    if (creating?.id === undefined || name === undefined) return [];
    return [{ from: creating.operation, to, parameters: { [name]: creating.id } }];
  });
}

/** Returns the operation, and the property of its body, through which the partner chooses a path parameter. */
export function namingLink({ links }: ContractIndex, operation: OperationId, parameter: string) {
  const [found] = links.flatMap(({ from, to, parameters: { [parameter]: expression = '' } }) => {
    const [, property] = /^\$request\.body#\/(\w+)$/.exec(expression) ?? [];
    return to === operation && property !== undefined ? [{ from, property }] : [];
  });
  return found;
}

/** Returns a regular expression that matches the URLs of a path, with a group for each path parameter. */
export const addressPattern = (path: string) => path.replaceAll('.', '\\.').replace(/\{[^{}]+\}/g, '([^/]+)');

/** Returns the GET operations whose paths have no parameters. */
export const simpleReads = ({ operationIds, shapeOf }: Pick<ContractIndex, 'operationIds' | 'shapeOf'>) =>
  operationIds.filter((id) => shapeOf(id).method === 'GET' && !shapeOf(id).path.includes('{'));

/** Returns whether the operation deletes a resource. */
export const isEnd = ({ shapeOf }: ContractIndex, id: OperationId) => shapeOf(id).method === 'DELETE';

/** Returns whether a second request to the same resource fails. */
export const isLast = (contract: ContractIndex, id: OperationId) =>
  isEnd(contract, id) || contract.operationOf(id).operation['x-resource']?.repeatConflictCode !== undefined;

/** Returns whether another operation can delete the resource that the operation creates. */
export const isEnded = (contract: ContractIndex, id: OperationId) =>
  contract.links.some(({ from, to }) => from === id && isEnd(contract, to));

/** Returns whether a request can depend on the version of the resource (RFC 9110, section 13.1.1). */
export const isConditional = (contract: ContractIndex, id: OperationId) =>
  contract
    .parametersOf(id)
    .some((parameter) => parameter.in === 'header' && parameter.name.toLowerCase() === 'if-match');

/** Returns whether the URL of the operation is a link that the service signs. */
export const isSigned = ({ proofOf }: ContractIndex, id: OperationId) => proofOf(id)?.by === 'link';

/** Behavior that HTTP and OpenAPI leave to each service (`x-conventions`), with the only permitted values. */
export const CONVENTIONS = {
  accept: 'ignored',
  unknown_query_parameters: 'ignored',
  other_list_notations: 'wrong_type',
  undecodable_paths: 'not_found',
  repeated_properties: 'malformed_json',
  values_in_problems: 'never',
} as const;

type Conventions = Partial<typeof CONVENTIONS> & { response_headers?: Readonly<Record<string, string>> };

export const conventionsOf = ({ document }: Pick<ContractIndex, 'document'>) =>
  (memberOf(document, 'x-conventions') ?? {}) as Conventions;
