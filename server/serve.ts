import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

export interface RunningServer {
  /** Where it listens, also when any free port was asked for. */
  address: AddressInfo;
  /**
   * Accepts nothing more, finishes what is in flight, and resolves; what is not finished after `timeoutMs` is cut off.
   * Resolves to whether everything was finished.
   */
  stop(timeoutMs: number): Promise<boolean>;
}

/** As long as an upload of 10 MiB may take on a slow line; a client that sends slower is cut off. */
const REQUEST_TIMEOUT_MS = 120_000;

/** Listens. Rejects when the address cannot be had. */
export async function serve(
  app: { fetch: (request: Request) => Response | Promise<Response> },
  { port, host }: { port: number; host: string },
): Promise<RunningServer> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { address: server.address() as AddressInfo, stop: (timeoutMs) => stop(server, timeoutMs) };
}

async function stop(server: Server, timeoutMs: number): Promise<boolean> {
  const closed = new Promise<boolean>((resolve) => server.close(() => resolve(true)));
  // A connection that is kept alive after its answer would hold the server open.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  server.closeIdleConnections();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const finished = await Promise.race([closed, late]);
  clearInterval(idle);
  clearTimeout(timer);
  if (!finished) server.closeAllConnections();
  return finished;
}
