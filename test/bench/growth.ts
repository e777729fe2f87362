import { randomUUID } from 'node:crypto';
import { sealJson, submissionContent } from '../../server/crypto/sealed-json.ts';
import type { Services } from '../../server/services.ts';
import { type Bench, type Figure, onEachEngine } from './bench.ts';
import { inTurns } from './in-turns.ts';
import { CLIENT, closeServices, openServices, type Place } from './open-services.ts';
import { addsTo, education, shareOf, startService } from './requests.ts';

const AT_ONCE = 256;

/** Adds to a store that holds very many submissions, beside those to an empty one. */
export const measureGrowth = (bench: Bench): Promise<(Figure | string)[]> =>
  onEachEngine(bench, 2, async (place) => {
    await fill(place, bench.numbers.stored);
    const full = await addsTo(await startService(bench, place));
    const engine = place.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL';
    const empty = await addsTo(await startService(bench, await bench.place(engine)));
    const [measured, beside] = await inTurns(bench, [full, empty]);
    await Promise.all([full, empty].map(({ server }) => server.stop()));
    return [shareOf(measured, beside), { value: measured.p99Ms / beside.p99Ms }];
  });

async function fill(place: Place, count: number): Promise<void> {
  const services = await openServices(place);
  for (let left = count; left > 0; left -= AT_ONCE)
    await services.store.addSubmissions(
      Array.from({ length: Math.min(left, AT_ONCE) }, () => newSubmission(services)),
      services.submissionWindow,
    );
  await closeServices(services);
}

/** As the operation makes one. */
export function newSubmission({ sealer, clock }: Services) {
  const requestId = randomUUID();
  return {
    requestId,
    clientId: CLIENT,
    partnerRef: requestId,
    kind: 'education' as const,
    documentType: 'none',
    content: sealJson(sealer, submissionContent(requestId), education(requestId)),
    assets: [],
    createdAt: clock.now(),
  };
}

const FEW = 10_000;
const STEP_SECONDS = 10;

/** The memory of the service after very many adds, beside that after a few. */
export async function measureMemory(bench: Bench): Promise<Figure[]> {
  const server = await startService(bench, await bench.place('SQLite'));
  const { requests, status } = await addsTo(server);
  let added = 0;
  const residentAfter = async (count: number, seconds: number) => {
    while (added < count) {
      const step = { url: server.url, requests, status, connections: 64, seconds };
      added += (await bench.load.drive(step)).answers;
    }
    return server.residentBytes();
  };
  const few = await residentAfter(FEW, 1);
  const many = await residentAfter(bench.numbers.stored, STEP_SECONDS);
  await server.stop();
  return [{ value: many / few }, { value: many / 2 ** 20 }];
}
