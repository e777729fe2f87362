import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { deprecations, type OperationId, operations } from '../../generated/operations.ts';
import type { Handlers } from '../../generated/server.ts';
import type { Call, Handler, Operation } from './call.ts';
import { type PlainResponse, problemResponse, webResponse } from './contract/problem.ts';
import { type ContractServices, handleOperation } from './handle-operation.ts';
import { type MalformedRequest, malformedRequestResponse } from './malformed-request.ts';
import type { RequestEnv } from './request-log.ts';
import { commonHeaders, refusalOf, refuseOtherMethods } from './responses.ts';

export interface App extends Hono<RequestEnv> {
  refuse(broken: MalformedRequest): Response;
  fail(error: unknown): Response;
}

/** Routes a request to `rest` if no operation matches, or if `isServedAt` rejects the host. */
export function bindOperations(
  rest: Hono<RequestEnv>,
  handlers: Handlers<Call>,
  services: ContractServices,
  isServedAt: (hostname: string) => boolean = () => true,
): App {
  const { baseUrl, log } = services;
  const common = commonHeaders(baseUrl);
  const respond = (response: PlainResponse) =>
    webResponse({ ...response, headers: { ...common, ...response.headers } });
  const app = new Hono<RequestEnv>();
  for (const id of Object.keys(operations) as OperationId[]) {
    const operation: Operation = {
      ...operations[id],
      id,
      handler: handlers[id] as unknown as Handler,
      responseHeaders: { ...common, 'Cache-Control': 'no-store', ...deprecations[id] },
    };
    app.on(operation.method, routeOf(operation.path), (c, next) =>
      isServedAt(new URL(c.req.url).hostname) ? handleOperation(operation, c, services) : next(),
    );
  }
  app.notFound((c) => rest.fetch(c.req.raw, c.env));
  const all = Object.values(operations);
  for (const path of new Set(all.map((operation) => operation.path))) {
    const methods = all.filter((operation) => operation.path === path).map(({ method }) => method);
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    refuseOtherMethods(rest, routeOf(path), baseUrl, allowed);
  }

  const fail = (err: unknown, requestId: string = randomUUID()) => {
    log.error({ request_id: requestId, err }, 'request failed');
    return respond(problemResponse(refusalOf(err), baseUrl, requestId));
  };
  for (const each of [app, rest]) each.onError((err, c) => fail(err, c.get('requestId')));
  const refuse = (broken: MalformedRequest) => respond(malformedRequestResponse(broken, baseUrl));
  return Object.assign(app, { refuse, fail });
}

const routeOf = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');
