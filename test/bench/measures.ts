import { randomUUID } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { buildPackage } from '../../scripts/package.ts';
import { root } from '../../scripts/root.ts';
import { encryptJson, submissionContent } from '../../server/crypto/encrypted-json.ts';
import { type Bench, type Figure, inTurns, median, onEachEngine, ratioOf } from './bench.ts';
import { CLIENT, closeServices, openServices, type Place, SETTINGS } from './open-services.ts';
import type { Server, ServerStart } from './processes.ts';
import { addsTo, education, startService } from './requests.ts';

/**
 * Starts a server once per round. Resolves to the last server, and to the median time between the command and the
 * first response.
 */
async function startOften(
  bench: Bench,
  makeStart: () => Promise<ServerStart>,
): Promise<{ server: Server; seconds: number }> {
  const seconds: number[] = [];
  for (;;) {
    const start = await makeStart();
    const startedAt = performance.now();
    const server = await bench.start(start);
    seconds.push((performance.now() - startedAt) / 1000);
    if (seconds.length >= bench.numbers.rounds) return { server, seconds: median(seconds) };
    await server.stop();
  }
}

/** Measures how long the service takes to start with an empty data folder, as `npm start` starts it. */
export async function measureStart(bench: Bench): Promise<Figure[]> {
  const { server, seconds } = await startOften(bench, async () => ({
    command: [path.join(root, 'scripts/run.js'), 'server/main.ts'],
    env: { ...SETTINGS, DATA_DIR: (await bench.place('SQLite')).dataDir },
    pinned: false,
  }));
  await server.stop();
  return [{ value: seconds }];
}

/** Measures the throughput and the start time of the packaged mock, and the size of the package. */
export async function measureMock(bench: Bench): Promise<Figure[]> {
  const { dataDir: folder } = await bench.place('SQLite');
  await buildPackage(folder);
  const start = { command: [path.join(folder, 'node/command.js'), 'mock'] };
  const { server, seconds } = await startOften(bench, async () => start);
  const [measured] = await inTurns(bench, [await addsTo(server)]);
  await server.stop();
  const files = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(files.map((file) => lstat(path.join(folder, file))));
  const bytes = sizes.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0);
  return [{ value: measured.perSecond, measured }, { value: seconds }, { value: bytes / 1e6 }];
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
      content: encryptJson(encryptor, submissionContent(requestId), education(requestId)),
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
