import { Hono } from 'hono';
import {
  type App,
  createRequestChecks,
  type ReferenceFiles,
  sandboxPartners,
  serve,
} from '../server/api/request-checks.ts';
import { systemClock } from '../server/domain/clock.ts';
import { createLogger, type Logger } from '../server/platform/log.ts';
import { assetTypeOf } from './adaptations.ts';
import { createMockHandlers } from './mock-handlers.ts';
import { createPreferences } from './prefer.ts';
import { createRequestList, LIST_PATH, PREFERENCES_PATH } from './request-list.ts';
import type { MockStart, RunningMock } from './running-mock.ts';

const STOP_LIMIT_MS = 1000;

const WELCOME = `This is the mock of the Partner Credential Submission and Verification Service.
It is stateless: it returns the examples in the contract.

  /reference              the API reference
  /openapi.json           the contract
  /openapi.portable.json  the contract for tools that need plain constructs
  /__requests             the last requests
  /__preferences          the responses to requests without a Prefer header (PUT)
`;

const LINK_PAGE = `This is a link of the mock.
In the service, the user signs in on this page and decides. The mock has no users. To see the pages, run the sandbox.
`;

/** Rejects with `StartupError` if the mock cannot listen on the host and port. */
export async function startMock({
  files,
  port = 0,
  host = '127.0.0.1',
  baseUrl: givenUrl,
  partners = sandboxPartners,
  verbose = false,
  prefer = {},
  log = createLogger('silent'),
}: MockStart & { files: ReferenceFiles; log?: Logger | undefined }): Promise<RunningMock> {
  const clock = systemClock;
  // Imported dynamically, so that an invalid setting is reported at once: loading Prism takes half a second.
  const { loadPrism } = await import('./prism.ts');
  const prism = await loadPrism(files.contract);
  const requests = createRequestList(verbose);
  const preferences = createPreferences(prism);
  preferences.replace(prefer);
  let app: App;
  const server = await serve(
    {
      fetch: (request, env) => requests.record(request, env.incoming, () => app.fetch(request, env)),
      refuse: (broken) => app.refuse(broken),
      fail: (error) => app.fail(error),
    },
    // Partners can run the mock in their test process, whose global objects must not change.
    { port, host, overrideGlobalObjects: false },
  );
  // The URL contains the port that `serve` selects, so `app` is created after `serve`, but before any request arrives.
  const baseUrl = givenUrl ?? `http://localhost:${server.address.port}`;
  const checks = createRequestChecks({ baseUrl, clock, log, partners, assetTypeOf });
  const pages = new Hono()
    .get('/', (c) => c.text(WELCOME))
    .get('/partner/:act{add|verify}/:type', (c) => c.text(LINK_PAGE))
    .get(LIST_PATH, (c) => c.json({ requests: requests.list() }))
    .delete(LIST_PATH, (c) => {
      requests.clear();
      return c.body(null, 204);
    })
    .put(PREFERENCES_PATH, async (c) => {
      try {
        preferences.replace(await c.req.json());
        return c.body(null, 204);
      } catch (error) {
        return c.text(`${(error as Error).message}\n`, 400);
      }
    });
  app = checks.createApp(createMockHandlers({ prism, baseUrl, clock, checks }, preferences), files, pages);
  return {
    url: baseUrl,
    requests: requests.list,
    clearRequests: requests.clear,
    prefer: preferences.replace,
    async stop() {
      await server.stop(STOP_LIMIT_MS);
    },
  };
}
