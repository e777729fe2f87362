import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Responds to a request. `send` forwards a request to the server. */
export type Handle = (asked: Asked, send: (asked: Asked) => Promise<Answered>) => Promise<Answered>;

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function startProxy(port: number, handle: Handle): Promise<{ baseUrl: string; stop(): void }> {
  const send = ({ method, url, headers, body }: Asked) =>
    new Promise<Answered>((resolve, reject) => {
      const sent = { ...headers, 'content-length': String(body.length) };
      // Each request has its own connection, because a server can close an idle connection at any time.
      const target = { host: '127.0.0.1', port, method, path: url, headers: sent, agent: false };
      const outgoing = request(target, (answer) => {
        bytesOf(answer)
          .then((bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes }))
          .catch(reject);
      });
      outgoing.on('error', reject).end(body);
    });
  const proxy = createServer(async (incoming, outgoing) => {
    try {
      const { method = '', url = '' } = incoming;
      const { 'transfer-encoding': _, connection: __, ...headers } = incoming.headers as Record<string, string>;
      const answer = await handle({ method, url, headers, body: await bytesOf(incoming) }, send);
      for (const name of ['content-length', 'transfer-encoding', 'connection']) delete answer.headers[name];
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    } catch {
      outgoing.destroy();
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
