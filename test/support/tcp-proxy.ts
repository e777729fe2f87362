import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';

export interface TcpProxy {
  url: string;
  /** Closes every connection and refuses new connections, like a stopped server. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Forwards no more bytes on any connection, as in a network outage. */
  silence(): void;
  /** Ends the outage, and closes the connections that are open. */
  resume(): void;
  /**
   * Closes the connection of the next transaction that contains `text`, after the server has committed the transaction
   * but before the client gets the response. Resolves when the connection is closed.
   */
  swallowCommitOf(text: string): Promise<void>;
  close(): Promise<void>;
}

const BEGIN = 'start transaction';
/** Last statement of a transaction. The null byte prevents a match with `read committed` in the first statement. */
const COMMIT = 'commit\0';

export async function startProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  let isSilent = false;
  let trap: { text: string; sprung(): void } | undefined;

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
    let transaction = Buffer.alloc(0);
    client.on('data', (bytes) => {
      if (isSilent) return;
      if (trap !== undefined)
        transaction = Buffer.concat([bytes.includes(BEGIN) ? Buffer.alloc(0) : transaction, bytes]);
      if (trap !== undefined && bytes.includes(COMMIT) && transaction.includes(trap.text)) {
        isTrapped = trap.sprung;
        trap = undefined;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (isSilent) return;
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
    silence: () => {
      isSilent = true;
    },
    resume: () => {
      isSilent = false;
      for (const socket of sockets) socket.destroy();
    },
    swallowCommitOf: (text) =>
      new Promise((sprung) => {
        trap = { text, sprung };
      }),
    close: cut,
  };
}
