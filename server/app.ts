import { Hono } from 'hono';
import { webResponse } from './contract/plain-response.ts';
import { misdirected, notFound, problemResponse } from './contract/problem.ts';
import { generatedFiles } from './generated-files.ts';
import { type App, answerFailures } from './http/answer-failures.ts';
import { bindOperations, refuseOtherMethods } from './http/bind.ts';
import { setCommonHeaders } from './http/common-headers.ts';
import { serveReference } from './http/reference.ts';
import { type RequestEnv, requestLog } from './http/request-log.ts';
import { createHandlers } from './operations/handlers.ts';
import { sandboxRoutes } from './sandbox/routes.tsx';
import type { Services } from './services.ts';
import { createUserApp, showNotFound } from './user-app/create-user-app.tsx';
import { forHost, isOwnHost, onlyOnHost } from './user-app/host.ts';
import { withPageSettings } from './user-app/page.tsx';

/** Paths that only the API's host serves, where the API and the user application are on two hosts. */
const apiPaths = ['/api/*', '/.well-known/*', '/openapi.json', '/reference/*', '/problems/*'];

/** Whether a person's browser asks, and not a client of the API. */
const isForPeople = (request: Request) =>
  !new URL(request.url).pathname.startsWith('/api/') && (request.headers.get('accept') ?? '').includes('text/html');

/** The service as a fetch handler. */
export function createApp(services: Services): App {
  const { baseUrl, erasures } = services;
  const app = new Hono<RequestEnv>();
  app.use(requestLog(services), setCommonHeaders(baseUrl), withPageSettings(services));
  app.get('/livez', (c) => c.text('ok\n'));
  app.get('/readyz', async (c) => {
    try {
      const { wrong } = await erasures.readClock();
      return wrong === null ? c.text('ok\n') : c.text(`${wrong}\n`, 503);
    } catch {
      return c.text('the database does not answer, or takes no writes\n', 503);
    }
  });
  for (const path of ['/livez', '/readyz']) refuseOtherMethods(app, path, ['GET', 'HEAD'], baseUrl);
  const isOwn = isOwnHost(services.ownHosts);
  app.use(onlyOnHost(isOwn, (c) => webResponse(problemResponse(misdirected(), baseUrl, c.get('requestId')))));
  const hosts = forHost(baseUrl, services.appUrl);
  for (const path of apiPaths) app.use(path, onlyOnHost(hosts.isApi));
  const isServed = (hostname: string) => isOwn(hostname) && hosts.isApi(hostname);
  const handlers = createHandlers(services);
  const answerDirectly = bindOperations(app, handlers, services, isServed);
  serveReference(app, baseUrl, generatedFiles);
  const pages = createUserApp(services);
  if (services.sandbox) {
    pages.route('/', sandboxRoutes(services, handlers));
    const startPage = `${services.appUrl}/`;
    app.get(
      '/',
      onlyOnHost(hosts.isApp, (c) => c.redirect(startPage)),
    );
  }
  app.route('/', new Hono<RequestEnv>().use(onlyOnHost(hosts.isApp)).route('/', pages));
  app.notFound((c) =>
    isForPeople(c.req.raw) ? showNotFound(c) : webResponse(problemResponse(notFound(), baseUrl, c.get('requestId'))),
  );
  return answerFailures(app, services, answerDirectly);
}
