import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { service } from '../../generated/operations.ts';
import { isAmong } from '../domain/address-ranges.ts';
import { subscriberOf } from '../domain/client-address.ts';
import { listenError } from '../platform/startup-error.ts';
import { handleMalformedRequests, type MalformedRequest, transferCodingError } from './malformed-request.ts';

type Bindings = HttpBindings | Http2Bindings;

/** Delay before idle connections are closed, because a client may just have sent a request (RFC 9112, section 9.5). */
const DRAIN_GRACE_MS = 500;

/** Rejects with `StartupError` if the server cannot listen. `trustedProxies` have no connection limit per address. */
export async function serve(
  app: {
    fetch: (request: Request, env: Bindings) => Response | Promise<Response>;
    refuse: (broken: MalformedRequest) => Response;
    fail: (error: unknown) => Response;
  },
  {
    port,
    host,
    trustedProxies = [],
    stalledMs = service.stalled_response_seconds * 1000,
    overrideGlobalObjects = true,
  }: {
    port: number;
    host: string;
    trustedProxies?: readonly string[];
    stalledMs?: number;
    /** False to keep the global `Request` and `Response`, which the adapter otherwise replaces. */
    overrideGlobalObjects?: boolean;
  },
) {
  function respond(request: Request, env: Bindings) {
    const error = transferCodingError(env.incoming.headers);
    return error === undefined ? app.fetch(request, env) : app.refuse(error);
  }
  const listener = getRequestListener(respond, {
    overrideGlobalObjects,
    errorHandler: (error) => (error instanceof RequestError ? app.refuse(error) : app.fail(error)),
  });
  const server = createServer({
    // Passes requests without a Host header to `listener`, which responds with a problem document.
    requireHostHeader: false,
    // Joins two Host headers into one invalid host, so that the request is rejected (RFC 9112, section 3.2).
    joinDuplicateHeaders: true,
    maxHeaderSize: service.max_header_bytes,
  });
  limitConnections(server, isAmong(trustedProxies));
  const lastResponses = new Map<Socket, ServerResponse | null>();
  const drain = prepareDrain(server, lastResponses);
  limitRequests(server, listener, stalledMs);
  handleMalformedRequests(server, lastResponses, app.refuse);
  server.headersTimeout = service.headers_timeout_seconds * 1000;
  // Gives a slow connection enough time to upload the largest file.
  server.requestTimeout = service.request_timeout_seconds * 1000;
  // Longer than the timeout of load balancers, which would otherwise reuse a connection that the server just closed.
  server.keepAliveTimeout = service.idle_connection_seconds * 1000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, host, port, { host: 'HOST', port: 'PORT' })));
    server.listen(port, host, resolve);
  });
  return {
    address: server.address() as AddressInfo,
    /** Waits for requests in flight, and aborts them after the timeout. Resolves to true if no request was aborted. */
    stop: drain,
  };
}

function limitConnections(server: Server, isProxy: (address: string) => boolean): void {
  const { of_address: ofAddress, in_all: inAll } = service.max_connections;
  const open = new Map<string, number>();
  server.maxConnections = inAll;
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress !== undefined && isProxy(remoteAddress)) return;
    const subscriber = subscriberOf(remoteAddress);
    const count = (open.get(subscriber) ?? 0) + 1;
    if (count > ofAddress) {
      socket.destroy();
      return;
    }
    open.set(subscriber, count);
    socket.once('close', () => {
      const left = (open.get(subscriber) ?? 0) - 1;
      if (left > 0) open.set(subscriber, left);
      else open.delete(subscriber);
    });
  });
}

/** Tracks the last response on each connection in `lastResponses`. Returns the function that stops the server. */
function prepareDrain(server: Server, lastResponses: Map<Socket, ServerResponse | null>) {
  let isStopping = false;
  server.on('connection', (socket) => {
    lastResponses.set(socket, null);
    socket.once('close', () => lastResponses.delete(socket));
  });
  // Runs before the listener that sends the response, so that the response can get `Connection: close`.
  server.on('request', ({ socket }, response) => {
    if (isStopping) response.shouldKeepAlive = false;
    lastResponses.set(socket, response);
  });

  return async (timeoutMs: number): Promise<boolean> => {
    isStopping = true;
    // Adds `Connection: close`, so that clients send no more requests on these connections.
    for (const response of lastResponses.values()) if (response !== null) response.shouldKeepAlive = false;
    // Calls `NetServer`'s method, because `close` of an HTTP server would close idle connections at once.
    const closed = new Promise<boolean>((resolve) => NetServer.prototype.close.call(server, () => resolve(true)));
    const graceEndsAt = performance.now() + Math.min(DRAIN_GRACE_MS, timeoutMs);
    const closing = setInterval(() => {
      if (performance.now() < graceEndsAt) return;
      server.closeIdleConnections();
      // Also closes new connections without data, which Node considers busy until their first request ends.
      for (const socket of lastResponses.keys()) if (socket.bytesRead === 0) socket.destroy();
    }, 50);
    const finished = await Promise.race([closed, sleep(timeoutMs, false, { ref: false })]);
    clearInterval(closing);
    if (!finished) server.closeAllConnections();
    return finished;
  };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Closes connections that stall, and connections with too many pipelined requests (RFC 9112, section 9.3.2). */
function limitRequests(server: Server, listener: Listener, stalledMs: number): void {
  const inProgress = new WeakMap<Socket, number>();
  server.on('request', (request, response) => {
    const { socket } = request;
    const count = (inProgress.get(socket) ?? 0) + 1;
    if (count > service.requests_of_connection) socket.destroy();
    if (socket.destroyed) return;
    inProgress.set(socket, count);
    response.once('close', () => inProgress.set(socket, (inProgress.get(socket) ?? 1) - 1));
    listener(request, response);
  });

  // Node emits `timeout` for every inactive connection, so the listener ignores clients that wait for a response.
  server.timeout = stalledMs;
  server.on('timeout', (socket) => {
    if (inProgress.get(socket) === 0 || socket.writableLength > 0) socket.destroy();
  });
}
