import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { root } from '../../scripts/project/root.ts';
import { encryptJson, submissionContent } from '../../server/storage/encryption/encrypted-json.ts';
import { type Bench, type Figure, inTurns, median, onEachEngine, ratioOf } from './bench.ts';
import { CLIENT, closeServices, openServices, type Place, SETTINGS } from './open-services.ts';
import { addsTo, education, startService } from './requests.ts';

/** Measures how long the service takes to start with an empty data folder, as `npm start` starts it. */
export async function measureStart(bench: Bench): Promise<Figure[]> {
  const seconds: number[] = [];
  for (let round = 0; round < bench.numbers.rounds; round++) {
    const { dataDir } = await bench.place('SQLite');
    const startedAt = performance.now();
    const server = await bench.start({
      command: [path.join(root, 'scripts/run.js'), 'server/main.ts'],
      env: { ...SETTINGS, DATA_DIR: dataDir },
      pinned: false,
    });
    seconds.push((performance.now() - startedAt) / 1000);
    await server.stop();
  }
  return [{ value: median(seconds) }];
}

const ROWS_PER_COMMIT = 256;

/** Compares the speed of adds to a store that contains many submissions with the speed of adds to an empty store. */
export const measureGrowth = (bench: Bench): Promise<Figure[]> =>
  onEachEngine(bench, async (place, engine) => {
    await fill(place, bench.numbers.stored);
    const full = await addsTo(await startService(bench, place));
    const empty = await addsTo(await startService(bench, await bench.place(engine)));
    const [measured, beside] = await inTurns(bench, [full, empty]);
    await Promise.all([full, empty].map(({ server }) => server.stop()));
    return [ratioOf(measured, beside), { value: measured.p99Ms / beside.p99Ms }];
  });

async function fill(place: Place, count: number): Promise<void> {
  const services = await openServices(place);
  const { store, encryptor, clock, submissionWindow } = services;
  const newSubmission = () => {
    const requestId = randomUUID();
    return {
      requestId,
      clientId: CLIENT,
      partnerRef: requestId,
      kind: 'education' as const,
      documentType: 'none',
      content: encryptJson(encryptor, submissionContent({ clientId: CLIENT, requestId }), education(requestId)),
      assets: [],
      createdAt: clock.now(),
    };
  };
  for (let left = count; left > 0; left -= ROWS_PER_COMMIT)
    await store.addSubmissions(
      Array.from({ length: Math.min(left, ROWS_PER_COMMIT) }, newSubmission),
      submissionWindow,
    );
  await closeServices(services);
}
