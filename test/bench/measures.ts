import { randomUUID } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { operations, service } from '../../generated/operations.ts';
import { buildPackage } from '../../scripts/package.ts';
import { root } from '../../scripts/project/root.ts';
import { hashClientSecret } from '../../server/api/oauth/client-secret.ts';
import { sandboxPartners } from '../../server/api/oauth/sandbox-partners.ts';
import { encryptJson, submissionContent } from '../../server/storage/encryption/encrypted-json.ts';
import { type Bench, type Figure, inTurns, median, onEachEngine, ratioOf } from './bench.ts';
import { CLIENT, closeServices, openServices, type Place, SETTINGS } from './open-services.ts';
import type { Server, ServerStart } from './processes.ts';
import { addsTo, education, fetchToken, startService } from './requests.ts';

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

/** Size of the adds for fairness, in bytes. Smaller bodies can be too small to count towards the memory limit. */
const COUNTED_ADD = 6_000;

/** Compares adds while three other partners keep stalled bodies open with undisturbed adds. */
export async function measureFairness(bench: Bench): Promise<Figure[]> {
  const others = sandboxPartners
    .slice(1)
    .flatMap((partner) => ['one', 'two', 'three'].map((clientId) => ({ ...partner, clientId })));
  const start = async () => {
    const place = await bench.place('SQLite');
    const services = await openServices(place);
    for (const { secret, ...partner } of others) {
      const row = { ...partner, secretHash: hashClientSecret(secret), createdAt: 0, disabledAt: null };
      await services.store.addPartner(row);
    }
    await closeServices(services);
    return addsTo(await startService(bench, place), COUNTED_ADD);
  };
  const [disturbed, quiet] = [await start(), await start()];
  const tokens = await Promise.all(others.map((partner) => fetchToken(disturbed.server, [partner])));
  const stop = stallBodies(disturbed.server, tokens);
  const [measured, beside] = await inTurns(bench, [disturbed, quiet]);
  stop();
  await Promise.all([disturbed, quiet].map(({ server }) => server.stop()));
  return [{ value: measured.p99Ms / beside.p99Ms, measured, beside }];
}

/** Keeps large bodies open, which arrive at 0.3 MB a second in all. Returns a function that closes them. */
function stallBodies({ url }: Server, tokens: readonly string[]): () => void {
  const { bodyLimit, path: target } = operations.addEducation;
  const { hostname, port, host } = new URL(url);
  const sockets = new Set<Socket>();
  const open = (token: string) => {
    const socket = connect(Number(port), hostname).on('error', () => {});
    sockets.add(socket.resume());
    socket.write(
      `POST ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${bodyLimit}\r\n\r\n`,
    );
    // The service closes bodies that are too slow.
    socket.on('close', () => sockets.delete(socket) && open(token));
  };
  const each = service.bodies_under_way.in_all_bytes / bodyLimit / tokens.length;
  for (const token of tokens) for (let opened = 0; opened <= each; opened++) open(token);
  const drip = setInterval(() => {
    for (const socket of sockets) socket.write(' '.repeat(300_000 / sockets.size));
  }, 1000);
  return () => {
    clearInterval(drip);
    for (const socket of sockets) socket.removeAllListeners('close').destroy();
  };
}

/** Compares adds to two workers with adds to one. Also returns the cores that the load used meanwhile. */
export async function measureWorkers(bench: Bench): Promise<Figure[]> {
  const start = async (workers: number) => addsTo(await startService(bench, await bench.place('PostgreSQL'), workers));
  const sides = [await start(2), await start(1)] as const;
  const [measured, beside] = await inTurns(bench, sides);
  await Promise.all(sides.map(({ server }) => server.stop()));
  return [ratioOf(measured, beside), { value: measured.loadCores }];
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
