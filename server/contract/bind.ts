import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { type OperationId, operations } from '../../generated/operations.ts';
import type { Handlers, ProblemStatement } from '../../generated/server.ts';
import { type ContractValidator, requestBodies, requestParameters } from '../../generated/validators.js';
import { contractRules } from '../domain/contract-rules.ts';
import { FileStoreUnavailable } from '../files/file-store.ts';
import type { Services } from '../services.ts';
import { StoreUnavailable } from '../store/store.ts';
import { authenticate, insufficientScope } from './authenticate.ts';
import { mediaTypeOf, parseJson, readBody } from './body.ts';
import type { Call, Principal } from './caller.ts';
import { methodNotAllowed, problemResponse, Refusal, validationFailed } from './problem.ts';
import { readQuery } from './query.ts';
import { tokenErrorResponse } from './token-error.ts';
import { violationsFrom } from './violations.ts';

/** Seconds after which to ask again when the database or the file store is out of reach. */
const RETRY_AFTER_UNAVAILABLE = '5';

interface Operation {
  method: string;
  path: string;
  security: readonly { scheme: string; scopes: readonly string[] }[];
  bodyLimit: number;
  requestTypes: readonly string[];
  parameters: readonly { name: string; in: string; type: string | readonly string[] }[];
}

interface Answer {
  status: number;
  body?: unknown;
  problem?: ProblemStatement;
  headers?: Record<string, string>;
}

type Handler = (request: unknown, call: Call) => Promise<Answer>;

/** Routes every operation of the contract to its handler; what the contract says of a request holds before the handler runs. */
export function bindOperations(app: Hono, handlers: Handlers<Call>, services: Services): void {
  for (const [id, operation] of Object.entries(operations) as [OperationId, Operation][]) {
    const handler = handlers[id] as unknown as Handler;
    app.on(operation.method, routeOf(operation.path), (c) => answer(c, id, operation, handler, services));
  }
  for (const path of new Set(Object.values(operations).map((operation) => operation.path))) {
    const methods = Object.values(operations).flatMap((o) => (o.path === path ? [o.method as string] : []));
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.all(routeOf(path), () => problemResponse(methodNotAllowed(allowed), services.baseUrl, randomUUID()));
  }
}

/** `/submissions/{id}` as Hono writes it. */
const routeOf = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

async function answer(
  c: Context,
  id: OperationId,
  operation: Operation,
  handler: Handler,
  services: Services,
): Promise<Response> {
  const requestId = randomUUID();
  const startedAt = performance.now();
  let principal: Principal = { kind: 'anyone' };
  let response: Response;
  try {
    principal = await authenticate(operation.security, c.req.raw, c.req.param(), services);
    await holdRateLimit(principal, services);
    const request = await readRequest(c, id, operation, principal);
    const call: Call = { requestId, principal, authorization: c.req.header('authorization') };
    const result = await handler(request, call);
    response =
      result.problem === undefined
        ? Response.json(result.body, { status: result.status, headers: result.headers ?? {} })
        : problemResponse(new Refusal(result.problem, result.headers), services.baseUrl, requestId);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.statement.code === 'internal_error' || refusal.statement.code === 'unavailable') {
      services.log.error({ request_id: requestId, operation: id, err: error }, 'request failed');
    }
    response = operation.requestTypes.includes('application/x-www-form-urlencoded')
      ? tokenErrorResponse(refusal)
      : problemResponse(refusal, services.baseUrl, requestId);
  }
  response.headers.set('X-Request-Id', requestId);
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  services.log.info(
    {
      request_id: requestId,
      operation: id,
      status: response.status,
      duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
      client_id: clientIdOf(principal),
    },
    'request',
  );
  return response;
}

function clientIdOf(principal: Principal): string | undefined {
  if (principal.kind === 'partner') return principal.partner.clientId;
  return principal.kind === 'uploadLink' ? principal.asset.submission.clientId : undefined;
}

async function holdRateLimit(principal: Principal, { partnerRateLimit }: Services): Promise<void> {
  const clientId = clientIdOf(principal);
  if (clientId === undefined) return;
  const retryAfter = await partnerRateLimit(clientId);
  if (retryAfter !== null) throw rateLimited(retryAfter);
}

function rateLimited(retryAfterSeconds: number): Refusal {
  const detail = 'Too many requests. Ask again after the time that Retry-After gives.';
  return new Refusal({ code: 'rate_limited', detail }, { 'Retry-After': String(retryAfterSeconds) });
}

async function readRequest(
  c: Context,
  id: OperationId,
  operation: Operation,
  principal: Principal,
): Promise<unknown> {
  const path = c.req.param();
  const parameters = requestParameters[id];
  const subject =
    principal.kind === 'partner'
      ? { domains: principal.partner.domains, scopes: principal.scopes }
      : { domains: [], scopes: [] };
  const rules = contractRules(subject);
  // An address that breaks the rules of its parameters is the address of nothing.
  if (parameters?.path !== undefined && !parameters.path.call(rules, path)) throw notFound();
  const mediaType = mediaTypeOf(c.req.header('content-type') ?? null);
  const query = readQuery(new URL(c.req.url), operation.parameters, parameters?.query, rules);
  if (operation.bodyLimit === 0) return { path, query, body: undefined, mediaType };

  if (!operation.requestTypes.includes(mediaType) || !isPlain(c.req.header('content-encoding'))) {
    const detail = `Send the body with Content-Type ${operation.requestTypes.join(' or ')}, without Content-Encoding.`;
    throw new Refusal({ code: 'unsupported_media_type', detail });
  }
  const bytes = await readBody(c.req.raw, operation.bodyLimit, (c.env as Partial<HttpBindings>).incoming);
  const validate = requestBodies[id];
  if (validate === undefined) return { path, query, body: bytes, mediaType };
  const body = parseJson(bytes);
  refuseInvalid(validate, rules, body);
  return { path, query, body, mediaType };
}

const isPlain = (contentEncoding: string | undefined) =>
  contentEncoding === undefined || contentEncoding.toLowerCase() === 'identity';

function refuseInvalid(
  validate: ContractValidator,
  rules: ReturnType<typeof contractRules>,
  body: unknown,
): void {
  if (validate.call(rules, body)) return;
  const errors = validate.errors ?? [];
  // A missing scope is not a fault of the body, and is said when the body has none.
  const violations = violationsFrom(errors.filter((error) => error.keyword !== 'x-required-scope'));
  if (violations.length > 0) throw new Refusal(validationFailed(violations));
  throw insufficientScope(errors.map((error) => error.schema as string));
}

function notFound(): Refusal {
  return new Refusal({ code: 'not_found', detail: 'There is nothing at this address.' });
}

/** What an exception means to the caller. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable || error instanceof FileStoreUnavailable) {
    const detail =
      'The service is not available at the moment. Ask again after the time that Retry-After gives.';
    return new Refusal({ code: 'unavailable', detail }, { 'Retry-After': RETRY_AFTER_UNAVAILABLE });
  }
  const detail =
    'The service failed. The request may be sent again; quote the request_id when you ask for help.';
  return new Refusal({ code: 'internal_error', detail });
}
