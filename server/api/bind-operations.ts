import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono, type Next } from 'hono';
import { deprecations, type OperationId, operations } from '../../generated/operations.ts';
import type { Handlers } from '../../generated/server.ts';
import { type PlainResponse, problemResponse, webResponse } from './contract/problem.ts';
import { type ContractServices, type Handler, handleOperation, type Operation } from './handle-operation.ts';
import { type MalformedRequest, malformedRequestResponse, targetOfUnknownMethod } from './malformed-request.ts';
import { type Call, OperationRequest } from './operation-request.ts';
import { finishRecord, type RequestEnv } from './request-log.ts';
import { commonHeaders, refusalOf, refuseOtherMethods } from './responses.ts';

/** The application: a fetch handler, and functions that respond to requests that do not reach a handler. */
export interface App extends Hono<RequestEnv> {
  /** Returns the response to a malformed HTTP request. */
  refuse(broken: MalformedRequest): Response | Promise<Response>;
  /** Returns the response to an error that occurred outside the handlers. */
  fail(error: unknown): Response;
}

/**
 * Routes each operation of the contract to its handler, and all other requests to `rest`, as well as requests to hosts
 * that `isServedAt` rejects. Adds routes to `rest` that reject other methods on the operations' paths. Responds to
 * errors outside handlers with problem documents.
 *
 * The operations have a separate router without middleware, because middleware and its `Headers` objects take longer
 * than most operations. Logging and common headers are handled here instead.
 */
export function bindOperations(
  rest: Hono<RequestEnv>,
  handlers: Handlers<Call>,
  services: ContractServices,
  isServedAt: (hostname: string) => boolean = () => true,
): App {
  const { baseUrl, log } = services;
  const common = commonHeaders(baseUrl);
  const isServed = hostCheck(isServedAt);
  const respond = (response: PlainResponse) =>
    webResponse({ ...response, headers: { ...common, ...response.headers } });
  const app = new Hono<RequestEnv>();
  for (const id of Object.keys(operations) as OperationId[]) {
    const handler = handlers[id] as unknown as Handler;
    const operation: Operation = {
      ...operations[id],
      id,
      handler,
      headers: { ...common, 'Cache-Control': 'no-store', ...deprecations[id] },
    };
    const hasPathParameters = operation.path.includes('{');
    app.on(operation.method, routeOf(operation.path), async (c: Context<RequestEnv>, next: Next) => {
      if (!isServed(c.req.url)) return next();
      const request = new OperationRequest(c, services, hasPathParameters);
      const response = await handleOperation(operation, request, services);
      await pendingRequestsRead();
      request.end();
      finishRecord(services, request.record, c.req.method, response.status);
      const outgoing = c.env?.outgoing;
      // For a HEAD request, Hono removes the body of the response.
      if (outgoing === undefined || c.req.method === 'HEAD') return webResponse(response);
      writeResponse(response, outgoing);
      return RESPONSE_ALREADY_SENT;
    });
  }
  app.notFound((c) => rest.fetch(c.req.raw, c.env));
  const all = Object.values(operations);
  for (const path of new Set(all.map((operation) => operation.path))) {
    const methods = all.filter((operation) => operation.path === path).map(({ method }) => method);
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    refuseOtherMethods(rest, routeOf(path), allowed, baseUrl);
  }

  const fail = (err: unknown, requestId: string = randomUUID()) => {
    log.error({ request_id: requestId, err }, 'request failed');
    return respond(problemResponse(refusalOf(err), baseUrl, requestId));
  };
  for (const each of [app, rest]) each.onError((err, c) => fail(err, c.get('requestId')));
  return Object.assign(app, {
    refuse(broken: MalformedRequest) {
      const target = targetOfUnknownMethod(broken);
      if (target === undefined) return respond(malformedRequestResponse(broken, baseUrl));
      // The Fetch API would change some unknown methods, for example `get`. No path supports PATCH.
      return rest.fetch(new Request(baseUrl + target, { method: 'PATCH' }));
    },
    fail: (error: unknown) => fail(error),
  });
}

/** Converts a path template to Hono's syntax, for example `/submissions/:id`. */
const routeOf = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** Writes the response with a single socket write. `end(body)` would concatenate two writes. */
function writeResponse({ status, headers, body }: PlainResponse, outgoing: ServerResponse): void {
  outgoing.writeHead(status, headers);
  if (body !== null) {
    outgoing.socket?.cork();
    outgoing.write(body, Number(headers['Content-Length']) === body.length ? 'latin1' : 'utf8');
    outgoing.socket?.uncork();
  }
  outgoing.end();
}

let endOfIteration: Promise<void> | undefined;

/**
 * Resolves after the requests that have already arrived are read, so that their responses are written together. A
 * client on the same machine then wakes once for all of them; each wake-up takes longer than validating a submission.
 */
function pendingRequestsRead(): Promise<void> {
  endOfIteration ??= new Promise((resolve) => {
    setImmediate(() => {
      endOfIteration = undefined;
      resolve();
    });
  });
  return endOfIteration;
}

/** Returns a function that checks whether operations are served at the host of a URL. Caches the last result. */
function hostCheck(isServedAt: (hostname: string) => boolean): (url: string) => boolean {
  let last = { origin: '', isServed: false };
  return (url) => {
    const origin = url.slice(0, url.indexOf('/', 'https://'.length));
    if (origin !== last.origin) last = { origin, isServed: isServedAt(new URL(url).hostname) };
    return last.isServed;
  };
}
