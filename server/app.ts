import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { bindOperations } from './contract/bind.ts';
import { problemResponse, Refusal } from './contract/problem.ts';
import { createHandlers } from './operations/handlers.ts';
import { serveReference } from './reference.ts';
import type { Services } from './services.ts';

/** The service as a fetch handler: the operations of the contract, the reference, and the probes of an operator. */
export function createApp(services: Services): Hono {
  const app = new Hono();
  bindOperations(app, createHandlers(services), services);
  serveReference(app);
  app.get('/livez', (c) => c.text('ok\n'));
  app.get('/readyz', async (c) => {
    try {
      await services.store.ping();
      return c.text('ok\n');
    } catch {
      return c.text('the database does not answer\n', 503);
    }
  });
  app.notFound(() => {
    const refusal = new Refusal({ code: 'not_found', detail: 'There is nothing at this address.' });
    return problemResponse(refusal, services.baseUrl, randomUUID());
  });
  app.onError((err) => {
    const requestId = randomUUID();
    services.log.error({ request_id: requestId, err }, 'request failed');
    const detail = 'The service failed. Quote the request_id when you ask for help.';
    return problemResponse(new Refusal({ code: 'internal_error', detail }), services.baseUrl, requestId);
  });
  return app;
}
