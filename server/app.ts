import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { bindOperations } from './contract/bind.ts';
import { type BrokenRequest, brokenRequestResponse } from './contract/broken-request.ts';
import { methodNotAllowed, problemResponse, Refusal } from './contract/problem.ts';
import { createHandlers } from './operations/handlers.ts';
import { serveReference } from './reference.ts';
import type { Services } from './services.ts';

/** Addresses beside the contract's: the reference, and the probes of an operator. */
const otherPaths = ['/openapi.json', '/reference', '/problems/:code', '/livez', '/readyz'];

/** The service as a fetch handler, and what it answers to what is not a request. */
export function createApp(services: Services): Hono & { refuse(broken: BrokenRequest): Response } {
  const app = new Hono();
  for (const path of otherPaths) {
    app.use(path, async (c, next) => {
      await next();
      if (!c.res.headers.has('X-Request-Id')) c.header('X-Request-Id', randomUUID());
    });
  }
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
  for (const path of otherPaths) {
    app.all(path, () => problemResponse(methodNotAllowed(['GET', 'HEAD']), services.baseUrl, randomUUID()));
  }
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
  return Object.assign(app, {
    refuse: (broken: BrokenRequest) => brokenRequestResponse(broken, services.baseUrl),
  });
}
