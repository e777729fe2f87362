import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { bindOperations } from './contract/bind.ts';
import { type BrokenRequest, brokenRequestResponse } from './contract/broken-request.ts';
import { methodNotAllowed, nothingHere, problemResponse } from './contract/problem.ts';
import { refusalOf } from './contract/refusal-of.ts';
import { createHandlers } from './operations/handlers.ts';
import { serveReference } from './reference.ts';
import { type RequestEnv, requestLog } from './request-log.ts';
import type { Services } from './services.ts';
import { createUserApp, notFoundPage } from './user-app/create-user-app.tsx';
import { forHost, onlyOnHost } from './user-app/host.ts';

/** Addresses beside the contract's: the reference, and the probes of an operator. */
const otherPaths = ['/openapi.json', '/reference', '/problems/:code', '/livez', '/readyz'];

/** What is not for people, where the API and the user application are on two hosts. */
const apiPaths = ['/api/*', '/.well-known/*', '/openapi.json', '/reference', '/problems/*'];

/** A browser that follows a link, and no client of the API. */
const isForPeople = (request: Request) =>
  !new URL(request.url).pathname.startsWith('/api/') &&
  (request.headers.get('accept') ?? '').includes('text/html');

/** The service as a fetch handler, and its answers where no handler is reached. */
export interface App extends Hono<RequestEnv> {
  /** What is answered to what is not a request. */
  refuse(broken: BrokenRequest): Response;
  /** What is answered when there is a fault outside every handler. */
  fail(error: unknown): Response;
}

/** The service as a fetch handler. */
export function createApp(services: Services): App {
  const { baseUrl, log, store } = services;
  const app = new Hono<RequestEnv>();
  app.use(requestLog(log));
  const hosts = forHost(baseUrl, services.appUrl);
  for (const path of apiPaths) app.use(path, onlyOnHost(hosts.isApi));
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
  const pages = createUserApp(services);
  app.route('/', new Hono<RequestEnv>().use(onlyOnHost(hosts.isApp)).route('/', pages));
  app.notFound((c) =>
    isForPeople(c.req.raw)
      ? c.html(notFoundPage(services.appUrl), 404)
      : problemResponse(nothingHere(), baseUrl, c.get('requestId')),
  );
  const fail = (err: unknown, requestId: string = randomUUID()) => {
    log.error({ request_id: requestId, err }, 'request failed');
    return problemResponse(refusalOf(err), baseUrl, requestId);
  };
  app.onError((err, c) => fail(err, c.get('requestId')));
  return Object.assign(app, {
    refuse: (broken: BrokenRequest) => brokenRequestResponse(broken, baseUrl),
    fail: (error: unknown) => fail(error),
  });
}
