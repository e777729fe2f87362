import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Balancer {
  /** As a service is reached, without a path. */
  url: string;
  /** Sends it requests as soon as it is ready. */
  add(serviceUrl: string): void;
  /** Resolves when it is ready. */
  ready(serviceUrl: string): Promise<void>;
  /** Requests that it had to refuse itself, and why. */
  failures: string[];
  stop(): void;
}

const LOOK_MS = 50;

/**
 * Gives requests to the services that `/readyz` says are ready, in turn, on connections that it keeps. One that refuses
 * the connection was sent nothing: the next one gets the request then, as with nginx.
 */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const services = new Map<string, { isReady: boolean }>();
  const failures: string[] = [];
  let turn = 0;

  async function look(): Promise<void> {
    await Promise.all(
      [...services].map(async ([url, state]) => {
        const answer = await fetch(`${url}/readyz`).catch(() => null);
        await answer?.arrayBuffer();
        state.isReady = answer?.status === 200;
      }),
    );
  }
  const looking = setInterval(look, LOOK_MS);

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const ready = [...services].filter(([, { isReady }]) => isReady).map(([url]) => url);
    turn += 1;
    const inTurn = [...ready.slice(turn % ready.length), ...ready.slice(0, turn % ready.length)];
    for (const url of inTurn) {
      const error = await passTo(url, incoming, outgoing, body);
      if (error === null) return;
      if (error.code === 'ECONNREFUSED') continue;
      failures.push(`${incoming.method} ${incoming.url}: ${error.message}`);
      outgoing.writeHead(502).end();
      return;
    }
    failures.push(`${incoming.method} ${incoming.url}: nobody is ready`);
    outgoing.writeHead(502).end();
  }

  const passTo = (url: string, incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer) =>
    new Promise<NodeJS.ErrnoException | null>((resolve) => {
      const { method, headers } = incoming;
      const sent = request(new URL(incoming.url ?? '/', url), { method, headers, agent }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        answer.on('end', () => resolve(null));
        answer.on('error', resolve);
      });
      sent.on('error', resolve);
      sent.end(body);
    });

  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    add: (url) => services.set(url, { isReady: false }),
    async ready(url) {
      while (services.get(url)?.isReady !== true) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    },
    stop() {
      clearInterval(looking);
      agent.destroy();
      server.close().closeAllConnections();
    },
  };
}
