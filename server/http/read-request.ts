import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OperationId } from '../../generated/operations.ts';
import {
  type ContractError,
  type ContractRules,
  type ContractValidator,
  requestBodies,
  requestParameters,
} from '../../generated/validators.js';
import { contractRules } from '../contract/contract-rules.ts';
import { decodeJson, mediaTypeOf, parseJson, withoutByteOrderMark } from '../contract/parse-body.ts';
import { notFound, Refusal, validationFailed } from '../contract/problem.ts';
import { violationsFrom } from '../contract/violations.ts';
import { Semaphore } from '../work/semaphore.ts';
import { insufficientScope } from './authenticate.ts';
import type { OperationRequest, Principal } from './operation-request.ts';

/** A request that matches the contract. */
interface RequestRead {
  path: OperationRequest['path'];
  query: Readonly<Record<string, unknown>>;
  /** Parsed JSON, or the bytes of another media type. */
  body: unknown;
  bytes: Uint8Array;
  mediaType: string;
}

/** Parameter of an operation: in the path, the query, or the headers. */
export interface Parameter {
  name: string;
  in: string;
  type: string | readonly string[];
}

/** The parts of an operation in the contract that describe its request. */
export interface RequestShape {
  id: OperationId;
  /** Maximum size in bytes; 0 for an operation without a body. */
  bodyLimit: number;
  requestTypes: readonly string[];
  parameters: readonly Parameter[];
}

/**
 * Checks a whole request, in this order: path, query, headers, media type, body. Resolves to the input of handlers
 * (`RequestOf`). Rejects with a `Refusal`, but resolves to the refusal of a body that violates a rule: this is the most
 * frequent refusal, and throwing it takes longer than validating the body.
 */
export async function readRequest(
  request: OperationRequest,
  operation: RequestShape,
  principal: Principal,
  allowLoopback: boolean,
): Promise<RequestRead | Refusal> {
  const { path } = request;
  const parameters = requestParameters[operation.id];
  const rules = rulesFor(principal, allowLoopback);
  // A path that violates the rules of its parameters has no resource.
  if (parameters?.path !== undefined && !(request.isDecodable && parameters.path.call(rules, path))) throw notFound();
  const mediaType = mediaTypeOf(request.header('content-type') ?? null);
  const query = readQuery(request, operation.parameters, parameters?.query, rules);
  if (operation.bodyLimit === 0) return { path, query, body: undefined, bytes: NO_BYTES, mediaType };

  if (!operation.requestTypes.includes(mediaType) || !isUnencoded(request.header('content-encoding'))) {
    const detail = `Send the body with Content-Type ${operation.requestTypes.join(' or ')}, without Content-Encoding.`;
    throw new Refusal({ code: 'unsupported_media_type', detail });
  }
  const sent = await request.body(operation.bodyLimit);
  const validate = requestBodies[operation.id];
  // The token endpoint parses and validates its form (RFC 6749). The upload checks the bytes of a file.
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
    await nextTurn();
    const body = parseJson(text);
    await nextTurn();
    return check(body);
  } finally {
    setImmediate(() => largeBody.release());
  }
}

const NO_BYTES = new Uint8Array();

/** Size in bytes. Smaller bodies take less than a millisecond. */
const LARGE_JSON = 64 * 1024;
/** Validates large bodies one after another and in steps. Another request waits for one step at most. */
const largeBody = new Semaphore(1);

const NO_PARTNER = contractRules({ domains: [], scopes: [], allowLoopback: false });
const NO_PARTNER_LOOPBACK = contractRules({ domains: [], scopes: [], allowLoopback: true });

/** Rules by principal. A partner has the same principal for each request with the same token. */
const rulesOfPartners = new WeakMap<Principal, ContractRules>();

function rulesFor(principal: Principal, allowLoopback: boolean): ContractRules {
  if (principal.kind !== 'partner') return allowLoopback ? NO_PARTNER_LOOPBACK : NO_PARTNER;
  const known = rulesOfPartners.get(principal);
  if (known !== undefined) return known;
  const rules = contractRules({ domains: principal.partner.domains, scopes: principal.scopes, allowLoopback });
  rulesOfPartners.set(principal, rules);
  return rules;
}

const isUnencoded = (contentEncoding: string | undefined) =>
  contentEncoding === undefined || contentEncoding.toLowerCase() === 'identity';

function refusalOfInvalid(errors: readonly ContractError[]): Refusal {
  // A missing scope is reported (403) only for a valid body.
  const violations = violationsFrom(errors.filter((error) => error.keyword !== 'x-required-scope'));
  if (violations.length > 0) return new Refusal(validationFailed(violations));
  return insufficientScope(errors.map((error) => error.schema as string));
}

/**
 * Reads the query parameters of an operation, converts them to their types, and ignores all others. Throws a `Refusal`
 * for values that violate their schemas.
 */
export function readQuery(
  url: Pick<URL, 'searchParams'>,
  parameters: readonly Parameter[],
  validate: ContractValidator | undefined,
  rules: ContractRules,
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  // Parsed only for operations with such parameters.
  let sent: URLSearchParams | undefined;
  for (const { name, type } of parameters.filter((parameter) => parameter.in === 'query')) {
    sent ??= url.searchParams;
    const values = sent.getAll(name);
    // Uses the first value of a repeated parameter that is not a list.
    const [value] = values;
    if (value === undefined) continue;
    if (type === 'array') query[name] = values;
    else query[name] = type === 'integer' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  }
  if (validate !== undefined && !validate.call(rules, query)) {
    // A violation in an item points to the list. The list reports each kind of violation once.
    const violations = violationsFrom(validate.errors ?? []).map((violation) => {
      const [, name = ''] = violation.pointer.split('/');
      return { ...violation, pointer: `?${name}` };
    });
    const distinct = new Map(violations.map((violation) => [`${violation.pointer} ${violation.code}`, violation]));
    throw new Refusal(validationFailed([...distinct.values()]));
  }
  return query;
}
