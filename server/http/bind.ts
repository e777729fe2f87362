import type { Context, Hono } from 'hono';
import { type OperationId, operations } from '../../generated/operations.ts';
import type { Handlers, ProblemStatement } from '../../generated/server.ts';
import { methodNotAllowed, problemResponse, Refusal } from '../contract/problem.ts';
import { tokenErrorResponse } from '../contract/token-error.ts';
import type { Logger } from '../log.ts';
import { type Authentication, authenticate, type SecurityRequirement } from './authenticate.ts';
import type { Call, Principal } from './caller.ts';
import { type Counted, type RateLimit, rateLimitFields } from './rate-limit-fields.ts';
import { type RequestShape, readRequest } from './read-request.ts';
import { refusalOf } from './refusal-of.ts';
import type { RequestEnv } from './request-log.ts';

interface Operation extends RequestShape {
  method: string;
  path: string;
  security: readonly SecurityRequirement[];
}

/** The response of any handler. */
export interface Answer {
  status: number;
  body?: unknown;
  problem?: ProblemStatement;
  headers?: Record<string, string>;
}

/** What checking a request against the contract needs; the mock provides it without a database. */
export interface ContractServices extends Authentication {
  baseUrl: string;
  /** True outside production: URLs may name loopback hosts, also with http. */
  allowLoopback: boolean;
  log: Logger;
  partnerRateLimit: RateLimit;
}

type Handler = (request: unknown, call: Call) => Promise<Answer>;

/** Routes every operation of the contract to its handler. A handler runs only for requests that keep the contract. */
export function bindOperations(app: Hono<RequestEnv>, handlers: Handlers<Call>, services: ContractServices): void {
  for (const [id, operation] of Object.entries(operations) as [OperationId, Operation][]) {
    const handler = handlers[id] as unknown as Handler;
    app.on(operation.method, routeOf(operation.path), (c) => answer(c, id, operation, handler, services));
  }
  for (const path of new Set(Object.values(operations).map((operation) => operation.path))) {
    const methods = Object.values(operations).flatMap((o) => (o.path === path ? [o.method as string] : []));
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    refuseOtherMethods(app, routeOf(path), allowed, services.baseUrl);
  }
}

/** Refuses all other methods of a route. To be called after the route's own methods are bound. */
export function refuseOtherMethods(
  app: Hono<RequestEnv>,
  route: string,
  allowed: readonly string[],
  baseUrl: string,
): void {
  app.all(route, (c) => problemResponse(methodNotAllowed(allowed), baseUrl, c.get('requestId')));
}

/** `/submissions/{id}` as Hono writes it. */
const routeOf = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

async function answer(
  c: Context<RequestEnv>,
  id: OperationId,
  operation: Operation,
  handler: Handler,
  services: ContractServices,
): Promise<Response> {
  const requestId = c.get('requestId');
  c.set('operation', id);
  let response: Response;
  let counted: Counted | undefined;
  try {
    const principal = await authenticate(operation.security, c.req.raw, c.req.param(), services);
    const clientId = clientIdOf(principal);
    if (clientId !== undefined) {
      c.set('clientId', clientId);
      counted = await services.partnerRateLimit(clientId);
      if (counted.retryAfter !== null) throw rateLimited(counted.retryAfter);
    }
    const request = await readRequest(c, id, operation, principal, services.allowLoopback);
    const call: Call = { principal, header: (name) => c.req.header(name) };
    const result = await handler(request, call);
    response =
      result.problem === undefined
        ? resultResponse(result)
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
  if (counted !== undefined)
    for (const [name, value] of Object.entries(rateLimitFields(counted))) response.headers.set(name, value);
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  return response;
}

/** RFC 9110, section 15.3.5: a 204 has no content. */
function resultResponse({ status, body, headers = {} }: Answer): Response {
  return body === undefined ? new Response(null, { status, headers }) : Response.json(body, { status, headers });
}

function clientIdOf(principal: Principal): string | undefined {
  if (principal.kind === 'partner') return principal.partner.clientId;
  return principal.kind === 'uploadLink' ? principal.asset.submission.clientId : undefined;
}

function rateLimited(retryAfterSeconds: number): Refusal {
  const detail = 'Too many requests. Ask again after the time that Retry-After gives.';
  return new Refusal({ code: 'rate_limited', detail }, { 'Retry-After': String(retryAfterSeconds) });
}
