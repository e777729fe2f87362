import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { OperationId } from '../../generated/operations.ts';
import { censorText, type Logger, writeInfo } from '../log.ts';

/** What is known of a request while it is answered. */
export interface RequestRecord {
  /** The response carries it too. */
  readonly requestId: string;
  readonly startedAt: number;
  /** The contract's operation, if there is one. The URL is not logged, because it may hold an id. */
  operation?: OperationId;
  clientId?: string;
}

/** What middleware and routes share. */
export interface RequestEnv {
  Variables: { requestId: string; record: RequestRecord };
}

/** The record of a request that has just arrived. */
export function openRecord(): RequestRecord {
  return { requestId: randomUUID(), startedAt: performance.now() };
}

/** Logs one line about an answered request, which holds nothing of its content. */
export function logRequest(log: Logger, record: RequestRecord, method: string, status: number): void {
  if (!log.isLevelEnabled('info')) return;
  const { requestId, operation, clientId, startedAt } = record;
  const known =
    (operation === undefined ? '' : `,"operation":"${operation}"`) +
    (clientId === undefined ? '' : `,"client_id":${JSON.stringify(censorText(clientId))}`);
  const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
  const answer = `"status":${status},"duration_ms":${durationMs}`;
  writeInfo(log, `"request_id":"${requestId}","method":"${method}"${known},${answer}`, 'request');
}

/** Gives every request an id, and logs it. */
export function requestLog(log: Logger): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    const record = openRecord();
    c.set('record', record);
    c.set('requestId', record.requestId);
    await next();
    c.res.headers.set('X-Request-Id', record.requestId);
    logRequest(log, record, c.req.method, c.res.status);
  };
}
