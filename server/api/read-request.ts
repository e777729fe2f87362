import { setImmediate as nextIteration } from 'node:timers/promises';
import type { OperationId } from '../../generated/operations.ts';
import {
  type ContractError,
  type ContractRules,
  type ContractValidator,
  requestBodies,
  requestParameters,
} from '../../generated/validators.js';
import { Semaphore } from '../platform/semaphore.ts';
import { insufficientScope } from './authenticate.ts';
import { contractRules } from './contract/extension-keywords.ts';
import { decodeJson, mediaTypeOf, parseJson, withoutByteOrderMark } from './contract/parse-body.ts';
import { notFound, Refusal, validationFailed } from './contract/problem.ts';
import { violationsFrom } from './contract/violations.ts';
import type { OperationRequest, Principal } from './operation-request.ts';

interface RequestRead {
  path: OperationRequest['path'];
  query: Readonly<Record<string, unknown>>;
  /** Parsed JSON, or the bytes of a body with a different media type. */
  body: unknown;
  bytes: Uint8Array;
  mediaType: string;
}

export interface Parameter {
  name: string;
  in: string;
  type: string | readonly string[];
}

export interface RequestShape {
  id: OperationId;
  /** Maximum size of the body in bytes. 0 if the operation has no body. */
  bodyLimit: number;
  requestTypes: readonly string[];
  parameters: readonly Parameter[];
}

/**
 * Validates a request in this order: path, query, headers, media type, body. Resolves to the input of the handler
 * (`RequestOf`). Rejects with a `Refusal`, except for a body that violates the schema: resolves to that refusal,
 * because it is the most frequent one and throwing it takes longer than validating the body.
 */
export async function readRequest(
  request: OperationRequest,
  operation: RequestShape,
  principal: Principal,
  allowLoopback: boolean,
  /** Called with the size of the body before the body is parsed. */
  countBytes: (bytes: number) => void,
): Promise<RequestRead | Refusal> {
  const { path } = request;
  const parameters = requestParameters[operation.id];
  const rules = rulesFor(principal, allowLoopback);
  // A path with invalid parameters identifies no resource.
  if (parameters?.path !== undefined && !(request.isDecodable && parameters.path.call(rules, path))) throw notFound();
  const mediaType = mediaTypeOf(request.header('content-type') ?? null);
  const query = readQuery(request, operation.parameters, parameters?.query, rules);
  if (operation.bodyLimit === 0) return { path, query, body: undefined, bytes: NO_BYTES, mediaType };

  if (!operation.requestTypes.includes(mediaType) || !isUnencoded(request.header('content-encoding'))) {
    const detail = `Send the body with Content-Type ${operation.requestTypes.join(' or ')}, without Content-Encoding.`;
    throw new Refusal({ code: 'unsupported_media_type', detail });
  }
  const sent = await request.body(operation.bodyLimit);
  countBytes(sent.length);
  const validate = requestBodies[operation.id];
  // The token endpoint validates its form body (RFC 6749), and the upload operation validates its file.
  if (validate === undefined || mediaType !== 'application/json') {
    return { path, query, body: sent, bytes: sent, mediaType };
  }
  const bytes = withoutByteOrderMark(sent);
  const check = (body: unknown) =>
    validate.call(rules, body) ? { path, query, body, bytes, mediaType } : refusalOfInvalid(validate.errors ?? []);
  if (bytes.length <= LARGE_JSON) return check(parseJson(decodeJson(bytes)));
  await largeBody.acquire();
  try {
    const text = decodeJson(bytes);
    await nextIteration();
    const body = parseJson(text);
    await nextIteration();
    return check(body);
  } finally {
    setImmediate(() => largeBody.release());
  }
}

const NO_BYTES = new Uint8Array();

/** Maximum size in bytes of a JSON body that is validated in one step, which takes less than a millisecond. */
const LARGE_JSON = 64 * 1024;
/** Serializes the validation of large bodies, which has several steps. Other requests wait for at most one step. */
const largeBody = new Semaphore(1);

/** Rules for requests without a token, which contain no URLs. */
const NO_PARTNER = contractRules({ domains: [], scopes: [], allowLoopback: false });

function rulesFor(principal: Principal, allowLoopback: boolean): ContractRules {
  if (principal.kind !== 'partner') return NO_PARTNER;
  const { partner, scopes } = principal;
  principal.rules ??= contractRules({ domains: partner.domains, scopes, allowLoopback });
  return principal.rules;
}

const isUnencoded = (contentEncoding: string | undefined) =>
  contentEncoding === undefined || contentEncoding.toLowerCase() === 'identity';

function refusalOfInvalid(errors: readonly ContractError[]): Refusal {
  // A missing scope is reported (status 403) only if the body is otherwise valid.
  const violations = violationsFrom(errors.filter((error) => error.keyword !== 'x-required-scope'));
  if (violations.length > 0) return new Refusal(validationFailed(violations));
  return insufficientScope(errors.map((error) => error.schema as string));
}

/** Value of a list in another notation, which has the wrong type. */
const NOT_A_LIST = '';

/** Returns whether a list such as `id[]` is sent in another notation, such as `id=` or `id[0]=`. */
const hasOtherNotation = (list: string, sent: URLSearchParams): boolean =>
  [...sent.keys()].some((name) => name !== list && name.split('[')[0] === list.split('[')[0]);

/** Reads and converts the declared query parameters. Throws a `Refusal` if a value violates its schema. */
export function readQuery(
  url: Pick<URL, 'searchParams'>,
  parameters: readonly Parameter[],
  validate: ContractValidator | undefined,
  rules: ContractRules,
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  // Parsed lazily, because most operations have no query parameters.
  let sent: URLSearchParams | undefined;
  for (const { name, type } of parameters.filter((parameter) => parameter.in === 'query')) {
    sent ??= url.searchParams;
    const values = sent.getAll(name);
    // If a parameter that is not a list is repeated, the first value is used.
    const [value] = values;
    if (type === 'array' && hasOtherNotation(name, sent)) query[name] = NOT_A_LIST;
    else if (value === undefined) continue;
    else if (type === 'array') query[name] = values;
    else query[name] = type === 'integer' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  }
  if (validate !== undefined && !validate.call(rules, query)) {
    // The pointer of a violation in a list item is the parameter. Each violation code is reported once per parameter.
    const violations = violationsFrom(validate.errors ?? []).map((violation) => {
      const [, name = ''] = violation.pointer.split('/');
      return { ...violation, pointer: `?${name}` };
    });
    const distinct = new Map(violations.map((violation) => [`${violation.pointer} ${violation.code}`, violation]));
    throw new Refusal(validationFailed([...distinct.values()]));
  }
  return query;
}
