import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answering, Arrival, CheckOptions } from '../types.ts';

/** Takes what a service delivers, and answers as it is told. */
export interface Receiver {
  /** A new address that nobody can guess; what comes elsewhere is answered 404 and forgotten. */
  open(answer: (arrival: Arrival) => Answering): string;
  close(): Promise<void>;
}

/** More than any event has: what is longer is cut off. */
const MAX_BYTES = 1_048_576;

const DRIP_MS = 250;

/** Without a given address it is had from this machine alone. Rejects when the port is taken. */
export async function startReceiver(given: CheckOptions['receiver']): Promise<Receiver> {
  const places = new Map<string, (arrival: Arrival) => Answering>();
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    // A gateway may have taken away what stands before.
    const target = request.url?.split('/').at(-1) ?? '';
    const answer = places.get(target);
    // A connection that is used again can be closed under a request, which is then sent once more.
    response.shouldKeepAlive = false;
    if (answer === undefined) return void response.writeHead(404).end();
    const parts: Buffer[] = [];
    for await (const part of request) {
      parts.push(part);
      if (parts.reduce((sum, { length }) => sum + length, 0) > MAX_BYTES) return void response.destroy();
    }
    const { method = '', headers } = request;
    const arrival: Arrival = { at, method, headers, body: Buffer.concat(parts), closedAfterMs: null, answered: null };
    response.once('close', () => {
      arrival.closedAfterMs = Date.now() - at;
    });
    arrival.answered = answer(arrival);
    await respond(response, arrival.answered);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(given?.port ?? 0, given === undefined ? '127.0.0.1' : undefined, resolve);
  });
  const base = given?.url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    open(answer) {
      // The query is part of the address as well.
      const target = `${randomUUID()}?to=the%20kit`;
      places.set(target, answer);
      return `${base}/${target}`;
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function respond(response: ServerResponse, { status, headers, bytes = 0, afterMs, holds }: Answering) {
  if (holds === 'head') return;
  if (status === null) return void response.destroy();
  if (afterMs !== undefined) await sleep(afterMs);
  response.writeHead(status, headers);
  if (holds === undefined) return void response.end(Buffer.alloc(bytes, ' '));
  while (!response.destroyed) {
    response.write(' ');
    await sleep(DRIP_MS);
  }
}
