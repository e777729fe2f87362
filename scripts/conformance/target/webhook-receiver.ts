import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arrival, CheckOptions, ReceiverResponse } from '../kit-types.ts';

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Address of a receiver without a public URL. It receives events, and serves documents to the target. */
export const RECEIVER_HOST = '127.0.0.1';
/** Maximum size of an event, in bytes. The receiver closes the connection if an event is larger. */
const MAX_BYTES = 1_048_576;
const DRIP_MS = 250;

/** Starts a webhook receiver, on the loopback interface unless a public URL is given. Rejects if the port is in use. */
export async function startReceiver(given: CheckOptions['receiver']) {
  const answers = new Map<string, (arrival: Arrival) => ReceiverResponse>();
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    // Identifies the webhook by the last path segment, because a gateway can remove a path prefix.
    const answer = answers.get(request.url?.split('/').at(-1) ?? '');
    // Closes each connection, because a sender that reuses a connection can lose a request and repeat it.
    response.shouldKeepAlive = false;
    if (answer === undefined) return void response.writeHead(404).end();
    let body = Buffer.alloc(0);
    for await (const part of request) {
      body = Buffer.concat([body, part]);
      if (body.length > MAX_BYTES) return void response.destroy();
    }
    const { method = '', headers } = request;
    const arrival: Arrival = { at, method, headers, body, closedAfterMs: null };
    response.once('close', () => {
      arrival.closedAfterMs = Date.now() - at;
    });
    await respond(response, answer(arrival));
  }

  server.listen(given?.port ?? 0, given === undefined ? RECEIVER_HOST : undefined);
  await once(server, 'listening');
  const base = given?.url ?? `http://${RECEIVER_HOST}:${(server.address() as AddressInfo).port}`;
  return {
    /** Opens a new, unguessable URL. Requests to unknown URLs get 404. */
    open(answer: (arrival: Arrival) => ReceiverResponse): string {
      // Adds a query, so that a sender that drops the query gets 404.
      const target = `${randomUUID()}?to=the%20kit`;
      answers.set(target, answer);
      return `${base}/${target}`;
    },
    /** True if no gateway is in front of the receiver. A gateway could replace intentionally invalid responses. */
    isDirect: given === undefined,
    base,
    close: () => server.close().closeAllConnections(),
  };
}

async function respond(response: ServerResponse, answered: ReceiverResponse) {
  const { status, headers, body, raw, afterMs, holds, resets } = answered;
  if (holds === 'head') return;
  if (afterMs !== undefined) await sleep(afterMs);
  if (raw !== undefined) {
    response.socket?.write(raw);
    // Waits before closing the connection, because the sender could otherwise miss the text.
    await sleep(DRIP_MS);
    return void response.destroy();
  }
  if (resets) return void response.socket?.resetAndDestroy();
  if (status === null) return void response.destroy();
  response.writeHead(status, headers);
  if (holds === undefined) return void response.end(body);
  while (!response.destroyed) {
    response.write(' ');
    await sleep(DRIP_MS);
  }
}
