import { randomInt, randomUUID } from 'node:crypto';
import { FORM, isJson, JSON_TYPE, MULTIPART } from '../../contract/bodies.ts';
import { isObject, itemsOf, type Json, parsed, pointersIn, valueAt, withValue } from '../../contract/json.ts';
import type { FilePart } from '../../contract/openapi.ts';
import type { ContractIndex } from '../index/contract-index.ts';
import type { CaseRequest, Credentials, Made, OperationId, Target } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import { withHost } from '../validators/hosts.ts';
import type { RuleSubject } from '../validators/kit-keywords.ts';
import { TargetUnusable } from './wire.ts';

export const BOUNDARY = 'boundary-of-the-conformance-kit';

/** Marker in requests, which responses must not repeat. The check compares lower-case texts. */
export const CANARY = 'canary9f31c7';

export interface Author {
  readonly contract: ContractIndex;
  readonly target: Target;
  readonly subject: RuleSubject;
  /** Values of expressions. `$server.url` is the base URL that the service uses in its responses. */
  readonly variables: Record<string, string> & { '$server.url': string };
  succeed(operation: OperationId, request?: CaseRequest): Promise<Made>;
  isOfTarget(url: URL): boolean;
}

/** Returns an unused identifier of the same type as `id`. */
export const freshLike = (id: Json) => (typeof id === 'number' ? randomInt(2 ** 30, 2 ** 31 - 1) : randomUUID());

/** Returns the body with an unused identifier, so that the request creates a new resource. */
export function withFreshId(author: Author, operation: OperationId, body: Json): Json {
  const { contract } = author;
  const pointer = `/${contract.replayKeyOf(operation) ?? contract.operationOf(operation).creator?.resource.identifier}`;
  const id = valueAt(body, pointer);
  if (typeof id !== 'string' && typeof id !== 'number') return body;
  const renewed = withValue(body, pointer, freshLike(id));
  if (contract.replayKeyOf(operation) !== undefined) return renewed;
  // Keeps the old identifier if the schema, for example its `pattern`, rejects the new identifier.
  const isRejected = errorsIn(author, operation, renewed).some(({ instancePath }) => instancePath === pointer);
  return isRejected ? body : renewed;
}

export const tokenForm = ({ clientId, clientSecret }: Credentials): [string, string][] => [
  ['grant_type', 'client_credentials'],
  ['client_id', clientId],
  ['client_secret', clientSecret],
];

export const basicHeader = (...idAndSecret: [clientId: string, clientSecret: string]) =>
  `Basic ${Buffer.from(idAndSecret.map(encodeURIComponent).join(':')).toString('base64')}`;

type Partner = Pick<Author, 'contract' | 'subject'>;

export const errorsIn = ({ contract, subject }: Partner, operation: OperationId, body: Json) =>
  contract.validatorOf(operation, 'json')?.(body, subject) ?? [];

/** Returns the examples of a request body. Replaces hosts that are not registered for the partner. */
export function examplesFor(partner: Partner, operation: OperationId, mediaType?: string): Json[] {
  const { contract, subject } = partner;
  const type = mediaType ?? contract.bodyTypeOf(operation) ?? '';
  return contract.bodyExamples(operation, type).map(([, example]) => {
    const hosts = errorsIn(partner, operation, example).filter(({ keyword }) => keyword === 'x-registered-domain');
    return hosts.reduce((body, { instancePath: pointer }) => {
      const url = withHost(String(valueAt(body, pointer)), subject.domains[0] ?? '');
      return withValue(body, pointer, url);
    }, example);
  });
}

/** Returns the bytes of the first valid example or, for a token endpoint, of the partner's credentials. */
export function validBody(author: Author, operation: OperationId, mediaType: string): Uint8Array {
  const examples = examplesFor(author, operation, mediaType);
  const valid = isJson(mediaType) ? firstValid(author, operation, examples) : examples[0];
  return bodyFrom(author, operation, mediaType, valid);
}

/** Returns the bytes of an example, with an unused identifier or, for a token request, the partner's credentials. */
export function bodyFrom(author: Author, operation: OperationId, mediaType: string, example: Json): Uint8Array {
  const { contract, target } = author;
  if (mediaType !== FORM && mediaType !== MULTIPART) {
    const value = withFreshId(author, operation, example);
    // Does not quote a string that contains a JSON object: some contracts write the example of an object as a string.
    const isString = isJson(mediaType) && typeof value === 'string' && typeof parsed(value) !== 'object';
    return isString ? Buffer.from(JSON.stringify(value)) : bytesOf(value);
  }
  const own = contract.givesTokens(operation) ? Object.fromEntries(tokenForm(target)) : {};
  const written = contract.fieldsFor(operation, 'form').write({ ...Object(example), ...own });
  const fields = written.map(([name, text]): [string, string] => [name, String(text)]);
  if (mediaType === FORM) return Buffer.from(new URLSearchParams(fields).toString());
  const parts = fields.map(
    ([name, text]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  return Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`);
}

export const validJson = (author: Author, operation: OperationId): Json =>
  JSON.parse(Buffer.from(validBody(author, operation, author.contract.bodyTypeOf(operation) ?? JSON_TYPE)).toString());

/** Returns the bytes of a file in `x-file-cases`. */
export const fileOf = (parts: readonly FilePart[]): Uint8Array =>
  bytesOf(parts.map((part) => (typeof part === 'string' ? part : part.repeat.repeat(part.times))).join(''));

/** Returns the bytes of an example. The example of a file is a string with one character for each byte. */
export const bytesOf = (example: Json): Uint8Array =>
  typeof example === 'string' ? Buffer.from(example, 'latin1') : Buffer.from(JSON.stringify(example));

/** Returns a body whose only asset has the given type, because the contract has a link only for the first asset. */
export function bodyWithAsset(author: Author, operation: OperationId, assetType: string): Json {
  const bodies = examplesFor(author, operation).flatMap((example) => {
    const lists = pointersIn(example).filter((list) => valueAt(example, `${list}/0/asset_type`) !== undefined);
    const empty = lists.reduce((body, list) => withValue(body, list, []), example);
    return lists.map((list) =>
      withValue(empty, list, [withValue(valueAt(example, `${list}/0`), '/asset_type', assetType)]),
    );
  });
  return withFreshId(author, operation, firstValid(author, operation, bodies));
}

/** Returns the valid JSON examples, and valid variants in which one list lacks its first item. */
export const validBodies = remembered((author: Author, operation: OperationId): Json[] => {
  const examples = examplesFor(author, operation);
  const shorter = examples.filter(isObject).flatMap((body) =>
    Object.entries(body)
      .filter(([, list]) => itemsOf(list).length > 1)
      .map(([name, list]) => ({ ...body, [name]: itemsOf(list).slice(1) })),
  );
  return [...examples, ...shorter].filter((body) => errorsIn(author, operation, body).length === 0);
});

function firstValid(author: Author, operation: OperationId, bodies: readonly Json[]): Json {
  const valid = bodies.find((body) => errorsIn(author, operation, body).length === 0);
  if (valid === undefined) throw new TargetUnusable(`The contract has no valid example of ${operation}.`);
  return valid;
}
