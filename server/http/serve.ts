import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { service } from '../../generated/operations.ts';
import { CannotStart, reasonOf } from '../cannot-start.ts';
import { answerBrokenRequests, type BrokenRequest } from './broken-request.ts';

type Bindings = HttpBindings | Http2Bindings;

export interface RunningServer {
  /** The address it listens on, with the real port when port 0 was asked for. */
  address: AddressInfo;
  /**
   * Accepts no more connections and finishes the requests in flight. Cuts off what is not finished after `timeoutMs`.
   * Resolves to whether everything was finished.
   */
  stop(timeoutMs: number): Promise<boolean>;
}

/**
 * How long idle connections stay open when the server stops. A busy client may have sent its next request already;
 * closing the connection at once would break that request off (RFC 9112, section 9.5).
 */
const DRAIN_GRACE_MS = 500;

/** Starts listening. Rejects with `CannotStart` when the host and port cannot be used. */
export async function serve(
  app: {
    fetch: (request: Request, env: Bindings) => Response | Promise<Response>;
    refuse: (broken: BrokenRequest) => Response;
    fail: (error: unknown) => Response;
  },
  { port, host }: { port: number; host: string },
): Promise<RunningServer> {
  const listener = getRequestListener(app.fetch, {
    errorHandler: (error) => (error instanceof RequestError ? app.refuse(error) : app.fail(error)),
  });
  // `listener` refuses a request without Host, with a problem document.
  const server = createServer({
    requireHostHeader: false,
    // Two hosts (RFC 9112, section 3.2) are then no valid host. Node would take the first of them.
    joinDuplicateHeaders: true,
    maxHeaderSize: service.max_header_bytes,
  });
  const lastAnswers = new Map<Socket, ServerResponse | null>();
  const drain = prepareDrain(server, lastAnswers);
  server.on('request', listener);
  answerBrokenRequests(server, lastAnswers, app.refuse);
  server.headersTimeout = service.headers_timeout_seconds * 1000;
  // Long enough for an upload of the largest file on a slow line.
  server.requestTimeout = service.request_timeout_seconds * 1000;
  // Longer than load balancers keep an idle connection, so that none sends a request on one that was just closed.
  server.keepAliveTimeout = service.idle_connection_seconds * 1000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new CannotStart(`HOST and PORT cannot be used: ${reasonOf(error)}`)));
    server.listen(port, host, resolve);
  });
  return { address: server.address() as AddressInfo, stop: drain };
}

/** Keeps the last answer of each connection in `lastAnswers`, null before the first, and returns how to stop. */
function prepareDrain(server: Server, lastAnswers: Map<Socket, ServerResponse | null>): RunningServer['stop'] {
  let isStopping = false;
  server.on('connection', (socket) => {
    lastAnswers.set(socket, null);
    socket.once('close', () => lastAnswers.delete(socket));
  });
  // Runs before the listener that answers.
  server.on('request', ({ socket }, response) => {
    if (isStopping) response.shouldKeepAlive = false;
    lastAnswers.set(socket, response);
  });

  function closeIdle() {
    server.closeIdleConnections();
    // Node counts a connection as busy until its first request has ended, even when nothing has arrived yet.
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
