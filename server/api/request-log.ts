import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { OperationId } from '../../generated/operations.ts';
import { createLogger, type Logger } from '../platform/log.ts';
import type { RequestTrace, Telemetry } from '../platform/telemetry/telemetry.ts';

export interface RequestRecord {
  readonly requestId: string;
  readonly startedAt: number;
  /** ID of the operation, logged instead of the URL, because a URL can contain the key of a link. */
  operation?: OperationId;
  route?: string;
  /** The partner that sent the request or, for a page, the partner of the resource. */
  clientId?: string | undefined;
  userId?: string;
  /** IDs of the submissions or verification requests that the HTTP request reads. */
  resources?: readonly string[];
  readonly trace: RequestTrace | null;
}

export interface RequestObservers {
  log: Logger;
  telemetry: Telemetry;
}

export interface RequestEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; record: RequestRecord };
}

export function startRecord({ telemetry }: RequestObservers, traceparent: string | undefined): RequestRecord {
  return { requestId: randomUUID(), startedAt: performance.now(), trace: telemetry.traceRequest(traceparent) };
}

export function noteRead(
  record: RequestRecord | undefined,
  read: Pick<RequestRecord, 'clientId' | 'userId' | 'resources'>,
): void {
  if (record !== undefined) Object.assign(record, read);
}

export function finishRecord(
  { log, telemetry }: RequestObservers,
  record: RequestRecord,
  method: string,
  status: number,
): void {
  const { requestId, operation, route, clientId, userId, resources = [], startedAt, trace } = record;
  const duration = performance.now() - startedAt;
  const name = operation ?? route ?? 'unknown';
  telemetry.requestEnded(name, status, duration);
  trace?.end(name, method, status);
  log.info(
    {
      request_id: requestId,
      method,
      ...(operation === undefined ? { route: name } : { operation }),
      trace_id: trace?.traceId,
      client_id: clientId,
      user_id: userId,
      resources: resources.length === 0 ? undefined : resources,
      status,
      duration_ms: Math.round(duration * 10) / 10,
    },
    'request',
  );
}

/** Paths of the health checks. Their requests are not logged or traced, because they are too frequent. */
export const HEALTH_PATHS = ['/livez', '/readyz'];

export function requestLog(observers: RequestObservers): MiddlewareHandler<RequestEnv> {
  const quiet: RequestObservers = {
    log: createLogger('silent'),
    telemetry: { ...observers.telemetry, traceRequest: () => null },
  };
  return async (c, next) => {
    const observing = HEALTH_PATHS.includes(c.req.path) ? quiet : observers;
    const record = startRecord(observing, c.req.header('traceparent'));
    c.set('record', record);
    c.set('requestId', record.requestId);
    await next();
    c.res.headers.set('X-Request-Id', record.requestId);
    const route = routePath(c);
    // The route is `/*` if only middleware has handled the request.
    if (route !== '/*') record.route = route;
    finishRecord(observing, record, c.req.method, c.res.status);
  };
}
