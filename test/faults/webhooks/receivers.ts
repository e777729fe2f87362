import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net';
import type { Clock, Micros } from '../../../server/domain/clock.ts';
import { cert, key } from '../../support/tls.ts';
import type { Random } from './random.ts';

/** How a receiver treats a request. The numbers are statuses of complete answers. */
export type Treatment =
  | '200'
  | '500'
  | '404'
  | '201'
  | '204'
  | '302'
  | '429'
  | 'endless body'
  | 'no answer'
  | 'hung up before the answer'
  | 'hung up within the answer';

const FAILURES: [Treatment, ...Treatment[]] = [
  '500',
  '404',
  '201',
  '204',
  '302',
  '429',
  'endless body',
  'no answer',
  'hung up before the answer',
  'hung up within the answer',
];

export type Temper =
  | 'healthy'
  /** Fails three requests of ten, in every way; by https also while it shakes hands. */
  | 'flaky'
  /** Takes about half of the time that an attempt may take. */
  | 'slow'
  /** Answers 500, always. */
  | 'dead'
  /** Has a certificate for another name. */
  | 'untrusted';

/** A request that arrived whole. */
export interface Receipt {
  receiver: string;
  arrivedAt: Micros;
  headers: IncomingHttpHeaders;
  body: Buffer;
  treatment: Treatment;
  /** What `Retry-After` asked for. */
  retryAfterSeconds: number | null;
}

export interface Receivers {
  /** Starts a receiver of this name. Resolves to its URL. */
  open(name: string, temper: Temper, tls: boolean): Promise<string>;
  readonly receipts: readonly Receipt[];
  close(): Promise<void>;
}

export interface ReceiverOptions {
  clock: Clock;
  random: Random;
  /** The share of their requests that flaky receivers fail. */
  failures: number;
  /** The share of the connections by https that flaky receivers fail before there is TLS. */
  tlsFailures: number;
  slowMs: number;
}

export function createReceivers(options: ReceiverOptions): Receivers {
  const { clock, random, failures, tlsFailures, slowMs } = options;
  const receipts: Receipt[] = [];
  const servers: Server[] = [];
  const sockets = new Set<Socket>();

  const treatmentBy: Record<Temper, () => Treatment> = {
    healthy: () => '200',
    slow: () => '200',
    untrusted: () => '200',
    dead: () => '500',
    flaky: () => (random.chance(failures) ? random.pick(FAILURES) : '200'),
  };

  async function answer(name: string, temper: Temper, request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const treatment = treatmentBy[temper]();
    const retryAfterSeconds = treatment === '429' ? random.pick([1, 120, 7200]) : null;
    receipts.push({
      receiver: name,
      arrivedAt: clock.now(),
      headers: request.headers,
      body: Buffer.concat(chunks),
      treatment,
      retryAfterSeconds,
    });
    // Half of the connections serve once more: some requests meet a kept connection, others a lookup and a handshake.
    if (temper === 'flaky' && random.chance(0.5)) response.shouldKeepAlive = false;
    const treat = () => give(treatment, retryAfterSeconds, request.socket, response);
    if (temper === 'slow') setTimeout(treat, slowMs * random.between(0.75, 1.25));
    else treat();
  }

  async function open(name: string, temper: Temper, tls: boolean): Promise<string> {
    const listener = (request: IncomingMessage, response: ServerResponse) => {
      answer(name, temper, request, response).catch(() => request.socket.destroy());
    };
    const inner = tls ? https.createServer({ cert, key }, listener) : http.createServer(listener);
    inner.on('clientError', (_error, socket) => socket.destroy());
    inner.on('tlsClientError', () => {});
    const server = createNetServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
      if (tls && temper === 'flaky' && random.chance(tlsFailures)) failHandshake(socket, random);
      else inner.emit('connection', socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    const { port } = server.address() as AddressInfo;
    const host = tls && temper !== 'untrusted' ? 'localhost' : `${name}.test`;
    return `${tls ? 'https' : 'http'}://${host}:${port}/events`;
  }

  return {
    open,
    receipts,
    async close() {
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => (server.listening ? once(server, 'close') : undefined)));
    },
  };
}

function failHandshake(socket: Socket, random: Random): void {
  // What the client says first is read, so that it learns of the failure by what it is sent and not by a reset.
  if (random.chance(0.5)) socket.once('data', () => socket.end('HTTP/1.1 400 This is not TLS\r\n\r\n'));
  else socket.once('data', () => socket.destroy());
}

function give(treatment: Treatment, retryAfterSeconds: number | null, socket: Socket, response: ServerResponse): void {
  switch (treatment) {
    case 'no answer':
      return;
    case 'endless body': {
      response.writeHead(200).write('{');
      const drip = setInterval(() => response.write(' '), 40).unref();
      socket.once('close', () => clearInterval(drip));
      return;
    }
    case 'hung up before the answer':
      socket.destroy();
      return;
    case 'hung up within the answer':
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
