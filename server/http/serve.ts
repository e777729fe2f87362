import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { service } from '../../generated/operations.ts';
import { reasonOf, StartupError } from '../startup-error.ts';
import { handleMalformedRequests, type MalformedRequest } from './malformed-request.ts';

type Bindings = HttpBindings | Http2Bindings;

export interface RunningServer {
  /** Address of the server, with the actual port when port 0 was configured. */
  address: AddressInfo;
  /**
   * Stops accepting connections and completes the requests in flight. Aborts requests after `timeoutMs`. Resolves to
   * whether all requests were completed.
   */
  stop(timeoutMs: number): Promise<boolean>;
}

/**
 * Time that idle connections stay open when the server stops. A busy client can have sent its next request already,
 * which closing the connection would abort (RFC 9112, section 9.5).
 */
const DRAIN_GRACE_MS = 500;

/** Starts listening. Rejects with `StartupError` when the host and port are unavailable. */
export async function serve(
  app: {
    fetch: (request: Request, env: Bindings) => Response | Promise<Response>;
    refuse: (broken: MalformedRequest) => Response;
    fail: (error: unknown) => Response;
  },
  { port, host }: { port: number; host: string },
): Promise<RunningServer> {
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    errorHandler: (error) => (error instanceof RequestError ? app.refuse(error) : app.fail(error)),
  });
  // `listener` rejects a request without a Host header, with a problem document.
  const server = createServer({
    requireHostHeader: false,
    // Joins two Host headers (RFC 9112, section 3.2) to one invalid host. Node would use the first header.
    joinDuplicateHeaders: true,
    maxHeaderSize: service.max_header_bytes,
  });
  const lastAnswers = new Map<Socket, ServerResponse | null>();
  const drain = prepareDrain(server, lastAnswers);
  server.on('request', listener);
  handleMalformedRequests(server, lastAnswers, app.refuse);
  server.headersTimeout = service.headers_timeout_seconds * 1000;
  // Long enough for an upload of the largest file on a slow line.
  server.requestTimeout = service.request_timeout_seconds * 1000;
  // Longer than load balancers keep idle connections, so that none of them reuses a connection that was just closed.
  server.keepAliveTimeout = service.idle_connection_seconds * 1000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new StartupError(`The server cannot listen on HOST and PORT: ${reasonOf(error)}`)),
    );
    server.listen(port, host, resolve);
  });
  return { address: server.address() as AddressInfo, stop: drain };
}

/** Records the last response of each connection in `lastAnswers`. Returns the function that stops the server. */
function prepareDrain(server: Server, lastAnswers: Map<Socket, ServerResponse | null>): RunningServer['stop'] {
  let isStopping = false;
  server.on('connection', (socket) => {
    lastAnswers.set(socket, null);
    socket.once('close', () => lastAnswers.delete(socket));
  });
  // Runs before the listener that responds.
  server.on('request', ({ socket }, response) => {
    if (isStopping) response.shouldKeepAlive = false;
    lastAnswers.set(socket, response);
  });

  function closeIdle() {
    server.closeIdleConnections();
    // Node considers a connection busy until its first request has ended, even before anything arrives.
    for (const socket of lastAnswers.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  return async (timeoutMs) => {
    isStopping = true;
    // `Connection: close` tells the client to send nothing more on this connection.
    for (const response of lastAnswers.values()) if (response !== null) response.shouldKeepAlive = false;
    // `close` of an HTTP server would close idle connections at once.
    const closed = new Promise<boolean>((resolve) => NetServer.prototype.close.call(server, () => resolve(true)));
    const graceMs = Math.min(DRAIN_GRACE_MS, timeoutMs);
    let closingIdle: NodeJS.Timeout | undefined;
    const grace = setTimeout(() => {
      closeIdle();
      closingIdle = setInterval(closeIdle, 50);
    }, graceMs);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), timeoutMs);
    });
    const finished = await Promise.race([closed, late]);
    for (const each of [grace, closingIdle, timer]) clearTimeout(each);
    if (!finished) server.closeAllConnections();
    return finished;
  };
}
