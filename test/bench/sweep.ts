import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../../server/domain/clock.ts';
import { cancelExpired } from '../../server/lifecycle/cancel-expired.ts';
import type { Services } from '../../server/services.ts';
import { CLIENT, closeServices, openServices, type Place } from './open-services.ts';

export interface SweepMeasure {
  /** Milliseconds from when each add was due to its answer. */
  before: number[];
  during: number[];
  swept: number;
  seconds: number;
}

const ADDS_A_SECOND = 200;
const BEFORE_MS = 5_000;
const CONTENT_BYTES = 2_500;
const AT_ONCE = 500;

/** How long adds take, at a steady rate, before a sweep of expired submissions and while it goes on in the same process. */
export async function measureSweep(place: Place, expired: number): Promise<SweepMeasure> {
  const services = await openServices(place);
  try {
    const age = services.submissionWindow + seconds(60);
    for (let left = expired; left > 0; left -= AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, () => add(services, age)));
    const before = await addSteadily(services, () => sleep(BEFORE_MS));
    const startedAt = performance.now();
    let swept = 0;
    const during = await addSteadily(services, async () => {
      swept = await cancelExpired(services);
    });
    return { before, during, swept, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    await closeServices(services);
  }
}

async function add({ store, sealer, clock }: Services, age = 0): Promise<void> {
  const requestId = randomUUID();
  const { outcome } = await store.addSubmission({
    requestId,
    clientId: CLIENT,
    partnerRef: requestId,
    kind: 'education',
    documentType: 'none',
    content: sealer.seal(Buffer.alloc(CONTENT_BYTES, 'x'), `submission:${requestId}`),
    assets: [],
    createdAt: clock.now() - age,
  });
  if (outcome !== 'created') throw new Error(`An add was ${outcome}`);
}

/** Adds until `work` is done, each due at its time whether the one before was answered or not. */
async function addSteadily(services: Services, work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  const adds: Promise<void>[] = [];
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  const startedAt = performance.now();
  for (let n = 0; !isOver; n++) {
    const due = startedAt + (n * 1000) / ADDS_A_SECOND;
    await sleep(Math.max(0, due - performance.now()));
    adds.push(add(services).then(() => void taken.push(performance.now() - due)));
  }
  await working;
  await Promise.all(adds);
  return taken;
}
