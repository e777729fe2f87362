import { type OperationId, service } from '../../generated/operations.ts';
import type { ProblemStatement } from '../../generated/server.ts';
import { type PlainResponse, problemResponse, Refusal, rateLimited, tokenErrorResponse } from '../contract/problem.ts';
import { type Counted, type RateLimit, rateLimitFields } from '../limits/rate-limit-fields.ts';
import type { Logger } from '../log.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { AcquireSlot } from '../work/semaphore.ts';
import { type Authentication, authenticate, type SecurityRequirement } from './authenticate.ts';
import type { BodiesUnderWay } from './bodies-under-way.ts';
import type { Call, OperationRequest, Principal } from './operation-request.ts';
import { type RequestShape, readRequest } from './read-request.ts';
import { refusalOf } from './responses.ts';

/** An operation of the contract, and what answers it. */
export interface Operation extends RequestShape {
  id: OperationId;
  method: string;
  path: string;
  security: readonly SecurityRequirement[];
  /** The headers of all its responses. */
  headers: Readonly<Record<string, string>>;
  handler: Handler;
}

/** Runs only for requests that keep the contract. */
export type Handler = (request: unknown, call: Call) => Promise<Answer>;

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
  /** True in a sandbox for this machine alone: URLs may name loopback hosts, also with http. */
  allowLoopback: boolean;
  log: Logger;
  telemetry: Telemetry;
  partnerRateLimit: RateLimit;
  bodies: BodiesUnderWay;
  /** Of KiB in large bodies. */
  jsonRateLimit: RateLimit;
  fileRateLimit: RateLimit;
  /** One upload at a time for each asset, by its key. */
  takeUploadPlace: AcquireSlot;
}

/** Bytes; for those the limit of requests is enough. */
const SMALL_BODY = service.rate_limits.small_body_bytes;

/** The response to a request of an operation, whether the handler makes it or a check before. Does not reject. */
export async function answerOperation(
  operation: Operation,
  request: OperationRequest,
  services: ContractServices,
): Promise<PlainResponse> {
  const { record, requestId } = request;
  record.operation = operation.id;
  let response: PlainResponse;
  let counted: Counted | undefined;
  let room: { of: string; bytes: number } | undefined;
  let place: Awaited<ReturnType<AcquireSlot>> | undefined;
  try {
    const principal = await authenticate(operation.security, request, services);
    request.principal = principal;
    const clientId = clientIdOf(principal);
    if (clientId !== undefined) {
      record.clientId = clientId;
      counted = await services.partnerRateLimit(clientId);
      if (counted.retryAfter !== null) throw rateLimited('requests', counted.retryAfter);
    }
    const bytes = operation.bodyLimit === 0 ? 0 : bytesOf(request, operation.bodyLimit);
    if (clientId !== undefined && bytes > SMALL_BODY) {
      const limit = principal.kind === 'uploadLink' ? services.fileRateLimit : services.jsonRateLimit;
      const { retryAfter } = await limit(clientId, Math.ceil(bytes / 1024));
      if (retryAfter !== null) throw rateLimited('bytes', retryAfter);
      if (!services.bodies.enter(clientId, bytes)) throw rateLimited('bytes of bodies under way', 1);
      room = { of: clientId, bytes };
    }
    if (principal.kind === 'uploadLink') place = await services.takeUploadPlace(principal.asset.assetKey);
    const input = await readRequest(request, operation, principal, services.allowLoopback);
    const result = input instanceof Refusal ? input : resultOf(await operation.handler(input, request));
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
    if (room !== undefined) services.bodies.leave(room.of, room.bytes);
    place?.leave();
  }
  const { status, headers, body } = response;
  const limits = counted && rateLimitFields(counted);
  // Several spreads in one object take three times as long.
  const all: Record<string, string> = Object.assign({}, operation.headers, headers, limits, {
    'X-Request-Id': requestId,
  });
  if (body !== null) all['Content-Length'] = String(Buffer.byteLength(body));
  return { status, headers: all, body };
}

function resultOf({ status, body, problem, headers = {} }: Answer): PlainResponse | Refusal {
  if (problem !== undefined) return new Refusal(problem, headers);
  // RFC 9110, section 15.3.5: a 204 has no content.
  if (body === undefined) return { status, headers, body: null };
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** As many bytes as the body says it has, or may have; none of one that is too large to be read. */
function bytesOf(request: OperationRequest, limit: number): number {
  const declared = request.header('content-length');
  if (declared !== undefined) return Number(declared) > limit ? 0 : Number(declared);
  return request.header('transfer-encoding') === undefined ? 0 : limit;
}

function clientIdOf(principal: Principal): string | undefined {
  if (principal.kind === 'partner') return principal.partner.clientId;
  return principal.kind === 'uploadLink' ? principal.asset.submission.clientId : undefined;
}
