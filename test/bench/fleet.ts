import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../../server/domain/clock.ts';
import { testEvent } from '../../server/domain/event.ts';
import { orderedUuid } from '../../server/domain/ordered-uuid.ts';
import type { WebhookKey } from '../../server/store/webhooks/webhook-store.ts';
import { type Bench, type Figure, reasonOf } from './bench.ts';
import { mediansOf, type Speed } from './in-turns.ts';
import { addWebhook, closeServices, openServices, type Place } from './open-services.ts';
import { findServer } from './outbox.ts';
import type { Server } from './processes.ts';
import { addsTo, startService } from './requests.ts';
import { withReceiver } from './start-receiver.ts';

const MOST = 3;
/** Of all instances together. */
const CONNECTIONS = 96;
const PARTNERS = 30;
/** For each delivery: longer than it takes to add it. */
const LEAD_MS = 5;

type Round = Partial<Speed> & { cpuMicros: number; postgresMicros: number };

/**
 * Adds to one, two and three instances on one PostgreSQL server, and deliveries by them. Each stands beside what
 * PostgreSQL takes of processors for one: the larger of the two is what another processor is for.
 */
export async function measureFleet(bench: Bench): Promise<(Figure | string)[]> {
  const place = await bench.place('PostgreSQL').catch(reasonOf);
  if (typeof place === 'string') return Array<string>(2 * MOST).fill(place);
  const postgres = await findServer(place);
  const instances: Server[] = [];
  const adds: Figure[] = [];
  const deliveries: Figure[] = [];
  while (instances.length < MOST) {
    instances.push(await startService(bench, place, { pinned: false }));
    adds.push(figureOf(await addRounds(bench, instances, postgres)));
    deliveries.push(figureOf(await deliverRounds(bench, place, instances, postgres)));
  }
  await Promise.all(instances.map((instance) => instance.stop()));
  return [...adds, ...deliveries];
}

function figureOf(rounds: readonly Round[]): Figure {
  const { postgresMicros, ...measured } = mediansOf(rounds);
  return { value: measured.perSecond ?? Number.NaN, measured, beside: { cpuMicros: postgresMicros } };
}

const cpuOf = (instances: readonly Server[]) => instances.reduce((sum, instance) => sum + instance.cpuMicros(), 0);

async function addRounds({ load, numbers }: Bench, instances: readonly Server[], postgres: () => number) {
  const sides = await Promise.all(instances.map(addsTo));
  const drive = async (lasting: number): Promise<Round> => {
    const [ours, theirs] = [cpuOf(instances), postgres()];
    const driven = await Promise.all(
      sides.map(({ server, requests, status }) =>
        load.drive({
          ...{ url: server.url, requests, status, seconds: lasting, pinned: false },
          connections: Math.ceil(CONNECTIONS / instances.length),
        }),
      ),
    );
    const answers = driven.reduce((sum, each) => sum + each.answers, 0);
    return {
      perSecond: driven.reduce((sum, each) => sum + each.perSecond, 0),
      p99Ms: Math.max(...driven.map(({ p99Ms }) => p99Ms)),
      cpuMicros: (cpuOf(instances) - ours) / answers,
      postgresMicros: (postgres() - theirs) / answers,
    };
  };
  await drive(numbers['warm-up']);
  const rounds: Round[] = [];
  while (rounds.length < numbers.rounds) rounds.push(await drive(numbers.seconds));
  return rounds;
}

function deliverRounds({ numbers }: Bench, place: Place, instances: readonly Server[], postgres: () => number) {
  const perRound = Math.ceil(numbers.deliveries / (2 * MOST));
  return withReceiver(async (receiver) => {
    const services = await openServices(place);
    try {
      const webhooks = await Promise.all(
        Array.from({ length: PARTNERS }, async (_, n): Promise<WebhookKey> => {
          const clientId = `fleet-${instances.length}-${n}`;
          return { clientId, id: await addWebhook(services, receiver.url, clientId) };
        }),
      );
      const deliver = async (count: number): Promise<Round> => {
        // All are due at the same time, so that what it takes to add them is not counted.
        const createdAt = services.clock.now() + seconds((count * LEAD_MS) / 1000);
        let next = 0;
        const add = async () => {
          while (next < count) {
            const webhook = webhooks[next++ % PARTNERS] as WebhookKey;
            const event = testEvent({ eventId: orderedUuid(createdAt), clientId: webhook.clientId, createdAt });
            await services.store.addTestDelivery(webhook, { deliveryId: orderedUuid(createdAt), event });
          }
        };
        const { reached } = await receiver.count(count);
        await Promise.all(Array.from({ length: 8 }, add));
        const left = (createdAt - services.clock.now()) / 1000;
        if (left < 0) throw new Error('The deliveries were due before they were all there');
        await sleep(left);
        const [startedAt, ours, theirs] = [performance.now(), cpuOf(instances), postgres()];
        await reached;
        const perSecond = (count * 1000) / (performance.now() - startedAt);
        return {
          perSecond,
          cpuMicros: (cpuOf(instances) - ours) / count,
          postgresMicros: (postgres() - theirs) / count,
        };
      };
      const rounds: Round[] = [];
      while (rounds.length < numbers.rounds) rounds.push(await deliver(perRound));
      return rounds;
    } finally {
      await closeServices(services);
    }
  });
}
