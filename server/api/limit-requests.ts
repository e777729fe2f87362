import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { service } from '../../generated/operations.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

interface Connection {
  inProgress: number;
  /** Requests that start when an earlier request of the connection ends, oldest first. */
  waiting: (() => void)[];
}

/**
 * Passes the requests of a server to `listener`, and limits how much memory the requests of one connection use
 * (`x-service/requests_of_connection`). A client can send further requests before it receives a response (pipelining,
 * RFC 9112, section 9.3.2): a few of them are in progress, others wait, and a connection with more is closed. A
 * connection is also closed if its client reads nothing of a response for `stalledMs` to twice `stalledMs`
 * milliseconds.
 */
export function limitRequests(server: Server, listener: Listener, stalledMs: number): void {
  const { in_progress: maxInProgress, waiting: maxWaiting } = service.requests_of_connection;
  const connections = new WeakMap<Socket, Connection>();
  server.on('request', (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const connection: Connection = connections.get(socket) ?? { inProgress: 0, waiting: [] };
    connections.set(socket, connection);

    function start() {
      connection.inProgress++;
      response.once('close', () => {
        if (socket.destroyed) return;
        connection.inProgress--;
        const next = connection.waiting.shift();
        next?.();
        if (next !== undefined && connection.waiting.length === 0) socket.resume();
      });
      listener(request, response);
    }

    if (connection.inProgress < maxInProgress) {
      start();
    } else if (connection.waiting.length < maxWaiting) {
      connection.waiting.push(start);
      // Node has already parsed the requests in the chunk that it has read. This stops it from reading the next chunk.
      socket.pause();
    } else {
      socket.destroy();
    }
  });

  // Node emits `timeout` for a connection without activity. Connections whose request has not arrived, or waits for the
  // service, stay open. Idle connections, and those with a stalled response, are closed.
  server.timeout = stalledMs;
  server.on('timeout', (socket) => {
    if (connections.get(socket)?.inProgress === 0 || socket.writableLength > 0) socket.destroy();
  });
}
