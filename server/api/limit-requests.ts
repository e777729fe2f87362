import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { service } from '../../generated/operations.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Passes the requests of a server to `listener`, and limits how much memory the requests of one connection use. A
 * client can send further requests before it receives a response (pipelining, RFC 9112, section 9.3.2), and a
 * connection with more of them than `x-service/requests_of_connection` is closed. A connection is also closed if its
 * client reads nothing of a response for `stalledMs` to twice `stalledMs` milliseconds.
 */
export function limitRequests(server: Server, listener: Listener, stalledMs: number): void {
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

  // Node emits `timeout` for a connection without activity. Connections whose request has not arrived, or waits for the
  // service, stay open. Idle connections, and those with a stalled response, are closed.
  server.timeout = stalledMs;
  server.on('timeout', (socket) => {
    if (inProgress.get(socket) === 0 || socket.writableLength > 0) socket.destroy();
  });
}
