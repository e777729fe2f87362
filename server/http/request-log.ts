import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { OperationId } from '../../generated/operations.ts';
import { censorText, type Logger, writeInfo } from '../log.ts';
import type { RequestTrace, Telemetry } from '../telemetry/telemetry.ts';

/** What is known of a request while it is answered. */
export interface RequestRecord {
  /** The response carries it too. */
  readonly requestId: string;
  readonly startedAt: number;
  /** The contract's operation, if there is one. The URL is not logged, because it may hold an id. */
  operation?: OperationId;
  /** Of a page, with names in place of what stands in the URL. */
  route?: string;
  clientId?: string;
  readonly trace: RequestTrace | null;
}

/** Who is told of requests. */
export interface Told {
  log: Logger;
  telemetry: Telemetry;
}

/** What middleware and routes share. */
export interface RequestEnv {
  /** The request and the response of Node; absent where the application is called without a server. */
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; record: RequestRecord };
}

/** A route of what is at no address of ours. */
const UNKNOWN = 'unknown';

/** The record of a request that has just arrived. */
export function openRecord({ telemetry }: Told, traceparent: string | undefined): RequestRecord {
  return { requestId: randomUUID(), startedAt: performance.now(), trace: telemetry.traceRequest(traceparent) };
}

/** Tells of an answered request, and logs one line about it, which holds nothing of its content. */
export function closeRecord({ log, telemetry }: Told, record: RequestRecord, method: string, status: number): void {
  const { requestId, operation, route, clientId, startedAt, trace } = record;
  const duration = performance.now() - startedAt;
  const name = operation ?? route ?? UNKNOWN;
  telemetry.requestEnded(name, status, duration);
  trace?.end(name, method, status);
  if (!log.isLevelEnabled('info')) return;
  const known =
    (operation === undefined ? `,"route":"${name}"` : `,"operation":"${operation}"`) +
    (trace === null ? '' : `,"trace_id":"${trace.traceId}"`) +
    (clientId === undefined ? '' : `,"client_id":${JSON.stringify(censorText(clientId))}`);
  const durationMs = Math.round(duration * 10) / 10;
  const answer = `"status":${status},"duration_ms":${durationMs}`;
  writeInfo(log, `"request_id":"${requestId}","method":"${method}"${known},${answer}`, 'request');
}

/** Gives every request an id, and tells of it. */
export function requestLog(told: Told): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    const record = openRecord(told, c.req.header('traceparent'));
    c.set('record', record);
    c.set('requestId', record.requestId);
    await next();
    c.res.headers.set('X-Request-Id', record.requestId);
    const route = routePath(c);
    // What only middleware has seen is no page.
    if (route !== '/*') record.route = route;
    closeRecord(told, record, c.req.method, c.res.status);
  };
}
