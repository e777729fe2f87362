import { Hono } from 'hono';
import { type App, bindOperations } from '../api/bind-operations.ts';
import { misdirected, notFound } from '../api/contract/problem.ts';
import { forHost, isOwnHost, onlyOnHost } from '../api/host.ts';
import { limitPublicFiles } from '../api/limits/request-limits.ts';
import { assetHandlers } from '../api/operations/assets.ts';
import { deliveryHandlers } from '../api/operations/deliveries.ts';
import { submissionStatusHandlers } from '../api/operations/submission-status.ts';
import { submissionHandlers } from '../api/operations/submissions.ts';
import { tokenHandlers } from '../api/operations/tokens.ts';
import { verificationRequestHandlers } from '../api/operations/verification-requests.ts';
import { webhookHandlers } from '../api/operations/webhooks.ts';
import { type ReferenceFiles, serveReference } from '../api/reference-files.ts';
import { HEALTH_PATHS, type RequestEnv, requestLog } from '../api/request-log.ts';
import { refusalResponse, refuseOtherMethods, setCommonHeaders } from '../api/responses.ts';
import type { AddressServices, StorageServices } from '../api/services.ts';
import { createUserApp, showNotFound } from '../pages/app.tsx';
import { sandboxRoutes } from '../pages/sandbox/sandbox-pages.tsx';
import { withServices } from '../pages/services.ts';
import type { Services } from './create-services.ts';

const publicFiles = ['/openapi.json', '/openapi.portable.json', '/reference/*', '/problems/*'];

/** Paths that are served only at the API's host if the user application has a different host. */
const apiPaths = ['/api/*', '/.well-known/*', ...publicFiles];

const isFromBrowser = (request: Request) =>
  !new URL(request.url).pathname.startsWith('/api/') && (request.headers.get('accept') ?? '').includes('text/html');

export function createApp(services: Services, files: ReferenceFiles): App {
  const { baseUrl } = services;
  const rest = new Hono<RequestEnv>();
  rest.use(requestLog(services), setCommonHeaders(baseUrl), withServices(services));
  addHealthChecks(rest, services);
  const isOwn = isOwnHost(services.ownHosts);
  rest.use(onlyOnHost(isOwn, (c) => refusalResponse(c, misdirected(), baseUrl)));
  const hosts = forHost(baseUrl, services.appUrl);
  for (const path of apiPaths) rest.use(path, onlyOnHost(hosts.isApi));
  for (const path of publicFiles) rest.use(path, limitPublicFiles(services));
  const isServed = (hostname: string) => isOwn(hostname) && hosts.isApi(hostname);
  const handlers = {
    ...tokenHandlers(services),
    ...submissionHandlers(services),
    ...assetHandlers(services),
    ...submissionStatusHandlers(services),
    ...verificationRequestHandlers(services),
    ...webhookHandlers(services),
    ...deliveryHandlers(services),
  };
  const app = bindOperations(rest, handlers, services, isServed);
  serveReference(rest, baseUrl, files, { canTry: services.sandbox && !services.openSandbox });
  const pages = createUserApp(services);
  if (services.sandbox) {
    pages.route('/', sandboxRoutes(services));
    const startPage = `${services.appUrl}/`;
    rest.get(
      '/',
      onlyOnHost(hosts.isApp, (c) => c.redirect(startPage)),
    );
  }
  rest.route('/', new Hono<RequestEnv>().use(onlyOnHost(hosts.isApp)).route('/', pages));
  rest.notFound((c) =>
    isFromBrowser(c.req.raw) ? showNotFound(c) : refusalResponse(c, notFound(c.req.path), baseUrl),
  );
  return app;
}

function addHealthChecks(app: Hono<RequestEnv>, { store, baseUrl }: StorageServices & AddressServices): void {
  app.get('/livez', (c) => c.text('ok\n'));
  app.get('/readyz', async (c) => {
    const { wrong } = await store.ping().catch(() => ({ wrong: 'the database does not respond, or is read-only' }));
    return wrong === null ? c.text('ok\n') : c.text(`${wrong}\n`, 503);
  });
  for (const path of HEALTH_PATHS) refuseOtherMethods(app, path, baseUrl);
}
