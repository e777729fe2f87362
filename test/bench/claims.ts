import { randomUUID } from 'node:crypto';
import { seconds } from '../../server/domain/clock.ts';
import type { Services } from '../../server/start/create-services.ts';
import { shareOut } from '../../server/work/delivery/shares.ts';
import { type Bench, type Engine, median } from './bench.ts';
import { addWebhook, queueEvents } from './deliveries.ts';
import { closeServices, openServices, type Place } from './open-services.ts';
import type { Row } from './report.ts';

const DELIVERIES = 10_000;
/** All webhooks in the benchmark have the same host, so `perHost` must not limit the deliveries. */
const LIMITS = { perWebhook: 64, perHost: DELIVERIES, total: 4096, perClaim: 1000 };

/** Divides `DELIVERIES` deliveries equally among new webhooks with a URL at which no server listens. */
export async function addDueDeliveries(place: Place, webhooks: number): Promise<void> {
  const services = await openServices(place);
  for (let at = 0; at < webhooks; at++) await addWebhook(services, 'http://127.0.0.1:9/events', webhooks);
  await queueEvents(services, DELIVERIES / webhooks);
  await closeServices(services);
}

export async function measureClaims(bench: Bench, engine: Engine): Promise<Row[]> {
  const [few, many] = [10, DELIVERIES];
  const times: number[] = [];
  for (const webhooks of [many, few]) {
    const place = await bench.place(engine);
    await addDueDeliveries(place, webhooks);
    const services = await openServices(place);
    const rounds: number[] = [];
    for (let round = 0; round < bench.numbers.rounds; round++) rounds.push(await claimMsPerDelivery(services));
    times.push(median(rounds));
    await closeServices(services);
  }
  const [ours = Number.NaN, usual = Number.NaN] = times;
  const line = `claim of a delivery, ${many.toLocaleString('en')} webhooks with due deliveries, ${engine}`;
  return [{ line, unit: 'ms', ours, usual, goal: 1.1, atMost: true }];
}

async function claimMsPerDelivery({ store }: Services): Promise<number> {
  const startedAt = performance.now();
  const due = await store.findDueWebhooks();
  const shares = shareOut(due, { inFlight: [], postponed: [] }, LIMITS);
  const claimed = await store.claimDeliveries({ shares, lease: seconds(600), claim: randomUUID() });
  return (performance.now() - startedAt) / claimed.length;
}
