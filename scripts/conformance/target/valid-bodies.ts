import { FORM, isJson, JSON_TYPE, MULTIPART } from '../../contract/bodies.ts';
import {
  isObject,
  itemsOf,
  type Json,
  type JsonObject,
  memberOf,
  pointersIn,
  valueAt,
  withValue,
} from '../../contract/json.ts';
import type { ContractIndex } from '../index/contract-index.ts';
import { BOUNDARY, tokenForm } from '../index/request-bodies.ts';
import type { Credentials, OperationId } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import type { RuleSubject } from '../validators/kit-keywords.ts';
import { TargetUnusable } from './wire.ts';

/** The partner that sends a request body, with the contract. */
export interface Author {
  readonly contract: ContractIndex;
  readonly credentials: Credentials;
  readonly subject: RuleSubject;
  readonly fresh: () => string;
}

/** Returns the body with an unused identifier, so that the request creates a new resource. */
export function withFreshId({ contract, fresh }: Author, operation: OperationId, body: Json): Json {
  const name = contract.identifierOf(operation);
  return name !== undefined && memberOf(body, name) !== undefined ? withValue(body, `/${name}`, fresh()) : body;
}

/** Returns the first example that the partner can send or, for a token endpoint, the partner's credentials. */
export function validBody(author: Author, operation: OperationId, mediaType: string): Uint8Array {
  if (author.contract.givesTokens(operation)) return formOf(tokenForm(author.credentials));
  const examples = author.contract.bodyExamples(operation, mediaType).map(([, value]) => value);
  if (mediaType === FORM || mediaType === MULTIPART)
    return formBytes(author.contract, operation, mediaType, examples[0]);
  if (!isJson(mediaType)) return bytesOf(examples[0]);
  return bytesOf(withFreshId(author, operation, firstSound(author, operation, examples)));
}

/** Returns the bytes of a form with the given fields. */
export function formBytes(contract: ContractIndex, operation: OperationId, mediaType: string, value: Json): Uint8Array {
  const written = contract.fieldsFor(operation, 'form').write(isObject(value) ? value : {});
  const fields = written.map(([name, text]): [string, string] => [name, String(text)]);
  if (mediaType === FORM) return formOf(fields);
  const parts = fields.map(
    ([name, text]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  return Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`);
}

const formOf = (fields: [string, string][]) => Buffer.from(new URLSearchParams(fields).toString());

export const validJson = (author: Author, operation: OperationId): JsonObject =>
  JSON.parse(Buffer.from(validBody(author, operation, author.contract.bodyTypeOf(operation) ?? JSON_TYPE)).toString());

/** Returns the bytes of an example. The example of a file is a string with one character for each byte. */
export const bytesOf = (example: Json): Uint8Array =>
  typeof example === 'string' ? Buffer.from(example, 'latin1') : Buffer.from(JSON.stringify(example));

/** Returns a body whose only asset has the given type, because the contract's link refers to the first asset. */
export function bodyWithAsset(author: Author, operation: OperationId, assetType: string): Json {
  const examples = author.contract.bodyExamples(operation, JSON_TYPE).map(([, value]) => value);
  const bodies = examples.flatMap((example) =>
    assetLists(example).map((kept) =>
      assetLists(example).reduce<Json>((body, list) => {
        const [first] = itemsOf(valueAt(example, list));
        return withValue(body, list, list === kept ? [withValue(first, '/asset_type', assetType)] : []);
      }, example),
    ),
  );
  return withFreshId(author, operation, firstSound(author, operation, bodies));
}

/** Returns the pointers to all non-empty lists of assets in a body. */
const assetLists = (body: Json) =>
  pointersIn(body).filter((pointer) => memberOf(itemsOf(valueAt(body, pointer))[0], 'asset_type') !== undefined);

/** Returns the JSON examples that the partner can send, and variants of them with one item fewer in a list. */
export const validBodies = remembered((author: Author, operation: OperationId): Json[] => {
  const { bodyExamples, bodyTypeOf } = author.contract;
  const examples = bodyExamples(operation, bodyTypeOf(operation) ?? '').map(([, value]) => value);
  const shorter = examples.filter(isObject).flatMap((body) =>
    Object.entries(body)
      .filter(([, list]) => itemsOf(list).length > 1)
      .map(([name, list]) => ({ ...body, [name]: itemsOf(list).slice(0, -1) })),
  );
  return onlyValid(author, operation, [...examples, ...shorter]);
});

function onlyValid({ contract, subject }: Author, operation: OperationId, bodies: readonly Json[]): Json[] {
  const errorsIn = contract.validatorOf(operation, 'json');
  return bodies.filter((body) => !errorsIn?.(body, subject).length);
}

function firstSound(author: Author, operation: OperationId, bodies: readonly Json[]): Json {
  const [valid] = onlyValid(author, operation, bodies);
  if (valid !== undefined) return valid;
  throw new TargetUnusable(
    `The partner cannot send any example of ${operation}. Check that its registered domains include the hosts in the examples.`,
  );
}
