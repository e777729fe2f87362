import { Hono } from 'hono';
import { webResponse } from '../server/contract/plain-response.ts';
import { notFound, problemResponse } from '../server/contract/problem.ts';
import { type Clock, systemClock } from '../server/domain/clock.ts';
import { generatedFiles, type ReferenceFiles } from '../server/generated-files.ts';
import { type App, answerFailures } from '../server/http/answer-failures.ts';
import { bindOperations } from '../server/http/bind.ts';
import { setCommonHeaders } from '../server/http/common-headers.ts';
import { serveReference } from '../server/http/reference.ts';
import { type RequestEnv, requestLog } from '../server/http/request-log.ts';
import { serve } from '../server/http/serve.ts';
import { createLogger, type Logger } from '../server/log.ts';
import { sandboxPartners } from '../server/sandbox/partners.ts';
import { type Answers, type LoadAnswers, loadAnswers } from './answers.ts';
import { createMockHandlers } from './handlers.ts';
import { adaptAssets } from './operations/assets.ts';
import { adaptSubmissions } from './operations/submissions.ts';
import { adaptTokens } from './operations/tokens.ts';
import { adaptVerificationRequests } from './operations/verification-requests.ts';
import { adaptWebhooks } from './operations/webhooks.ts';
import type { MockStart, RunningMock } from './running-mock.ts';
import { createSampleEvents, tellEvents } from './sample-events.ts';
import { createMockServices } from './services.ts';
import { createTurns } from './turns.ts';

export interface MockOptions extends Pick<MockStart, 'partners' | 'eventsUrl'> {
  /** URL of the mock, without a trailing slash; the issuer of its tokens. */
  baseUrl: string;
  /** This project's by default. */
  files?: ReferenceFiles | undefined;
  clock?: Clock | undefined;
  /** Silent by default. */
  log?: Logger | undefined;
}

export interface Mock {
  /** The fetch handler, and the responses for when no handler is reached. */
  app: App;
  /** Aborts sample events in flight. */
  stop(): Promise<void>;
}

/** How long requests in flight may take to end. */
const STOP_LIMIT_MS = 1000;

const WELCOME = `This is the mock of the Partner Credential Submission and Verification Service.
It answers as the contract says, and remembers nothing.

  /reference     the API reference
  /openapi.json  the contract
`;

/**
 * The mock as a fetch handler: the server's contract layer in front of the contract's examples. Its events are those of
 * `webhook`.
 */
export function createMock(answers: Answers, webhook: { id: string; secret: string }, options: MockOptions): Mock {
  const {
    baseUrl,
    eventsUrl,
    partners = sandboxPartners,
    files = generatedFiles,
    clock = systemClock,
    log = createLogger('silent'),
  } = options;
  const services = createMockServices({ baseUrl, partners, clock, log });
  const sampleEvents = createSampleEvents({ clock, log });
  const tell = tellEvents(sampleEvents, eventsUrl, webhook);
  const handlers = createMockHandlers(
    answers,
    {
      ...adaptTokens(services),
      ...adaptSubmissions(services),
      ...adaptAssets,
      ...adaptVerificationRequests(services, tell),
      ...adaptWebhooks(baseUrl, sampleEvents, tell),
    },
    createTurns(clock),
  );
  const app = new Hono<RequestEnv>();
  app.use(requestLog(services), setCommonHeaders(baseUrl));
  const answerDirectly = bindOperations(app, handlers, services);
  serveReference(app, baseUrl, files);
  app.get('/', (c) => c.text(WELCOME));
  app.notFound((c) => webResponse(problemResponse(notFound(), baseUrl, c.get('requestId'))));
  return {
    app: answerFailures(app, services, answerDirectly),
    stop: () => sampleEvents.stop(),
  };
}

/**
 * Starts the mock; port 0 means any free port. Without `baseUrl`, its URL is that port of `localhost`. Rejects with
 * `CannotStart` when the host and port cannot be used.
 */
export async function startMock({
  port = 0,
  host = '127.0.0.1',
  load = loadAnswers,
  ...options
}: MockStart & Omit<MockOptions, 'baseUrl'> & { load?: LoadAnswers | undefined }): Promise<RunningMock> {
  const answers = await load((options.files ?? generatedFiles).contract);
  const { body: webhook } = await answers.answer('createWebhook', 201, undefined);
  let mock: Mock | undefined;
  const app = () => {
    if (mock === undefined) throw new Error('A request came before the mock was there');
    return mock.app;
  };
  const server = await serve(
    {
      // Passes all arguments on: Node's own request, whose stream the body is read from, is among them.
      fetch: (...given) => app().fetch(...given),
      refuse: (broken) => app().refuse(broken),
      fail: (error) => app().fail(error),
      answerDirectly: (incoming, outgoing) => app().answerDirectly(incoming, outgoing),
    },
    { port, host },
  );
  // The port is part of the responses and known only now. No request can have arrived yet.
  const baseUrl = options.baseUrl ?? `http://localhost:${server.address.port}`;
  const started = createMock(answers, webhook as { id: string; secret: string }, { ...options, baseUrl });
  mock = started;
  return {
    url: baseUrl,
    async stop() {
      await Promise.all([server.stop(STOP_LIMIT_MS), started.stop()]);
    },
  };
}
