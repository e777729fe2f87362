import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';

export interface TcpProxy {
  /** The database URL that leads through the proxy. */
  url: string;
  /** Breaks every connection and refuses new ones, as a server that was stopped does. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /**
   * The next statement that holds this text reaches the server and is carried out; its connection breaks before the answer.
   * Resolves when that happened.
   */
  swallowAnswerTo(statement: string): Promise<void>;
  close(): Promise<void>;
}

/** A way to a PostgreSQL server over loopback that a test can break. */
export async function startProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  let trap: { statement: string; sprung(): void } | undefined;

  function connect(client: Socket) {
    const upstream = new Socket().connect(Number(target.port || 5432), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    let isTrapped: (() => void) | undefined;
    client.on('data', (bytes) => {
      if (trap !== undefined && bytes.includes(trap.statement)) {
        isTrapped = trap.sprung;
        trap = undefined;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (isTrapped === undefined) client.write(bytes);
      else {
        client.destroy();
        isTrapped();
      }
    });
  }

  async function listen() {
    server = createServer(connect).listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  }

  async function cut() {
    if (server === undefined) return;
    const closed = once(server, 'close');
    server.close();
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  await listen();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    cut,
    restore: listen,
    swallowAnswerTo: (statement) =>
      new Promise((sprung) => {
        trap = { statement, sprung };
      }),
    close: cut,
  };
}
