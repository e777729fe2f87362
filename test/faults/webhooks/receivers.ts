import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock, Micros } from '../../../server/domain/clock.ts';
import type { Random } from './shared.ts';

const FAILURES = ['500', '204', 'no response', 'hang-up'] as const;

/** Reaction of a receiver to a request. A number is the status of a complete response. */
export type Treatment = '200' | (typeof FAILURES)[number];

/** A flaky receiver fails three of ten requests. A dead receiver always responds with 500. */
export type Temper = 'healthy' | 'flaky' | 'dead';

/** A request that a receiver has received completely. */
export interface Receipt {
  receiver: string;
  arrivedAt: Micros;
  headers: IncomingHttpHeaders;
  body: Buffer;
  treatment: Treatment;
}

const REQUEST_FAILURES = 0.3;

export type Receivers = ReturnType<typeof createReceivers>;

export function createReceivers({ clock, random }: { clock: Clock; random: Random }) {
  const receipts: Receipt[] = [];
  const servers: Server[] = [];

  function treatmentBy(temper: Temper): Treatment {
    if (temper === 'dead') return '500';
    return temper === 'flaky' && random.chance(REQUEST_FAILURES) ? random.pick(FAILURES) : '200';
  }

  return {
    receipts,
    /** Starts a receiver and resolves to its URL. */
    async open(receiver: string, temper: Temper): Promise<string> {
      const server = createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        try {
          for await (const chunk of request) chunks.push(chunk);
        } catch {
          return;
        }
        const treatment = treatmentBy(temper);
        const { headers } = request;
        receipts.push({ receiver, arrivedAt: clock.now(), headers, body: Buffer.concat(chunks), treatment });
        // Half of the connections stay open, so that some requests reuse a connection.
        if (temper === 'flaky' && random.chance(0.5)) response.shouldKeepAlive = false;
        if (treatment === 'hang-up') request.socket.destroy();
        else if (treatment !== 'no response') response.writeHead(Number(treatment)).end();
      });
      server.on('clientError', (_error, socket) => socket.destroy());
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      servers.push(server);
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
    },
    close(): void {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}
