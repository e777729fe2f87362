import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { operations, scopes } from '../../generated/operations.ts';
import type { Target } from '../../scripts/conformance/types.ts';

/** A server of a few lines for a target that misbehaves as servers do, and not as contracts go. */
export interface SmallServer {
  target: Target;
  /** Closes every connection, and takes no more. */
  stop(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export const smallServer = (handle: Handler): Promise<SmallServer> => started(createServer(handle));

/** What a client gets that connects, in whatever protocol. */
export const socketServer = (handle: (socket: Socket) => void): Promise<SmallServer> =>
  started(createSocketServer(handle));

async function started(server: Server): Promise<SmallServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    target: {
      name: 'small',
      baseUrl: `http://127.0.0.1:${port}`,
      clientId: 'acme',
      clientSecret: 'a-secret-of-acme',
      registeredDomains: ['*'],
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Gives a token, and leaves everything else to another. */
export const withTokens =
  (handle: Handler, granted: readonly string[] = scopes): Handler =>
  (request, response) => {
    if (request.url !== operations.createTokenV2.path) return handle(request, response);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ access_token: 'a-token', token_type: 'Bearer', scope: granted.join(' ') }));
  };
