import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { type OperationId, operations } from '../../generated/operations.ts';
import type { Handlers } from '../../generated/server.ts';
import { webResponse } from '../contract/plain-response.ts';
import { methodNotAllowed, problemResponse } from '../contract/problem.ts';
import { answerDirectly, type DirectAnswers } from './answer-directly.ts';
import { answerOperation, type ContractServices, type Handler, type Operation } from './answer-operation.ts';
import type { Call } from './caller.ts';
import type { OperationRequest } from './operation-request.ts';
import { remoteAddressOf } from './origin.ts';
import { bodyOf, readBody } from './read-body.ts';
import type { RequestEnv } from './request-log.ts';

/**
 * Routes every operation of the contract to its handler, and refuses all other methods of its path. Returns a shorter
 * way to the same responses, for the hosts that serve the operations.
 */
export function bindOperations(
  app: Hono<RequestEnv>,
  handlers: Handlers<Call>,
  services: ContractServices,
  isServedAt: (hostname: string) => boolean = () => true,
): DirectAnswers {
  const bound = (Object.keys(operations) as OperationId[]).map(
    (id): Operation => ({ ...operations[id], id, handler: handlers[id] as unknown as Handler }),
  );
  for (const operation of bound) {
    app.on(operation.method, routeOf(operation.path), async (c) =>
      webResponse(await answerOperation(operation, requestOf(c), c.get('record'), services)),
    );
  }
  for (const path of new Set(bound.map((operation) => operation.path))) {
    const methods = bound.flatMap((operation) => (operation.path === path ? [operation.method] : []));
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    refuseOtherMethods(app, routeOf(path), allowed, services.baseUrl);
  }
  return answerDirectly(bound, services, isServedAt);
}

/** Refuses all other methods of a route. To be called after the route's own methods are bound. */
export function refuseOtherMethods(
  app: Hono<RequestEnv>,
  route: string,
  allowed: readonly string[],
  baseUrl: string,
): void {
  app.all(route, (c) => webResponse(problemResponse(methodNotAllowed(allowed), baseUrl, c.get('requestId'))));
}

/** `/submissions/{id}` as Hono writes it. */
const routeOf = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

function requestOf(c: Context<RequestEnv>): OperationRequest {
  const { pathname, searchParams } = new URL(c.req.url);
  const incoming = (c.env as Partial<HttpBindings>)?.incoming;
  return {
    path: c.req.param(),
    isDecodable: isDecodable(pathname),
    searchParams,
    remoteAddress: remoteAddressOf(c),
    header: (name) => c.req.header(name),
    body: (limit) => readBody(incoming ?? bodyOf(c.req.raw), c.req.header('content-length'), limit),
  };
}

/** The router takes a broken escape literally, so that `%ZZ` would be a second spelling of `%25ZZ`. */
function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}
