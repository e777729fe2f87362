import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../../server/domain/clock.ts';
import { cancelExpired } from '../../server/lifecycle/sweep.ts';
import type { Services } from '../../server/services.ts';
import { type Bench, type Figure, onEachEngine } from './bench.ts';
import { median, quantile } from './in-turns.ts';
import { CLIENT, closeServices, openServices } from './open-services.ts';

const ADDS_A_SECOND = 200;
const BEFORE_MS = 5_000;
const CONTENT_BYTES = 2_500;
const AT_ONCE = 500;

/** How long adds take, at a steady rate, while expired submissions are swept in the same process, and before. */
export const measureSweep = (bench: Bench): Promise<(Figure | string)[]> =>
  onEachEngine(bench, 1, async (place) => {
    const services = await openServices(place);
    try {
      const age = services.submissionWindow + seconds(60);
      for (let left = bench.numbers.expired; left > 0; left -= AT_ONCE)
        await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, () => add(services, age)));
      const beside = await addSteadily(services, () => sleep(BEFORE_MS));
      const measured = await addSteadily(services, () => cancelExpired(services));
      return [{ value: measured.p99Ms / beside.p99Ms, measured, beside }];
    } finally {
      await closeServices(services);
    }
  });

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
async function addSteadily(services: Services, work: () => Promise<unknown>) {
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
  return { p50Ms: median(taken), p99Ms: quantile(taken, 0.99) };
}
