import { once } from 'node:events';
import { createServer } from 'node:net';

async function listen(port: number) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Returns a TCP port that is currently free on this machine. With `pair`, the next port is also free. */
export async function freePort({ pair = false } = {}): Promise<number> {
  const server = await listen(0);
  const { port } = server.address() as { port: number };
  const next = pair ? await listen(port + 1).catch(() => null) : undefined;
  for (const each of [server, next])
    await new Promise<unknown>((resolve) => (each ? each.close(resolve) : resolve(null)));
  return next === null ? freePort({ pair }) : port;
}
