import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from '../log.ts';

/** What is known of a request while it is answered. */
export interface RequestEnv {
  Variables: {
    requestId: string;
    /** The id of the contract's operation, if there is one. The URL is not logged, because it may hold an id. */
    operation?: string;
    clientId?: string;
  };
}

/** Gives every request an id, which the response carries too, and logs one line that holds nothing of its content. */
export function requestLog(log: Logger): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    c.set('requestId', requestId);
    await next();
    c.res.headers.set('X-Request-Id', requestId);
    log.info(
      {
        request_id: requestId,
        method: c.req.method,
        operation: c.get('operation'),
        client_id: c.get('clientId'),
        status: c.res.status,
        duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
      },
      'request',
    );
  };
}
