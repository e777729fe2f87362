import { setTimeout as sleep } from 'node:timers/promises';
import { type Micros, seconds } from '../../server/domain/clock.ts';
import { testEvent } from '../../server/domain/event.ts';
import { orderedUuid } from '../../server/domain/ordered-uuid.ts';
import type { Services } from '../../server/services.ts';
import type { WebhookKey } from '../../server/store/webhooks/webhook-store.ts';
import { connectPostgres, queryPostgres } from '../support/postgres.ts';
import { type Bench, type Figure, reasonOf } from './bench.ts';
import { queueEvents } from './deliveries.ts';
import { median } from './in-turns.ts';
import { addWebhook, closeServices, openServices, type Place } from './open-services.ts';
import { familyCpuMicrosOf } from './processes.ts';
import { type ReceiverProcess, withReceiver } from './start-receiver.ts';

const WAITING = 10_000;
const PARTNERS = 100;
/** Between deliveries that come one by one, which is as often as a dispatcher that is woken looks. */
const APART_MS = 10;
/** What has arrived is noted by then, and PostgreSQL has counted its updates. */
const UNTIL_NOTED_MS = 2_000;

interface Outbox {
  place: Place;
  services: Services;
  receiver: ReceiverProcess;
  /** Of the whole server since its start. */
  cpuMicros(): number;
}

/**
 * What an outbox takes of PostgreSQL in which 10,000 webhooks have deliveries that are not due: a look when nothing is,
 * and a delivery to one of 100 others, where many wait and where they come one by one.
 */
export async function measureOutbox(bench: Bench): Promise<(Figure | string)[]> {
  const place = await bench.place('PostgreSQL').catch(reasonOf);
  if (typeof place === 'string') return Array<string>(4).fill(place);
  const { deliveries, rounds, seconds: lasting } = bench.numbers;
  const services = await openServices(place);
  const sending = await openServices(place);
  try {
    return await withReceiver(async (receiver) => {
      const outbox = { place, services, receiver, cpuMicros: await findServer(place) };
      const webhooks = await fill(outbox);
      const idle = await lookForNothing(outbox, lasting * 1000);
      await queueEvents(services, deliveries, (n) => partner(n % PARTNERS));
      const before = await countUpdates(outbox);
      const many = await deliver(outbox, deliveries, () => sending.dispatcher.start());
      const after = await countUpdates(outbox);
      const few = (rounds * lasting * 1000) / APART_MS;
      const beginsAt = await queueOneByOne(outbox, webhooks, few);
      await sleep((beginsAt - services.clock.now()) / 1000);
      const waking = setInterval(() => sending.dispatcher.wake(), APART_MS);
      const single = await deliver(outbox, few);
      clearInterval(waking);
      return [idle, many, single, { value: (after.hot - before.hot) / (after.all - before.all) }];
    });
  } finally {
    await closeServices(sending);
    await closeServices(services);
  }
}

const partner = (n: number) => `busy-${n}`;

/** The processor time of the server that a connection leads to. NaN where it is on another machine. */
export async function findServer({ databaseUrl = '' }: Place): Promise<() => number> {
  const client = await connectPostgres(databaseUrl);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const cpuMicros = familyCpuMicrosOf(rows[0]?.pid ?? 0);
  await client.end();
  return cpuMicros;
}

/** Resolves to the webhooks that something will be sent to. */
async function fill({ place, services, receiver }: Outbox): Promise<WebhookKey[]> {
  const client = await connectPostgres(place.databaseUrl ?? '');
  const later = services.clock.now() + seconds(3600);
  await client.query(`
    insert into webhooks (id, client_id, url, created_at, secret_key_id, secret)
    select 'idle-' || n, 'idle-' || n / 5, 'https://idle.example', 0, 'k', '' from generate_series(1, ${WAITING}) n`);
  await client.query(`
    insert into events (event_id, client_id, request_id, status, created_at, body)
    select 'idle-' || n, 'idle-' || n / 5, 'r', 'verified', 0, '{}' from generate_series(1, ${WAITING}) n`);
  await client.query(`
    insert into deliveries (id, client_id, webhook_id, event_id, created_at, next_attempt_at, available_at)
    select 'idle-' || n || '-' || m, 'idle-' || n / 5, 'idle-' || n, 'idle-' || n, 0, ${later} + n, ${later} + n
    from generate_series(1, ${WAITING}) n, generate_series(1, 3) m`);
  await client.query('vacuum analyze');
  await client.end();
  const clientIds = Array.from({ length: PARTNERS }, (_, n) => partner(n));
  return Promise.all(
    clientIds.map(async (clientId) => ({ clientId, id: await addWebhook(services, receiver.url, clientId) })),
  );
}

/** What a claim takes of PostgreSQL's processor time when nothing is due. */
async function lookForNothing({ services: { store, clock }, cpuMicros }: Outbox, lastingMs: number): Promise<Figure> {
  const claim = { claim: 'none', perWebhook: 64, busy: new Map(), limit: 1000 };
  const taken: number[] = [];
  const before = cpuMicros();
  for (const until = performance.now() + lastingMs; performance.now() < until; ) {
    const startedAt = performance.now();
    const now = clock.now();
    const claimed = await store.claimDeliveries({ ...claim, now, leaseUntil: now + seconds(60) });
    if (claimed.length > 0) throw new Error('Something was due');
    taken.push(performance.now() - startedAt);
  }
  const micros = (cpuMicros() - before) / taken.length;
  return { value: micros / 1000, measured: { p50Ms: median(taken), cpuMicros: micros } };
}

/** What a delivery takes of PostgreSQL's processor time, from the claim to the note. */
async function deliver({ receiver, cpuMicros }: Outbox, count: number, begin: () => void = () => {}): Promise<Figure> {
  const { reached } = await receiver.count(count);
  const before = cpuMicros();
  const startedAt = performance.now();
  begin();
  await reached;
  const perSecond = (count * 1000) / (performance.now() - startedAt);
  await sleep(UNTIL_NOTED_MS);
  const micros = (cpuMicros() - before) / count;
  return { value: micros / 1000, measured: { perSecond, cpuMicros: micros } };
}

/** Deliveries that are due one after the other. Resolves to when the first one is. */
async function queueOneByOne(
  { services: { store, clock } }: Outbox,
  webhooks: readonly WebhookKey[],
  count: number,
): Promise<Micros> {
  const soon = clock.now() + seconds(0.01) * count;
  const add = async (n: number) => {
    const webhook = webhooks[n % webhooks.length] as WebhookKey;
    const createdAt = soon + n * APART_MS * 1000;
    const event = testEvent({ eventId: orderedUuid(createdAt), clientId: webhook.clientId, createdAt });
    await store.addTestDelivery(webhook, { deliveryId: orderedUuid(createdAt), event });
  };
  for (let n = 0; n < count; n++) await add(n);
  return soon;
}

/** How many updates there were of the tables of the outbox, and how many that touched no index. */
async function countUpdates({ place: { databaseUrl = '' } }: Outbox): Promise<{ all: number; hot: number }> {
  const [row] = await queryPostgres(
    databaseUrl,
    `select sum(n_tup_upd) as all, sum(n_tup_hot_upd) as hot from pg_stat_user_tables
     where relname in ('webhooks', 'events', 'deliveries', 'attempts')`,
  );
  return { all: Number(row?.['all']), hot: Number(row?.['hot']) };
}
