import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { operations, scopes } from '../../generated/operations.ts';
import type { Target } from '../../scripts/conformance/kit-types.ts';

export interface SmallServer {
  target: Target;
  stop(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export const smallServer = (handle: Handler): Promise<SmallServer> => started(createServer(handle));

export const appServer = ({ fetch }: Parameters<typeof createAdaptorServer>[0]): Promise<SmallServer> =>
  started(createAdaptorServer({ fetch }) as Server);

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

/** Responds to token requests, and passes all other requests to `handle`. */
export const withTokens =
  (handle: Handler, granted: readonly string[] = scopes): Handler =>
  (request, response) => {
    if (request.url !== operations.createTokenV2.path) return handle(request, response);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ access_token: 'a-token', token_type: 'Bearer', scope: granted.join(' ') }));
  };
