import { randomUUID } from 'node:crypto';
import { root } from '../../scripts/project/root.ts';
import { encryptJson, submissionContent } from '../../server/storage/encryption/encrypted-json.ts';
import { type Bench, type Engine, inTurns, median, type Side, type Speed } from './bench.ts';
import { CLIENT, closeServices, openServices, type Place, SETTINGS } from './open-services.ts';
import type { Row } from './report.ts';
import { addsTo, education, readsOf, START, startService } from './requests.ts';

/** Measures how long the service takes to start with an empty data folder, as `npm start` starts it. */
export async function measureStart(bench: Bench): Promise<Row[]> {
  const seconds: number[] = [];
  for (let round = 0; round < bench.numbers.rounds; round++) {
    const { dataDir } = await bench.place('SQLite');
    const startedAt = performance.now();
    const env = { ...SETTINGS, DATA_DIR: dataDir };
    const server = await bench.start({ command: START, env, folder: root, pinned: false });
    seconds.push((performance.now() - startedAt) / 1000);
    await server.stop();
  }
  return [{ line: '`npm start` to the first response', unit: 's', ours: median(seconds), goal: 0.5, atMost: true }];
}

export async function measureMemory(bench: Bench): Promise<Row[]> {
  const server = await startService(bench, await bench.place('SQLite'));
  const atRest = server.memoryMb();
  await inTurns(bench, [await addsTo(server)]);
  const afterLoad = server.memoryMb();
  await server.stop();
  return [
    { line: 'memory at rest', unit: 'MB', ours: atRest, goal: 120, atMost: true },
    { line: 'memory after adds at full speed', unit: 'MB', ours: afterLoad },
  ];
}

const ROWS_PER_COMMIT = 256;

/** Compares adds and status reads on a store that contains many submissions with those on an empty store. */
export async function measureGrowth(bench: Bench, engine: Engine): Promise<Row[]> {
  const rows: Row[] = [];
  const place = await bench.place(engine);
  await fill(place, bench.numbers.stored);
  const [full, empty] = [await startService(bench, place), await startService(bench, await bench.place(engine))];
  const kinds: [string, (server: typeof full) => Promise<Side>][] = [
    ['add', addsTo],
    ['status', readsOf],
  ];
  for (const [name, sideOf] of kinds) {
    const speeds = await inTurns(bench, [await sideOf(full), await sideOf(empty)]);
    const [onFull, onEmpty] = speeds as [Speed, Speed];
    const line = `${name}: CPU time with ${bench.numbers.stored} submissions, ${engine}`;
    const milliseconds = [onFull, onEmpty].map(({ cpuMicros }) => cpuMicros / 1000) as [number, number];
    rows.push({ line, unit: 'ms', ours: milliseconds[0], usual: milliseconds[1], goal: 1.1, atMost: true });
  }
  await Promise.all([full, empty].map((server) => server.stop()));
  return rows;
}

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
