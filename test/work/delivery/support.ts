import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createLogger } from '../../../server/platform/log.ts';
import { createGuardedAgent } from '../../../server/platform/outbound/guarded-agent.ts';
import { noTelemetry } from '../../../server/platform/telemetry/telemetry.ts';
import { openSqliteStore, type Store } from '../../../server/storage/database/store.ts';
import type { Delivery } from '../../../server/storage/database/webhooks/delivery-log-store.ts';
import { encryptJson, webhookSecret } from '../../../server/storage/encryption/encrypted-json.ts';
import { Encryptor } from '../../../server/storage/encryption/encryptor.ts';
import { createPartnerDirectory } from '../../../server/storage/partner-directory.ts';
import { Dispatcher, type DispatcherOptions } from '../../../server/work/delivery/dispatcher.ts';
import { createSendAttempt } from '../../../server/work/delivery/send-attempt.ts';
import { anEvent, aPartner, aWebhook } from '../../storage/database/samples.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { listen } from '../../support/listen.ts';
import { testClock } from '../../support/service.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export type Behaviour = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  url: string;
  received: Received[];
  behave(behaviour: Behaviour): void;
}

export const answer =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, headers).end();
  };

export const neverAnswer: Behaviour = () => {};

export async function startReceiver(behaviour: Behaviour = answer(200)): Promise<Receiver> {
  const received: Received[] = [];
  let behave = behaviour;
  const server = createServer(async (request, response) => {
    try {
      const chunks = await request.toArray();
      const each = { headers: request.headers, body: Buffer.concat(chunks).toString() };
      received.push(each);
      behave(response, each);
    } catch {
      response.destroy();
    }
  });
  const { url } = await listen(server);
  return {
    url: `${url}/hook?key=1`,
    received,
    behave(next) {
      behave = next;
    },
  };
}

export interface LogLine {
  level: string;
  msg: string;
  [name: string]: unknown;
}

export function openLog() {
  const lines: LogLine[] = [];
  const attempts: LogLine[] = [];
  const log = createLogger('debug', {
    write(text) {
      const line = JSON.parse(text);
      (line.msg === 'delivery' ? attempts : lines).push(line);
    },
  });
  return { log, lines, attempts };
}

export type Bench = Awaited<ReturnType<typeof startBench>>;

interface BenchOptions extends Partial<DispatcherOptions> {
  timeoutMs?: number;
}

const CLIENT = 'acme';

export async function startBench() {
  const folder = await temporaryFolder();
  const clock = testClock();
  const encryptor = new Encryptor([{ id: 'k1', secret: createSecretKey(Buffer.alloc(32, 7)) }]);
  const { log, lines } = openLog();
  const closing: (() => Promise<unknown>)[] = [];
  onTestFinished(async () => {
    for (const close of closing.reverse()) await close();
  });

  function openStore(): Store {
    const opened = openSqliteStore(path.join(folder, 'test.db'), { machine: clock });
    closing.push(() => opened.close());
    return opened;
  }
  const store = openStore();
  await store.migrate();
  const encrypt = (id: string, secret: string, clientId = CLIENT) =>
    encryptJson(encryptor, webhookSecret({ clientId, id }), secret);

  const partners = createPartnerDirectory({ store, clock });
  const dispatcherOptions: DispatcherOptions = {
    store,
    partners,
    encryptor,
    clock,
    log,
    telemetry: noTelemetry,
    destinations: { allowLoopback: true },
    sourceAddresses: [],
  };

  return {
    dispatcherOptions,
    clock,
    store,
    partners,
    encryptor,
    /** Log lines of all dispatchers, except the lines about delivery attempts. */
    lines,
    openStore,
    encrypt,

    dispatcher({ timeoutMs = 5000, ...options }: BenchOptions = {}): Dispatcher {
      const agent = createGuardedAgent({ allowLoopback: true });
      // All receivers in the tests run on the same host, so the limit per host is high by default.
      const limits = { perHost: 10_000, ...options.limits };
      const send = createSendAttempt({ agent, clock, timeoutMs });
      const dispatcher = new Dispatcher({ ...dispatcherOptions, send, random: () => 0.5, ...options, limits });
      closing.push(async () => {
        await dispatcher.stop(0);
        await agent.destroy();
      });
      return dispatcher;
    },

    async addWebhook({ url, clientId = CLIENT }: { url: string; clientId?: string }) {
      await store.addPartner(aPartner({ clientId }));
      const id = randomUUID();
      const secret = encrypt(id, 'secret', clientId);
      const webhook = aWebhook({ id, clientId, url, secret, createdAt: clock.now() });
      await store.addWebhook(webhook, 1000);
      return id;
    },

    async addDeliveries(webhookId: string, count = 1, clientId = CLIENT) {
      const eventIds: string[] = [];
      for (let i = 0; i < count; i++) {
        const eventId = randomUUID();
        await store.addTestDelivery(
          { clientId, id: webhookId },
          {
            deliveryId: randomUUID(),
            event: anEvent({ eventId, clientId, createdAt: clock.now() }),
          },
        );
        eventIds.push(eventId);
      }
      return eventIds;
    },

    async deliveries(webhookId: string, clientId = CLIENT): Promise<Delivery[]> {
      return (await store.listDeliveries({ clientId, id: webhookId }, { limit: 10_000 })) ?? [];
    },
  };
}

export function isSignedWith(secret: string, { headers, body }: Received, header = 'x-signature'): boolean {
  if (headers[header] === undefined) throw new Error(`The header ${header} is missing`);
  const expected = createHmac('sha256', secret).update(`${headers['x-timestamp']}.${body}`).digest('hex');
  return headers[header] === expected;
}

export const eventIdsOf = (received: readonly Received[]): string[] =>
  received.map(({ body }) => JSON.parse(body).event_id);
