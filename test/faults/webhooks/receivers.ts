import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net';
import type { Clock, Micros } from '../../../server/domain/clock.ts';
import { cert, key } from '../../support/tls.ts';
import type { Random } from './shared.ts';

const FAILURES = [
  '500',
  '404',
  '201',
  '204',
  '302',
  '429',
  'endless body',
  'no response',
  'hang-up before the response',
  'hang-up within the response',
] as const;

/** Reaction of a receiver to a request. A number is the status of a complete response. */
export type Treatment = '200' | (typeof FAILURES)[number];

export type Temper =
  | 'healthy'
  /** Fails three of ten requests, in all possible ways. With TLS, the handshake can also fail. */
  | 'flaky'
  /** Responds after about half of the attempt timeout. */
  | 'slow'
  /** Always responds with 500. */
  | 'dead'
  /** Has a certificate for a different host name. */
  | 'untrusted';

/** A request that a receiver has received completely. */
export interface Receipt {
  receiver: string;
  arrivedAt: Micros;
  headers: IncomingHttpHeaders;
  body: Buffer;
  treatment: Treatment;
  /** Value of the `Retry-After` header in the response. */
  retryAfterSeconds: number | null;
}

const REQUEST_FAILURES = 0.3;
const TLS_FAILURES = 0.2;

export type Receivers = ReturnType<typeof createWebhookQueues>;

export function createWebhookQueues({ clock, random, slowMs }: { clock: Clock; random: Random; slowMs: number }) {
  const receipts: Receipt[] = [];
  const servers: Server[] = [];
  const sockets = new Set<Socket>();

  function treatmentBy(temper: Temper): Treatment {
    if (temper === 'dead') return '500';
    return temper === 'flaky' && random.chance(REQUEST_FAILURES) ? random.pick(FAILURES) : '200';
  }

  async function respond(name: string, temper: Temper, request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const treatment = treatmentBy(temper);
    const retryAfterSeconds = treatment === '429' ? random.pick([1, 120, 7200]) : null;
    receipts.push({
      receiver: name,
      arrivedAt: clock.now(),
      headers: request.headers,
      body: Buffer.concat(chunks),
      treatment,
      retryAfterSeconds,
    });
    // Half of the connections stay open, so that some requests reuse a connection.
    if (temper === 'flaky' && random.chance(0.5)) response.shouldKeepAlive = false;
    const treat = () => reply(treatment, retryAfterSeconds, request.socket, response);
    if (temper === 'slow') setTimeout(treat, slowMs * random.between(0.75, 1.25));
    else treat();
  }

  return {
    receipts,
    /** Starts a receiver and resolves to its URL. */
    async open(name: string, temper: Temper, tls: boolean): Promise<string> {
      const listener = (request: IncomingMessage, response: ServerResponse) => {
        respond(name, temper, request, response).catch(() => request.socket.destroy());
      };
      const inner = tls ? https.createServer({ cert, key }, listener) : http.createServer(listener);
      inner.on('clientError', (_error, socket) => socket.destroy());
      inner.on('tlsClientError', () => {});
      const server = createNetServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => {}).on('close', () => sockets.delete(socket));
        if (!tls || temper !== 'flaky' || !random.chance(TLS_FAILURES)) inner.emit('connection', socket);
        // Reads the client's first message, so that the client detects a TLS failure instead of a connection reset.
        else if (random.chance(0.5)) socket.once('data', () => socket.end('HTTP/1.1 400 This is not TLS\r\n\r\n'));
        else socket.once('data', () => socket.destroy());
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      servers.push(server);
      const { port } = server.address() as AddressInfo;
      const host = tls && temper !== 'untrusted' ? 'localhost' : `${name}.test`;
      return `${tls ? 'https' : 'http'}://${host}:${port}/events`;
    },
    async close(): Promise<void> {
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => (server.listening ? once(server, 'close') : undefined)));
    },
  };
}

function reply(treatment: Treatment, retryAfterSeconds: number | null, socket: Socket, response: ServerResponse): void {
  switch (treatment) {
    case 'no response':
      return;
    case 'endless body': {
      response.writeHead(200).write('{');
      const drip = setInterval(() => response.write(' '), 40).unref();
      socket.once('close', () => clearInterval(drip));
      return;
    }
    case 'hang-up before the response':
      socket.destroy();
      return;
    case 'hang-up within the response':
      response.writeHead(200, { 'Content-Length': 100 }).write('{', () => socket.destroy());
      return;
    case '429':
      response.writeHead(429, { 'Retry-After': retryAfterSeconds ?? 1 }).end();
      return;
    case '302':
      response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end();
      return;
    default:
      response.writeHead(Number(treatment)).end();
  }
}
