import { type OperationId, problems, service } from '../../generated/operations.ts';
import type { ProblemStatement } from '../../generated/server.ts';
import type { Logger } from '../platform/log.ts';
import type { AddressOf } from '../platform/security-log.ts';
import type { AcquireSlot } from '../platform/semaphore.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';
import { type Authentication, authenticate, type SecurityRequirement } from './authenticate.ts';
import { type PlainResponse, problemResponse, Refusal, rateLimited, tokenErrorResponse } from './contract/problem.ts';
import { type Warning, warningsIn } from './contract/violations.ts';
import type { InFlightBodies } from './in-flight-bodies.ts';
import { type Counted, rateLimitFields } from './limits/rate-limit.ts';
import type { Call, OperationRequest, Principal } from './operation-request.ts';
import { type RequestShape, readRequest } from './read-request.ts';
import { refusalOf } from './responses.ts';
import type { AccessServices } from './services.ts';

export interface Operation extends RequestShape {
  id: OperationId;
  method: string;
  path: string;
  security: readonly SecurityRequirement[];
  headers: Readonly<Record<string, string>>;
  handler: Handler;
}

/** Handler of an operation. Called only for requests that match the contract. */
export type Handler = (request: unknown, call: Call) => Promise<HandlerResponse>;

export interface HandlerResponse {
  status: number;
  body?: object;
  problem?: ProblemStatement;
  headers?: Record<string, string>;
}

/** Services for checking requests against the contract. The mock implements them without a database. */
export interface ContractServices extends Authentication {
  baseUrl: string;
  /** True in a sandbox that only this machine can reach: URLs may have loopback hosts and the scheme http. */
  allowLoopback: boolean;
  log: Logger;
  telemetry: Telemetry;
  sourceOf: AddressOf;
  bodies: InFlightBodies;
  limits: Pick<AccessServices['limits'], 'partner' | 'wrongCredentials' | 'jsonKib' | 'fileKib' | 'acquireUploadSlot'>;
}

/** Maximum size in bytes of bodies that do not count towards the byte limits. */
const SMALL_BODY = service.rate_limits.small_body_bytes;

/**
 * Handles a request to an operation, and never rejects. This function and `readRequest` define the order of the checks:
 * authentication, rate limit, path, query, headers, and body.
 */
export async function handleOperation(
  operation: Operation,
  request: OperationRequest,
  services: ContractServices,
): Promise<PlainResponse> {
  const { record, requestId } = request;
  record.operation = operation.id;
  let response: PlainResponse;
  let counted: Counted | undefined;
  let slot: Awaited<ReturnType<AcquireSlot>> | undefined;
  try {
    const principal = await authenticate(operation.security, request, services);
    request.principal = principal;
    const clientId = clientIdOf(principal);
    if (clientId !== undefined) {
      record.clientId = clientId;
      counted = services.limits.partner(clientId);
      if (counted.retryAfter !== null) throw rateLimited('requests', counted.retryAfter);
    }
    const isAttempt = principal.kind === 'anyone' && operation.bodyLimit > 0;
    const address = isAttempt ? services.sourceOf(request) : undefined;
    const countBytes = (arrived: number) => {
      if (clientId === undefined || arrived <= SMALL_BODY) return;
      const limit = principal.kind === 'uploadLink' ? services.limits.fileKib : services.limits.jsonKib;
      const { retryAfter } = limit(clientId, Math.ceil(arrived / 1024));
      if (retryAfter !== null) throw rateLimited('bytes', retryAfter);
    };
    if (clientId !== undefined && operation.bodyLimit > 0 && mayBeLarge(request))
      request.inFlight = services.bodies.open(clientId, Number(request.header('content-length') ?? 0));
    if (isAttempt) {
      refuseAfterFailures(services, address);
      request.inFlight = services.bodies.openAnonymous(address);
    }
    if (principal.kind === 'uploadLink') slot = await services.limits.acquireUploadSlot(principal.asset.assetKey);
    const input = await readRequest(request, operation, principal, services.allowLoopback, countBytes);
    // Receiving a large body, or waiting for a slot, can take minutes, in which the operator can disable the partner.
    if (clientId !== undefined && (request.inFlight || slot)) await authenticate(operation.security, request, services);
    let result: PlainResponse | Refusal;
    if (input instanceof Refusal) result = input;
    else {
      if (isAttempt) {
        slot = await services.limits.wrongCredentials.acquireSlot(address);
        refuseAfterFailures(services, address);
      }
      const handled = await operation.handler(input, request);
      if (isAttempt && handled.status === problems.unauthenticated.status)
        services.limits.wrongCredentials.countFailure(address);
      result = resultOf(handled, warningsIn(operation.id, input.body));
    }
    response = result instanceof Refusal ? problemResponse(result, services.baseUrl, requestId) : result;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.statement.code === 'internal_error' || refusal.statement.code === 'unavailable') {
      const about = { request_id: requestId, trace_id: record.trace?.traceId, operation: operation.id };
      services.log.error({ ...about, err: error }, 'request failed');
    }
    response = operation.requestTypes.includes('application/x-www-form-urlencoded')
      ? tokenErrorResponse(refusal)
      : problemResponse(refusal, services.baseUrl, requestId);
  } finally {
    request.inFlight?.release();
    slot?.release();
  }
  const { status, headers, body } = response;
  const limits = counted && rateLimitFields(counted);
  // Object literals with several spreads take three times as long.
  const all: Record<string, string> = Object.assign({}, operation.headers, headers, limits, {
    'X-Request-Id': requestId,
  });
  if (body !== null) all['Content-Length'] = String(Buffer.byteLength(body));
  return { status, headers: all, body };
}

/** Returns the response of a handler, with the warnings about the request in the body of a success response. */
function resultOf(
  { status, body, problem, headers = {} }: HandlerResponse,
  warnings: readonly Warning[],
): PlainResponse | Refusal {
  if (problem !== undefined) return new Refusal(problem, headers);
  // A 204 response has no content (RFC 9110, section 15.3.5).
  if (body === undefined) return { status, headers, body: null };
  const whole = warnings.length === 0 ? body : { ...body, warnings };
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(whole) };
}

/** Returns whether the body is larger than a small one, or its size is not declared. */
function mayBeLarge(request: OperationRequest): boolean {
  const declared = request.header('content-length');
  return declared === undefined ? request.header('transfer-encoding') !== undefined : Number(declared) > SMALL_BODY;
}

function refuseAfterFailures({ limits }: ContractServices, address: string | undefined): void {
  const retryAfter = limits.wrongCredentials.retryAfter(address);
  if (retryAfter !== null) throw rateLimited('wrong client credentials', retryAfter);
}

function clientIdOf(principal: Principal): string | undefined {
  if (principal.kind === 'partner') return principal.partner.clientId;
  return principal.kind === 'uploadLink' ? principal.asset.submission.clientId : undefined;
}
