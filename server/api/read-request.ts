import {
  type ContractError,
  type ContractRules,
  requestBodies,
  requestParameters,
} from '../../generated/validators.js';
import type { Clock } from '../domain/clock.ts';
import { insufficientScope } from './authenticate.ts';
import type { Operation, OperationCall, Principal } from './call.ts';
import { contractRules, type Warning, type WarningCheck } from './contract/extension-keywords.ts';
import { decodeJson, mediaTypeOf, parseJson, withoutByteOrderMark } from './contract/parse-body.ts';
import { notFound, Refusal, validationFailed } from './contract/problem.ts';
import { violationsFrom } from './contract/violations.ts';
import type { InFlightBody } from './in-flight-bodies.ts';
import { type CallLimits, countBytes } from './limits/request-limits.ts';
import { bodyStreamOf, readBody } from './read-body.ts';

interface RequestRead {
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  /** Parsed JSON, or the bytes of a body with a different media type. */
  body: unknown;
  bytes: Uint8Array;
  mediaType: string;
  warnings: readonly Warning[];
}

export async function readRequest(
  call: OperationCall,
  inFlight: InFlightBody | undefined,
  services: CallLimits & { allowLoopback: boolean; clock: Clock },
): Promise<RequestRead> {
  const { operation, context } = call;
  const checks: WarningCheck[] = [];
  const rules = rulesFor(call.principal, services.allowLoopback, checks);
  const path = readPath(call, rules);
  const query = readQuery(operation, context.req.url, rules);
  const mediaType = mediaTypeOf(call.header('content-type') ?? null);
  if (operation.bodyLimit === 0) return { path, query, body: undefined, bytes: NO_BYTES, mediaType, warnings: [] };

  if (!operation.requestTypes.includes(mediaType) || !isUnencoded(call.header('content-encoding'))) {
    const detail = `Send the body with Content-Type ${operation.requestTypes.join(' or ')}, without Content-Encoding.`;
    throw new Refusal({ code: 'unsupported_media_type', detail });
  }
  const sent = await readBody(bodyStreamOf(context), call.header('content-length'), operation.bodyLimit, inFlight);
  call.body = sent;
  countBytes(call, sent.length, services);
  const validate = requestBodies[operation.id];
  // The token endpoint validates its form body (RFC 6749), and the upload operation validates its file.
  if (validate === undefined || mediaType !== 'application/json') {
    return { path, query, body: sent, bytes: sent, mediaType, warnings: [] };
  }
  const bytes = withoutByteOrderMark(sent);
  const body = parseJson(decodeJson(bytes));
  if (!validate.call(rules, body)) throw refusalOfInvalid(validate.errors ?? []);
  const now = services.clock.now();
  return { path, query, body, bytes, mediaType, warnings: checks.flatMap((check) => check(now)) };
}

const NO_BYTES = new Uint8Array();

function readPath({ operation, context }: OperationCall, rules: ContractRules): RequestRead['path'] {
  const path = context.req.param() as RequestRead['path'];
  const validate = requestParameters[operation.id]?.path;
  if (validate !== undefined && !(isDecodable(context.req.url) && validate.call(rules, path))) throw notFound();
  return path;
}

/** Returns false for an invalid encoding such as `%ZZ`, which the router would treat as `%25ZZ`. */
function isDecodable(url: string): boolean {
  try {
    const [path = ''] = url.split('?', 1);
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function rulesFor(principal: Principal, allowLoopback: boolean, checks: WarningCheck[]): ContractRules {
  const { domains, scopes } =
    principal.kind === 'partner'
      ? { domains: principal.partner.domains, scopes: principal.scopes }
      : { domains: [], scopes: [] };
  return contractRules({ domains, scopes, allowLoopback }, checks);
}

const isUnencoded = (contentEncoding: string | undefined) =>
  contentEncoding === undefined || contentEncoding.toLowerCase() === 'identity';

function refusalOfInvalid(errors: readonly ContractError[]): Refusal {
  // A missing scope (status 403) is reported only if the body has no violations.
  const violations = violationsFrom(errors.filter((error) => error.keyword !== 'x-required-scope'));
  if (violations.length > 0) return new Refusal(validationFailed(violations));
  return insufficientScope(errors.map((error) => error.schema as string));
}

/** Value that replaces a list in an unsupported notation, so that validation fails with `wrong_type`. */
const NOT_A_LIST = '';

/** Returns whether a list such as `id[]` was sent in another notation, such as `id=` or `id[0]=`. */
const hasOtherNotation = (list: string, sent: URLSearchParams): boolean =>
  [...sent.keys()].some((name) => name !== list && name.split('[')[0] === list.split('[')[0]);

export function readQuery(
  operation: Pick<Operation, 'id' | 'parameters'>,
  url: string,
  rules: ContractRules,
): Record<string, unknown> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  if (parameters.length === 0) return {};
  // The query starts after the first question mark, and can itself contain question marks (RFC 3986, section 3.4).
  const sent = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
  const query: Record<string, unknown> = {};
  for (const { name, type } of parameters) {
    const values = sent.getAll(name);
    const [value] = values;
    if (type === 'array' && hasOtherNotation(name, sent)) query[name] = NOT_A_LIST;
    else if (value === undefined) continue;
    else if (type === 'array') query[name] = values;
    else query[name] = type === 'integer' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  }
  const validate = requestParameters[operation.id]?.query;
  if (validate !== undefined && !validate.call(rules, query)) {
    // Replaces pointers to list items with a pointer to the parameter, and reports each code once per parameter.
    const violations = violationsFrom(validate.errors ?? []).map((violation) => {
      const [, name = ''] = violation.pointer.split('/');
      return { ...violation, pointer: `?${name}` };
    });
    const distinct = new Map(violations.map((violation) => [`${violation.pointer} ${violation.code}`, violation]));
    throw new Refusal(validationFailed([...distinct.values()]));
  }
  return query;
}
