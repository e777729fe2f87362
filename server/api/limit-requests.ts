import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { service } from '../../generated/operations.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Limits the memory that the requests of one connection use. Closes a connection with too many pipelined requests (RFC
 * 9112, section 9.3.2), or whose client reads nothing of a response for `stalledMs` to twice `stalledMs`.
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

  // Node emits `timeout` for a connection without activity, which includes one that waits for the service.
  server.timeout = stalledMs;
  server.on('timeout', (socket) => {
    if (inProgress.get(socket) === 0 || socket.writableLength > 0) socket.destroy();
  });
}
