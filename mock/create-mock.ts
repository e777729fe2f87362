import { Hono } from 'hono';
import { type App, bindOperations } from '../server/api/bind-operations.ts';
import { notFound, problemResponse, webResponse } from '../server/api/contract/problem.ts';
import { sandboxPartners } from '../server/api/oauth/sandbox-partners.ts';
import { serveReference } from '../server/api/reference.ts';
import { type RequestEnv, requestLog } from '../server/api/request-log.ts';
import { setCommonHeaders } from '../server/api/responses.ts';
import { serve } from '../server/api/serve.ts';
import { systemClock } from '../server/domain/clock.ts';
import { generatedFiles, type ReferenceFiles } from '../server/generated-files.ts';
import { createLogger, type Logger } from '../server/platform/log.ts';
import { createMockHandlers, type MockScript } from './handlers.ts';
import { linkPage } from './link-page.ts';
import type { Prism } from './prism.ts';
import type { MockStart, RunningMock } from './running-mock.ts';
import { createSampleEvents } from './sample-events.ts';
import { checkScenario } from './scenario.ts';
import { callbackKey, createMockServices, type MockServices } from './services.ts';

const STOP_LIMIT_MS = 1000;

const WELCOME = `This is the mock of the Partner Credential Submission and Verification Service.
It is stateless: it returns the examples in the contract.

  /reference              the API reference
  /openapi.json           the contract
  /openapi.portable.json  the contract for tools that need plain constructs
`;

/** Creates the mock's fetch handler, which puts the server's contract layer in front of Prism. */
function createApp(prism: Prism, services: MockServices, script: MockScript, files: ReferenceFiles): App {
  const { baseUrl } = services;
  const rest = new Hono<RequestEnv>();
  rest.use(requestLog(services), setCommonHeaders(baseUrl));
  const app = bindOperations(rest, createMockHandlers(prism, services, script), services);
  serveReference(rest, baseUrl, files);
  rest.get('/', (c) => c.text(WELCOME));
  rest.get('/partner/:act{add|verify}/:type', (c) => {
    const { clientId = '', requestId = '' } = c.req.query();
    return c.html(linkPage(requestId, services.callbacks.get(callbackKey(clientId, requestId))));
  });
  rest.notFound((c) => webResponse(problemResponse(notFound(), baseUrl, c.get('requestId'))));
  // Like the server, the mock sets this header for all URLs outside the API.
  rest.all('*', async (c) => {
    const response = await c.notFound();
    response.headers.set('Cache-Control', 'no-store');
    return response;
  });
  return app;
}

/**
 * Starts the mock. Port 0 selects a free port. Without `baseUrl`, the URL is `http://localhost` with the port. Rejects
 * with `StartupError` if the mock cannot listen on the host and port.
 */
export async function startMock({
  port = 0,
  host = '127.0.0.1',
  baseUrl,
  eventsUrl,
  scenario = {},
  partners = sandboxPartners,
  files = generatedFiles,
  log = createLogger('silent'),
}: MockStart & { files?: ReferenceFiles; log?: Logger | undefined } = {}): Promise<RunningMock> {
  const clock = systemClock;
  // Loads Prism only here, because loading takes half a second and an invalid setting must be reported at once.
  const { loadPrism } = await import('./prism.ts');
  const prism = await loadPrism(files.contract);
  await checkScenario(scenario, prism, eventsUrl);
  const { secret } = (await prism('createWebhook')).body as { secret: string };
  const events = createSampleEvents(clock, log, eventsUrl === undefined ? null : { url: eventsUrl, secret });
  let app: App;
  const server = await serve(
    {
      // Passes all arguments through, including Node's request object, which streams the body.
      fetch: (...given) => app.fetch(...given),
      refuse: (broken) => app.refuse(broken),
      fail: (error) => app.fail(error),
    },
    // The mock can run in a test process of a partner, whose global objects must not change.
    { port, host, overrideGlobalObjects: false },
  );
  // Responses contain the port, which is not known earlier. No request can have arrived yet.
  const url = baseUrl ?? `http://localhost:${server.address.port}`;
  app = createApp(prism, createMockServices(url, clock, log, partners), { events, scenario }, files);
  return {
    url,
    async stop() {
      await Promise.all([server.stop(STOP_LIMIT_MS), events.stop()]);
    },
  };
}
