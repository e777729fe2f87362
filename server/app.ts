import { Hono } from 'hono';
import { bindOperations } from './contract/bind.ts';
import { type BrokenRequest, brokenRequestResponse } from './contract/broken-request.ts';
import { methodNotAllowed, problemResponse, Refusal } from './contract/problem.ts';
import { createHandlers } from './operations/handlers.ts';
import { serveReference } from './reference.ts';
import { type RequestEnv, requestLog } from './request-log.ts';
import type { Services } from './services.ts';

/** Addresses beside the contract's: the reference, and the probes of an operator. */
const otherPaths = ['/openapi.json', '/reference', '/problems/:code', '/livez', '/readyz'];

/** The service as a fetch handler, and what it answers to what is not a request. */
export function createApp(
  services: Services,
): Hono<RequestEnv> & { refuse(broken: BrokenRequest): Response } {
  const { baseUrl, log, store } = services;
  const app = new Hono<RequestEnv>();
  app.use(requestLog(log));
  bindOperations(app, createHandlers(services), services);
  serveReference(app);
  app.get('/livez', (c) => c.text('ok\n'));
  app.get('/readyz', async (c) => {
    try {
      await store.ping();
      return c.text('ok\n');
    } catch {
      return c.text('the database does not answer, or takes no writes\n', 503);
    }
  });
  for (const path of otherPaths) {
    app.all(path, (c) => problemResponse(methodNotAllowed(['GET', 'HEAD']), baseUrl, c.get('requestId')));
  }
  app.notFound((c) => {
    const refusal = new Refusal({ code: 'not_found', detail: 'There is nothing at this address.' });
    return problemResponse(refusal, baseUrl, c.get('requestId'));
  });
  app.onError((err, c) => {
    const requestId = c.get('requestId');
    log.error({ request_id: requestId, err }, 'request failed');
    const detail = 'The service failed. Quote the request_id when you ask for help.';
    return problemResponse(new Refusal({ code: 'internal_error', detail }), baseUrl, requestId);
  });
  return Object.assign(app, {
    refuse: (broken: BrokenRequest) => brokenRequestResponse(broken, baseUrl),
  });
}
