import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/project/root.ts';
import { encryptJson, submissionContent } from '../../server/storage/encryption/encrypted-json.ts';
import { type Bench, driveSide, type Engine, inTurns, median, type Side, type Speed } from './bench.ts';
import { addDueDeliveries } from './claims.ts';
import { CLIENT, closeServices, openServices, type Place, SETTINGS } from './open-services.ts';
import type { Row } from './report.ts';
import { addsTo, education, readsOf, START, startService } from './requests.ts';

/** Measures the time from `npm start` with an empty data folder to the first response. */
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

const WEBHOOKS = 10_000;

export async function measureMemory(bench: Bench): Promise<Row[]> {
  const server = await startService(bench, await bench.place('SQLite'));
  const atRest = server.memoryMb();
  await inTurns(bench, [await addsTo(server)]);
  const afterLoad = server.memoryMb();
  await server.stop();
  const busy = await bench.place('SQLite');
  await addDueDeliveries(busy, WEBHOOKS);
  const delivering = await startService(bench, busy);
  await sleep(bench.numbers.seconds * 1000);
  const withWebhooks = delivering.memoryMb();
  await delivering.stop();
  return [
    { line: 'memory at rest', unit: 'MB', ours: atRest, goal: 120, atMost: true },
    { line: 'memory after adds at full speed', unit: 'MB', ours: afterLoad },
    { line: `memory with due deliveries to ${WEBHOOKS.toLocaleString('en')} webhooks`, unit: 'MB', ours: withWebhooks },
  ];
}

export async function measureInstances(bench: Bench): Promise<Row[]> {
  const place = await bench.place('PostgreSQL');
  const servers = [await startService(bench, place), await startService(bench, place)];
  const sides = await Promise.all(servers.map(addsTo));
  const { rounds, seconds, 'warm-up': warmUp } = bench.numbers;
  const drive = (driven: readonly Side[], duration: number) =>
    Promise.all(driven.map((side) => driveSide(side, duration)));
  await drive(sides, warmUp);
  const alone: number[] = [];
  const together: number[] = [];
  for (let round = 0; round < rounds; round++) {
    alone.push(...(await drive(sides.slice(0, 1), seconds)).map(({ cpuMicros }) => cpuMicros));
    together.push(...(await drive(sides, seconds)).map(({ cpuMicros }) => cpuMicros));
  }
  await Promise.all(servers.map((server) => server.stop()));
  const milliseconds = { ours: median(together) / 1000, usual: median(alone) / 1000 };
  return [
    { line: 'add: CPU time with two instances, PostgreSQL', unit: 'ms', ...milliseconds, goal: 1.15, atMost: true },
  ];
}

const ROWS_PER_COMMIT = 256;

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
    const line = `${name}: CPU time with ${bench.numbers.stored.toLocaleString('en')} submissions, ${engine}`;
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
