import { once } from 'node:events';
import { createServer } from 'node:net';

async function listen(port: number) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Returns a TCP port that is currently free on this machine, as is the next port if `pair` is true. */
export async function freePort({ pair = false } = {}): Promise<number> {
  const server = await listen(0);
  const { port } = server.address() as { port: number };
  const next = pair ? await listen(port + 1).catch(() => null) : server;
  for (const each of new Set([server, next])) {
    each?.close();
    if (each) await once(each, 'close');
  }
  return next === null ? freePort({ pair }) : port;
}
