import { bodyOf, FORM, isJson, partsOf } from '../../contract/bodies.ts';
import { type Json, memberOf } from '../../contract/json.ts';
import {
  type Contract,
  type Link,
  type LocatedOperation,
  listOperations,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
  resolve,
  type Schema,
} from '../../contract/openapi.ts';
import { clientCredentialsOf, problemsOf, schemesOf, shapeOf } from '../../contract/operation-shape.ts';
import { fieldsOf, headersSchema, parametersSchema, propertiesOf } from '../../contract/parameters.ts';
import { type Relation, relationsOf } from '../../contract/relations.ts';
import type { OperationId, Target } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import { ANYONE } from '../validators/kit-keywords.ts';
import { type Validate, validatorFor } from '../validators/schema-validator.ts';
import { sampleOf } from './samples.ts';

export type ContractLink = ReturnType<typeof statedLinks>[number];

/** Returns the index of a contract that `readContract` has read, and caches it for each set of credentials. */
export const indexContract = (contract: Contract, proofs: Proofs = { clientId: 'any' }) =>
  // The user's `Authorization` header replaces the access token.
  indexFor(contract, satisfiedSchemes(contract, proofs), proofs.headers?.['authorization'] ?? '');

const indexFor = remembered((...given: ConstructorParameters<typeof ContractIndex>) => new ContractIndex(...given));

/** Statuses with which a server can reject a request before an operation handles it (RFC 9110, 15.5; RFC 6585). */
const PROTOCOL_ERRORS = [405, 406, 408, 411, 413, 414, 415, 421, 426, 429, 431];

export class ContractIndex {
  readonly document: Contract;
  readonly operationIds: readonly OperationId[];
  readonly links: readonly ContractLink[];
  readonly scopes: readonly string[];
  /** Path of the token endpoint; undefined without a client credentials flow. */
  readonly tokenPath: string | undefined;
  /** URL of the token endpoint, absolute or relative to the base URL; undefined if an operation issues the tokens. */
  readonly tokenUrl: string | undefined;
  readonly problems: ReturnType<typeof problemsOf>;
  readonly #operations: ReadonlyMap<OperationId, ReturnType<typeof indexOperation>>;

  constructor(contract: Contract, satisfied: string[], authorization: string) {
    const flow = authorization === '' ? clientCredentialsOf(contract) : undefined;
    this.document = contract;
    const creators = relationsOf(contract).filter(({ act, resource }) => act === 'creates' && resource.isInferred);
    const operations = listOperations(contract).map((each) => indexOperation(contract, each, creators, satisfied));
    this.#operations = new Map(operations.map((each) => [each.operation.operationId, each]));
    this.operationIds = [...this.#operations.keys()];
    const links = [...statedLinks(contract), ...inferredLinks(contract, creators)];
    this.links = links.filter(({ to }) => this.#operations.has(to));
    this.scopes = flow?.scopes ?? [];
    this.tokenPath = flow && new URL(flow.tokenUrl, 'http://target').pathname;
    this.tokenUrl = contract.paths[this.tokenPath ?? ''] === undefined ? flow?.tokenUrl : undefined;
    this.problems = problemsOf(contract);
  }

  readonly operationOf = (id: OperationId) => {
    const operation = this.#operations.get(id);
    if (operation === undefined) throw new RangeError(`The contract has no operation ${id}`);
    return operation;
  };

  readonly shapeOf = (id: OperationId) => this.operationOf(id).shape;
  readonly parametersOf = (id: OperationId): readonly Parameter[] => this.operationOf(id).parameters;
  /** Returns functions that serialize and parse the path parameters, the query parameters, or the form fields. */
  readonly fieldsFor = (id: OperationId, part: 'path' | 'query' | 'form') => this.operationOf(id).fields[part];
  readonly bodyTypeOf = (id: OperationId) => this.operationOf(id).body?.mediaType ?? this.shapeOf(id).requestTypes[0];
  /** Returns the JSON property that identifies a repeated request (`x-idempotent`). */
  readonly replayKeyOf = (id: OperationId) => memberOf(this.shapeOf(id).idempotent, 'member') as string | undefined;
  /** Returns the code of the warning for a repeated request whose content differs from the first request. */
  readonly differenceCodeOf = (id: OperationId) => memberOf(this.shapeOf(id).idempotent, 'differenceCode');

  /** Returns the validator for a part of a request: `path`, `query`, `json`, `form`, or the media type of the body. */
  readonly validatorOf = (id: OperationId, part: string) => this.operationOf(id).requests.get(part);

  readonly givesTokens = (id: OperationId): boolean => {
    if (this.problems === undefined && this.shapeOf(id).path !== this.tokenPath) return false;
    const schema = this.operationOf(id).operation.requestBody?.content[FORM]?.schema;
    return resolve<Schema>(this.document, schema ?? {}).properties?.['grant_type'] !== undefined;
  };

  /** Returns the required authentication: a token with scopes, a signed link, or the target's headers; null if none. */
  readonly proofOf = (id: OperationId): { by: 'token' | 'link' | 'header'; scopes: readonly string[] } | null => {
    const { operation, requirement = operation.security[0] } = this.operationOf(id);
    if (requirement === undefined || operation.security.some((each) => Object.keys(each).length === 0)) return null;
    const link = this.links.find(({ to }) => to === id);
    // Prefers access tokens, because the kit can alter only tokens. It sends other credentials unchanged.
    const isToken = (name: string) => schemesOf(this.document)[name]?.flows?.clientCredentials !== undefined;
    const [token] = this.tokenPath === undefined ? [] : Object.keys(requirement).filter(isToken);
    if (token === undefined) return { by: link?.url === undefined ? 'header' : 'link', scopes: [] };
    const creating = operation['x-resource']?.scopes === undefined ? undefined : link?.from;
    return { by: 'token', scopes: (creating ? this.proofOf(creating)?.scopes : requirement[token]) ?? [] };
  };

  readonly answerOf = (id: OperationId, status: number) => {
    const { responses } = this.operationOf(id);
    return responses.get(String(status)) ?? responses.get(`${Math.floor(status / 100)}XX`) ?? responses.get('default');
  };

  /** Returns whether the contract says nothing about responses with a status, so that the kit does not check them. */
  readonly isUnspecified = (id: OperationId, status: number): boolean => {
    const statuses = this.statusesOf(id);
    if (this.problems !== undefined || statuses.includes(String(status))) return false;
    const isNone = !statuses.some((one) => one[0] === String(status)[0] || one === 'default');
    return status < 300 ? isNone : status >= 400 && status < 500 && (isNone || PROTOCOL_ERRORS.includes(status));
  };

  readonly statusesOf = (id: OperationId) => [...this.operationOf(id).responses.keys()];

  /** Returns the statuses of a success: the documented 2xx statuses, or all 2xx statuses if none is documented. */
  readonly successesOf = (id: OperationId): readonly { status: number }[] => {
    const statuses = this.statusesOf(id);
    const successes = statuses.filter((status) => status.startsWith('2'));
    // If no 2xx status is documented, a response with another documented status can be a success.
    return (successes.length > 0 ? successes : ['default', ...statuses]).flatMap((status) =>
      /^\d+$/.test(status) ? { status: Number(status) } : Array.from({ length: 100 }, (_, i) => ({ status: 200 + i })),
    );
  };

  readonly listsViolations = (id: OperationId): boolean =>
    partsOf(this.document, this.operationOf(id).responses.get('422')?.content?.schema).some(({ properties = {} }) => {
      const { items = {} } = resolve<Schema>(this.document, properties['errors'] ?? {});
      const item = resolve<Schema>(this.document, items as Schema).properties;
      return item?.['pointer'] !== undefined && item['code'] !== undefined;
    });

  /** Returns copies of a request body's named examples. Without usable examples, generates a body from the schema. */
  readonly bodyExamples = (id: OperationId, mediaType: string): [string, Json][] => {
    const content = this.operationOf(id).operation.requestBody?.content[mediaType];
    const isXml = /\bxml\b/.test(mediaType);
    const isValid = (value: Json) => this.validatorOf(id, mediaType)?.(value, ANYONE).length === 0;
    // Validates JSON examples if the contract has no problem catalog: such contracts often have invalid examples.
    const isRight = this.problems !== undefined || !isJson(mediaType);
    const isUsable = (value: Json) => (isXml ? typeof value === 'string' : isRight || isValid(value));
    const usable = examplesIn(this.document, content).filter(([, value]) => isUsable(value));
    if (usable.length > 0 || content?.schema === undefined || isXml) return usable;
    const samples = [true, false].map((mayUseExamples) => sampleOf(this.document, content.schema, mayUseExamples));
    const valid = samples.find(isValid);
    return valid === undefined ? [] : [['generated from the schema', valid]];
  };

  /** Returns the parameters in `path`, `query`, `header`, or `cookie`, with example values or generated values. */
  readonly samplesIn = (id: OperationId, place: string, mustBeRequired = false): [string, Json][] => {
    const parameters = this.parametersOf(id).filter((each) => each.in === place && (each.required || !mustBeRequired));
    return parameters.map(({ name, example, examples = {}, schema }) => {
      const [named] = Object.values(examples);
      return [name, example ?? named?.value ?? sampleOf(this.document, schema)];
    });
  };

  readonly answerExamples = (id: OperationId, status: string) =>
    examplesIn(this.document, this.operationOf(id).responses.get(status)?.content);
}

function indexOperation(contract: Contract, located: LocatedOperation, creators: Relation[], satisfied: string[]) {
  const { operation } = located;
  const body = bodyOf(operation);
  const parameters = (operation.parameters ?? []).map((each) => resolve<Parameter>(contract, each));
  const inForm = Object.entries(propertiesOf(contract, body?.schema ?? {})).map(([name, schema]) => ({ name, schema }));
  const inPlace = (place: string) => parameters.filter((each) => each.in === place);
  const fieldsIn = (place: string) => fieldsOf(contract, inPlace(place));
  const responses = documentedResponses(contract, operation);
  // If the contract has a problem catalog, `default` describes only requests that no operation handles.
  if (problemsOf(contract) !== undefined) responses.delete('default');
  return {
    ...located,
    /** Inferred relation, if the operation creates a resource. */
    creator: creators.find((each) => each.operation === operation.operationId),
    /** First security requirement that the run's credentials satisfy; undefined if there is none. */
    requirement: operation.security.find((each) => Object.keys(each).every((name) => satisfied.includes(name))),
    body,
    parameters,
    fields: { path: fieldsIn('path'), query: fieldsIn('query'), form: fieldsOf(contract, inForm) },
    shape: shapeOf(contract, located),
    requests: requestValidators(contract, operation),
    responses,
  };
}

/** Returns the validators for the parts of a request: `path`, `query`, `json`, `form`, and each media type. */
export function requestValidators(contract: Contract, operation: Operation): ReadonlyMap<string, Validate> {
  const body = bodyOf(operation);
  const parts: Record<string, { schema?: Schema | undefined }> = {
    path: { schema: parametersSchema(contract, operation, 'path') },
    query: { schema: parametersSchema(contract, operation, 'query') },
    ...operation.requestBody?.content,
    ...(body && { [body.part]: body }),
  };
  const given = Object.entries(parts);
  return new Map(given.flatMap(([part, { schema }]) => (schema ? [[part, validatorFor(contract, schema)]] : [])));
}

/** Returns the validators of an operation's responses. The keys are statuses, ranges such as `4XX`, or `default`. */
export const documentedResponses = (contract: Contract, { responses }: Operation) =>
  new Map(
    Object.entries(responses).map(([status, reference]) => {
      const response = resolve<Response>(contract, reference);
      const headerSchema = headersSchema(contract, response);
      const headers = validatorFor(contract, headerSchema);
      const contents = Object.entries(response.content ?? {});
      const bodies = contents.map(([type, { schema = {} }]) => [type, validatorFor(contract, schema)] as const);
      return [status, { status, headerSchema, headers, bodies: new Map(bodies), content: contents[0]?.[1] }];
    }),
  );

/** Returns the Link Objects. `parameters` are runtime expressions, keyed by parameter name (OpenAPI 3.1). */
const statedLinks = (contract: Contract) =>
  listOperations(contract).flatMap(({ operation: { operationId: from, responses } }) =>
    Object.values(responses)
      .flatMap((response) => Object.values(resolve<Response>(contract, response).links ?? {}))
      .map((reference) => {
        const { operationId: to, parameters = {}, 'x-link-url': url } = resolve<Link>(contract, reference);
        return { from, to, parameters, url };
      }),
  );

/** Infers links from an operation that creates a resource to operations with the resource identifier in the path. */
function inferredLinks(contract: Contract, creators: readonly Relation[]): ContractLink[] {
  const unnamed = (path: string) => path.replace(/\{[^{}]+\}/g, '{}');
  return listOperations(contract).flatMap(({ path, operation: { operationId: to } }) => {
    const isAbove = ({ resource }: Relation) => `${unnamed(path)}/`.startsWith(`/${unnamed(resource.name)}/{}/`);
    const creating = creators.findLast(isAbove);
    if (creating?.id === undefined) return [];
    const expressions = [creating.of ?? [], creating.id].flat();
    const names = path.match(/(?<=\{)[^{}]+/g) ?? [];
    const parameters = Object.fromEntries(expressions.map((expression, i) => [names[i], expression]));
    return [{ from: creating.operation, to, parameters, url: undefined }];
  });
}

function examplesIn(contract: Contract, content: MediaType = {}): [string, Json][] {
  const examples = content.examples ?? { example: { value: memberOf(content, 'example') } };
  return Object.entries(examples)
    .map(([name, example]) => [name, structuredClone(resolve<{ value: Json }>(contract, example).value)])
    .filter((named): named is [string, Json] => named[1] !== undefined);
}

/** Returns the link from the operation whose replay key is the value of a path parameter: the partner chooses both. */
export const namingLink = ({ links, replayKeyOf }: ContractIndex, operation: OperationId, parameter: string) =>
  links.find(({ from, to, parameters: { [parameter]: expression = '' } }) => {
    const [, property] = /^\$(?:request|response)\.body#\/(\w+)$/.exec(expression) ?? [];
    return to === operation && property !== undefined && replayKeyOf(from) === property;
  });

/** Converts a path template to a regular expression, with a group for each parameter. */
export const addressPattern = (path: string) => path.replaceAll('.', '\\.').replace(/\{[^{}]+\}/g, '([^/]+)');

export const simpleReads = ({ operationIds, shapeOf }: Pick<ContractIndex, 'operationIds' | 'shapeOf'>) =>
  operationIds.filter((id) => shapeOf(id).method === 'GET' && !shapeOf(id).path.includes('{'));

/** Returns whether the operation can make later requests for its resource fail. */
export const endsResource = (contract: ContractIndex, id: OperationId) =>
  contract.shapeOf(id).method === 'DELETE' || contract.operationOf(id).operation['x-resource']?.conflict !== undefined;

/** Returns the link from the operation that creates a resource to the operation that deletes the resource. */
export const deletionLink = ({ links, shapeOf }: ContractIndex, id: OperationId) =>
  links.find(({ from, to }) => from === id && shapeOf(to).method === 'DELETE' && shapeOf(to).path.endsWith('}'));

export const isConditional = ({ parametersOf }: ContractIndex, id: OperationId) =>
  parametersOf(id).some(({ in: place, name }) => place === 'header' && name.toLowerCase() === 'if-match');

export const isSigned = ({ proofOf }: ContractIndex, id: OperationId) => proofOf(id)?.by === 'link';

/** Returns the rules that the contract sets where HTTP and OpenAPI permit several behaviors. See spec/README.md. */
export const conventionsOf = ({ document }: Pick<ContractIndex, 'document'>) => document['x-conventions'] ?? {};

export type Proofs = Partial<Pick<Target, 'clientId' | 'headers' | 'query'>>;

function satisfiedSchemes(contract: Contract, { clientId = '', headers = {}, query = {} }: Proofs): string[] {
  const satisfied = Object.entries(schemesOf(contract)).filter(([, { type, name = '', in: place, flows }]) => {
    if (type !== 'apiKey')
      return headers['authorization'] !== undefined || (flows?.clientCredentials !== undefined && clientId !== '');
    if (place === 'header') return headers[name.toLowerCase()] !== undefined;
    return place === 'query' ? query[name] !== undefined : (headers['cookie'] ?? '').split(/[;=]\s*/).includes(name);
  });
  return satisfied.map(([name]) => name);
}
