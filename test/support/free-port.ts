import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below the range for outgoing connections on Linux and macOS, because tests open thousands of connections. */
const [FIRST, END] = [10_000, 32_000];

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
}

export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, END);
  return (await isFree(port)) ? port : freePort();
}
