import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { webhookDelivery } from '../../generated/operations.ts';
import { addSandboxPartners } from '../../server/api/oauth/sandbox-partners.ts';
import { toUnixSeconds } from '../../server/domain/clock.ts';
import { generateWebhookSecret, signatureHeaders } from '../../server/domain/signature.ts';
import { eventBody } from '../../server/domain/webhook-event.ts';
import type { Services } from '../../server/start/create-services.ts';
import { encryptJson, webhookSecret } from '../../server/storage/encryption/encrypted-json.ts';
import { expireVerifications } from '../../server/work/lifecycle/sweep.ts';
import { type Bench, type Engine, median } from './bench.ts';
import { addRequest, CLIENT, closeServices, openServices, type Place } from './open-services.ts';
import type { Row } from './report.ts';

const BARE_CONCURRENCY = 16;
const WARM_UP = 1_000;

interface Receiver {
  url: string;
  /** Starts to count requests. `reached` resolves when the receiver has received `count` requests. */
  count(count: number): Promise<{ reached: Promise<void> }>;
}

export async function measureDeliveries(bench: Bench, engine: Engine): Promise<Row[]> {
  const place = await bench.place(engine);
  const child = fork(fileURLToPath(new URL('receiver.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] });
  const { port } = await next(child, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/events`,
    async count(count) {
      const counting = next(child, 'counting');
      child.send(count);
      await counting;
      return { reached: next(child, 'reached').then(() => {}) };
    },
  };
  const perRound = Math.ceil(bench.numbers.deliveries / bench.numbers.rounds);
  const preparing = await openServices(place);
  try {
    // Adds the partners, because the service delivers events only for existing partners.
    await addSandboxPartners(preparing.store, preparing.clock);
    await addWebhook(preparing, receiver.url, 1);
    await deliverQueued(preparing, place, receiver, WARM_UP);
    await postBare(receiver, WARM_UP);
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < bench.numbers.rounds; round++) {
      ours.push(await deliverQueued(preparing, place, receiver, perRound));
      bare.push(await postBare(receiver, perRound));
    }
    const line = `deliveries, compared with a loop that only sends, ${engine}`;
    return [{ line, unit: '/s', ours: median(ours), usual: median(bare), goal: 0.5 }];
  } finally {
    await closeServices(preparing);
    child.disconnect();
  }
}

async function next(child: ChildProcess, type: string): Promise<{ type: string; port?: number }> {
  for (;;) {
    const [message] = await once(child, 'message');
    if (message.type === type) return message;
  }
}

/** Returns the number of deliveries per second, from the start of the dispatcher until all deliveries are recorded. */
async function deliverQueued(preparing: Services, place: Place, receiver: Receiver, count: number): Promise<number> {
  await queueEvents(preparing, count);
  const { reached } = await receiver.count(count);
  const services = await openServices(place);
  try {
    const startedAt = performance.now();
    services.dispatcher.start();
    await reached;
    const isFinished = await services.dispatcher.stop(10_000);
    if (!isFinished) throw new Error('The last deliveries were not recorded');
    return perSecond(count, startedAt);
  } finally {
    await closeServices(services);
  }
}

const perSecond = (count: number, startedAt: number) => (count * 1000) / (performance.now() - startedAt);

/** Adds verification requests and expires them, because each expiry queues one event. */
export async function queueEvents(services: Services, count: number): Promise<void> {
  let added = 0;
  const add = async () => {
    while (added++ < count) await addRequest(services, randomUUID());
  };
  await Promise.all(Array.from({ length: 8 }, add));
  await expireVerifications({ ...services, verificationWindow: 0 });
}

/** Signs and sends events without the dispatcher. Returns the number of events per second. */
async function postBare(receiver: Receiver, count: number): Promise<number> {
  const agent = new Agent();
  const secrets: [string] = [generateWebhookSecret()];
  const about = { clientId: '', type: 'verification', status: 'canceled', createdAt: Date.now() * 1000 } as const;
  const events = Array.from({ length: count }, () => {
    const eventId = randomUUID();
    return { eventId, body: Buffer.from(eventBody({ ...about, eventId, resourceId: randomUUID() })) };
  }).values();
  const { reached } = await receiver.count(count);
  const post = async () => {
    for (const { eventId, body } of events) {
      const timestamp = toUnixSeconds(Date.now() * 1000);
      const signed = signatureHeaders({ eventId, body, timestamp, secrets });
      const headers = { 'Content-Type': webhookDelivery.content_type, ...signed };
      const answer = await request(receiver.url, { dispatcher: agent, method: 'POST', headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`The receiver returned ${answer.statusCode}`);
    }
  };
  const startedAt = performance.now();
  await Promise.all([...Array.from({ length: BARE_CONCURRENCY }, post), reached]);
  const speed = perSecond(count, startedAt);
  await agent.close();
  return speed;
}

export async function addWebhook({ store, encryptor, clock }: Services, url: string, limit: number): Promise<void> {
  const id = randomUUID();
  const secret = encryptJson(encryptor, webhookSecret({ clientId: CLIENT, id }), generateWebhookSecret());
  const texts = { name: null, description: null, url, eventTypes: ['verification'] as const };
  const webhook = { id, clientId: CLIENT, ...texts, version: 1, createdAt: clock.now(), secret };
  await store.addWebhook(webhook, limit);
}
