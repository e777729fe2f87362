import type { Context } from 'hono';
import { maxViolations } from '../../generated/operations.ts';
import type { Store } from '../storage/database/store.ts';
import { authenticate } from './authenticate.ts';
import { clientIdOf, type HandlerResponse, type Operation, type OperationCall, requestOrigin } from './call.ts';
import type { Warning } from './contract/extension-keywords.ts';
import { type PlainResponse, problemResponse, Refusal, tokenErrorResponse } from './contract/problem.ts';
import { limitCall } from './limits/request-limits.ts';
import { readRequest } from './read-request.ts';
import { finishRecord, type RequestEnv, startRecord } from './request-log.ts';
import { refusalOf } from './responses.ts';
import type { AccessServices, AddressServices, ReportServices, SandboxServices, StorageServices } from './services.ts';

export type ContractServices = AccessServices &
  ReportServices &
  Pick<AddressServices, 'baseUrl'> &
  Pick<SandboxServices, 'allowLoopback' | 'recentRequests'> &
  Pick<StorageServices, 'clock'> & { store: Pick<Store, 'findAsset'> };

export async function handleOperation(
  operation: Operation,
  context: Context<RequestEnv>,
  services: ContractServices,
): Promise<Response> {
  const record = startRecord(services, context.req.header('traceparent'));
  record.operation = operation.id;
  context.set('requestId', record.requestId);
  const call: OperationCall = {
    operation,
    context,
    record,
    principal: { kind: 'anyone' },
    rateLimitFields: {},
    ...requestOrigin(context),
  };
  const { status, headers, body } = await runPipeline(call, services).catch((error) => refuse(error, call, services));
  finishRecord(services, record, context.req.method, status);
  services.recentRequests?.add(call, services.baseUrl, status);
  const common = { 'X-Request-Id': record.requestId };
  return new Response(body, {
    status,
    headers: Object.assign({}, operation.responseHeaders, headers, call.rateLimitFields, common),
  });
}

/** Each step rejects a request by throwing a `Refusal`. */
async function runPipeline(call: OperationCall, services: ContractServices): Promise<PlainResponse> {
  const { operation } = call;
  call.principal = await authenticate(call, services);
  call.record.clientId = clientIdOf(call.principal);
  const counted = limitCall(call, services);
  try {
    const request = await readRequest(call, counted, services);
    // Authenticates again: a large body can take minutes to arrive, during which a partner can be disabled.
    if (counted !== undefined) await authenticate(call, services);
    const response = await operation.handler(request, call);
    if (response.problem !== undefined) throw new Refusal(response.problem, response.headers);
    return responseOf(response, [...(response.warnings ?? []), ...request.warnings].slice(0, maxViolations));
  } finally {
    counted?.release();
  }
}

function responseOf({ status, body, headers }: HandlerResponse, warnings: readonly Warning[]): PlainResponse {
  // A 204 response has no content (RFC 9110, section 15.3.5).
  if (body === undefined) return { status, headers: headers ?? {}, body: null };
  const whole = warnings.length === 0 ? body : { ...body, warnings };
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(whole) };
}

function refuse(error: unknown, call: OperationCall, { baseUrl, log }: ContractServices): PlainResponse {
  const { operation, record } = call;
  const refusal = refusalOf(error);
  if (error !== refusal) {
    const about = { request_id: record.requestId, trace_id: record.trace?.traceId, operation: operation.id };
    log.error({ ...about, err: error }, 'request failed');
  }
  return operation.requestTypes.includes('application/x-www-form-urlencoded')
    ? tokenErrorResponse(refusal)
    : problemResponse(refusal, baseUrl, record.requestId);
}
